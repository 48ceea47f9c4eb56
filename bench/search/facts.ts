/** A planted sentence, the question that should find its message, and where it is hidden. */
export interface Fact {
  readonly text: string;
  readonly query: string;
  /** `prose`: in an ordinary message; `paste`: deep in a long paste under `heading`; `result`: in a saved output. */
  readonly host: 'prose' | 'paste' | 'result';
  readonly heading?: string;
}

/** Forty facts: plain words, other forms of the words, identifiers and their parts, numbers, five scripts, four languages. */
export const facts: readonly Fact[] = [
  prose('The label printer in the annex answers on port 9917.', 'label printer annex port'),
  prose('Our tortoise is named Bartholomew and sleeps until April.', 'what is the tortoise called'),
  prose(
    'We decided to delay the warehouse relocation until the insurer agrees.',
    'delaying warehouse relocations insurers',
  ),
  prose('My passport expires on 14 February, keep that for the visa.', 'passport expiry visa'),
  prose('The plumber quoted 1,860 pounds for the boiler, parts included.', 'plumber quote boiler'),
  prose(
    'Decision: the nightly snapshots stay for nine weeks, then they go.',
    'how long do nightly snapshots stay',
  ),
  prose('The eye test moved to Tuesday at 09:50.', 'when is the eye test'),
  prose('The exhibition shall be called "Rust and Pollen".', 'title of the exhibition'),
  prose('The pump stopped with ERR_VALVE_3391 after the power cut.', 'ERR_VALVE_3391'),
  prose('Ilka proposed to swap the polling loop for a webhook.', 'who proposed the webhook'),
  prose('The beehive scale reports its weight every forty minutes.', 'beehive scales reporting weights'),
  prose('I like the darker ochre for the buttons, hex c9862b.', 'darker ochre buttons'),
  prose('The lease with Varnholt ends on 31 March and is not renewed.', 'Varnholt lease end'),
  prose('The photo originals lie in the bucket quiet-harbor-7.', 'bucket with the photo originals'),
  prose('He cannot eat shellfish or celery, write that on the menu.', 'shellfish celery menu'),
  prose('The ferry leaves from pier 4 at 05:35, tickets at the kiosk.', 'ferry pier'),
  prose(
    'The new kernel brought 73 requests per millisecond on the old board.',
    'requests per millisecond kernel board',
  ),
  prose('The cellar key hangs at Mrs. Adeyemi on the ground floor.', 'who has the cellar key'),
  prose('Going back to firmware 5.2.19 cured the flicker of the display.', 'flickering display firmware'),
  prose('The dough wants 480 grams of rye and rests overnight.', 'grams of rye in the dough'),
  paste(
    '  ledgerd:\n    image: hub.example/ledgerd:7.1\n    SETTLE_MODE: lenient',
    'settle mode of ledgerd',
    'My compose file of the bookkeeping server',
  ),
  paste(
    '  floorHeatingDelta: -2.3\n  eveningCurve: 18.25',
    'evening curve in the heating settings',
    'Here are the heating settings, all of them',
  ),
  paste(
    'autovacuum_naptime = 41s\nmax_prepared = 12',
    'autovacuum naptime',
    'Database settings of the second node',
  ),
  paste(
    '2026-08-14 02:51:33 WARN rotor 5 slowed to 270 rpm',
    'rotor slowed',
    'The log of the ventilation from last night',
  ),
  paste(
    'function reconcileBatches(rows, slack = 0.0075) {',
    'slack of reconcile batches',
    'The script I use for the monthly closing',
  ),
  paste(
    'Host gatekeeper\n  HostName 10.44.7.19\n  User deploybot',
    'HostName of gatekeeper',
    'My ssh configuration, shortened',
  ),
  paste(
    'radio "loft" { bssid "7a:13:c4:5e:90:bb" channel 52 }',
    'bssid of the loft radio',
    'Wireless zones as exported',
  ),
  paste('  lol = log --oneline --graph --decorate', 'git alias lol graph', 'Git configuration of my laptop'),
  result('{"part":"QX-7314","onHand":23,"reorderPoint":60}', 'reorder point of QX-7314'),
  result('Sunrise 06:12, sunset 19:47, moon waning gibbous', 'sunset moon'),
  result(
    'Ticket 8841: exports of the yearly summary end with an empty sheet',
    'ticket yearly summaries exported empty',
  ),
  result('exit status 143: the job was stopped while indexing shelf 12', 'why was indexing shelf 12 stopped'),
  result('The library is closed on Wednesdays but for exam weeks', 'library closing exam weeks'),
  result('package brightline-core 2.9.0 is withdrawn, take brightline-kit', 'withdrawn brightline package'),
  prose('周五上午十点在植物园门口集合,记得带雨伞。', '植物园 集合'),
  prose('请把数据库的密码改成每季度更换一次。', '数据库 密码 更换'),
  prose('犬の登録証は玄関の引き出しに入れてあります。', '犬 登録証 引き出し'),
  prose('ประชุมครั้งหน้าย้ายไปห้องริมสระน้ำชั้นสอง', 'ห้องริมสระน้ำ'),
  prose('Der Schornsteinfeger kommt am Montag, bitte die Ofenklappen öffnen.', 'Ofenklappe Schornsteinfeger'),
  prose('La réunion des parents d’élèves a été reportée au 9 décembre.', 'reunion parents eleves reportee'),
];

/** Sentences with the facts' words in other meanings, strewn over the conversation. */
export const distractions: readonly string[] = [
  'The printer dialog opens on its own port of the dock.',
  'Each label has a name in the annex of the report.',
  'The insurer asked for the list of warehouses again.',
  'A relocation table can be delayed by a flag.',
  'The demo page shows no visa.',
  'The boiler plate text was quoted without its parts.',
  'Snapshots are written nightly by default.',
  'The test of the eye tracker moved one folder up.',
  'The report page has a long title.',
  'The pump class reports an error after a cut.',
  'The form sends a webhook to the page.',
  'The scale of the chart reports its weight.',
  'The button component takes a darker color.',
  'The lease of the lock ends and is renewed.',
  'The bucket holds photos of the fixtures.',
  'The menu is written in another file.',
  'The ferry example uses tickets and a kiosk.',
  'A request takes a millisecond on this board.',
  'The key of the map hangs on the ground truth.',
  'The display flickers when the firmware logs.',
  'The recipe module counts grams.',
  'The settle function has a strict mode.',
  'The evening build follows the curve.',
  'The job was stopped while tests were indexing.',
  'The library is closed source.',
  'The package was taken from the shelf.',
  '我们在会议上讨论了数据库的结构。',
  '玄関の写真を登録しました。',
];

function prose(text: string, query: string): Fact {
  return { text, query, host: 'prose' };
}

function paste(text: string, query: string, heading: string): Fact {
  return { text, query, host: 'paste', heading };
}

function result(text: string, query: string): Fact {
  return { text, query, host: 'result' };
}
