/**
 * The numbers that a text spells out in words: single words and what they make together ("two thousand three
 * hundred" is 2, 2000, 3, 300 and 2300), months by their place in the year, Chinese numerals by their value.
 */
export function spelledNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let sum = 0;
  let part = 0;
  let behind = 0;
  for (const match of text.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*(?:’\p{L}+)?/gu)) {
    const word = match[0];
    const value = spelledValue(word) ?? months.get(word.slice(0, 4)) ?? months.get(word);
    const joined = match.index - behind <= 1;
    if (value === undefined) {
      if (!(joined && bridges.has(word))) [sum, part] = [0, 0];
    } else {
      if (!joined) [sum, part] = [0, 0];
      found.add(value);
      if (value >= 1000) [sum, part] = [sum + Math.max(1, part) * value, 0];
      else if (value === 100) part = Math.max(1, part) * 100;
      else part += value;
      found.add(sum + part);
      if (part > 0) found.add(part);
    }
    behind = match.index + word.length;
  }
  for (const [numeral] of text.matchAll(/(?<![가-힣])[일이삼사오육칠팔구십백천만]+(?=[\s가-힣])/gu))
    found.add(chinese(sino(numeral)));
  for (const [, ten, unit = '', alone] of text.matchAll(koreanNumber))
    found.add((koreanTens.get(ten ?? alone ?? '') ?? 0) + (koreanUnits.get(unit) ?? 0));
  for (const [numeral] of text.matchAll(/[〇零一二三四五六七八九十百千万两兩]+/gu))
    found.add(chinese(numeral));
  if (halves.test(text)) for (const value of [30, 50]) found.add(value);
  if (quarters.test(text)) for (const value of [15, 25, 45]) found.add(value);
  return found;
}

/** Numbers of eleven and more that a text spells out in words that mean nothing else in any language known here. */
export function plainlySpelled(text: string): readonly number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.flatMap((word) => {
    const value = ambiguous.has(word) ? undefined : spelledValue(word);
    return value !== undefined && value > 10 && value < 100 ? [value] : [];
  });
}

function spelledValue(word: string): number | undefined {
  const plain = units.get(word);
  if (plain !== undefined) return plain;
  const german = germanPair.exec(word);
  if (german) return (units.get(german[1]!) ?? 0) + (units.get(german[2]!) ?? 0);
  const round = germanRound.exec(word);
  if (round) return (units.get(round[1]!) ?? 1) * (units.get(round[2]!) ?? 1);
  const pair = italianPair.exec(word);
  return pair
    ? (units.get(pair[1]!) ?? italianTens.get(pair[1]!) ?? 0) + (units.get(pair[2]!) ?? 0)
    : undefined;
}

const germanPair =
  /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|een|twee|drie|vijf|zes|zeven|negen)(?:und|en|ën)(zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)$/u;
const germanRound =
  /^(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|dreißig|vierzig|fünfzig|zwölf)(hundert|tausend)$/u;
const italianPair =
  /^(vent|trent|quarant|cinquant|sessant|settant|ottant|novant|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|veinti)(uno|due|tre|tré|quattro|cinque|sei|sette|otto|nove|dós|dos|trés|tres|cuatro|cinco|séis|seis|siete|ocho|nueve)$/u;
const italianTens: ReadonlyMap<string, number> = new Map(
  'vent trent quarant cinquant sessant settant ottant novant'
    .split(' ')
    .map((word, at) => [word, (at + 2) * 10]),
);

/** What may stand between the words of one number. */
const bridges: ReadonlySet<string> = new Set(['and', 'et', 'y', 'e', 'und', 'en', 'и']);
const halves =
  /\b(?:half|halb\w*|hälfte|demie?|moitié|medi[ao]|metà|mezz[ao]|mezz(?=['’])|mitad|metade|helft)\b|полов|半|절반|반/iu;
const quarters = /\b(?:quarter|viertel|quarts?|cuarto|quarto|kwart)\b|четверт|四半|刻|분기/iu;

/** Words that are a number in one language and something else in another, or in the same. */
const ambiguous: ReadonlySet<string> = new Set([
  'once',
  'elf',
  'sept',
  'mille',
  'mil',
  'dozen',
  'cento',
  'cent',
  'cien',
]);

/** European languages, Turkish, Arabic, Hindi, Korean, in no order; ordinals where they are common. */
const table: readonly (readonly [number, string])[] = [
  [0, 'zero null zéro cero нуль ноль'],
  [
    1,
    'bir jeden jedna jedno en ett один одна واحد एक one first single eins ein eine einen einem einer erste ersten un une premier première uno una primero primera um uma primeiro primo prima een eerste один одна одно одну первый первая 하나 한 첫',
  ],
  [
    2,
    'iki dwa dwie två to два дві اثنان اثنين दो two second twice both pair couple zwei zweite zweiten zweimal beide beiden deux deuxième second seconde dos segundo segunda dois duas due secondo seconda twee два две второй вторая двух обе оба 둘 두',
  ],
  [
    3,
    'üç trzy tre три ثلاثة ثلاث तीन three third drei dritte dritten trois troisième tres tercero tercera três terceiro tre terzo terza drie три третий трёх трех 셋 세',
  ],
  [
    4,
    'dört cztery fyra fire чотири أربعة أربع चार four fourth vier vierte quatre quatrième cuatro cuarto cuarta quatro quattro quarto четыре четвёртый четырёх 넷 네',
  ],
  [
    5,
    'beş pięć fem п’ять خمسة خمس पाँच पांच five fifth fünf fünfte cinq cinquième cinco quinto cinque vijf пять пяти пятый 다섯',
  ],
  [
    6,
    'altı sześć sex seks шість ستة ست छह छः six sixth sechs sechste sixième seis sei sesto zes шесть шести 여섯',
  ],
  [
    7,
    'yedi siedem sju syv сім سبعة سبع सात seven seventh sieben siebte sept septième siete sete sette zeven семь семи 일곱',
  ],
  [
    8,
    'sekiz osiem åtta otte вісім ثمانية ثماني आठ eight eighth acht achte huit huitième ocho oito otto восемь восьми 여덟',
  ],
  [
    9,
    'dokuz dziewięć nio ni дев’ять تسعة تسع नौ nine ninth neun neunte neuf neuvième nueve nove negen девять девяти 아홉',
  ],
  [
    10,
    'on dziesięć tio ti десять عشرة عشر दस dizaine decena decina dezena десяток ten tenth zehn zehnte dix dixième diez dez dieci tien десять десяти 열',
  ],
  [11, 'jedenaście elva elleve одинадцять eleven eleventh elf onze once undici одиннадцать'],
  [
    12,
    'dwanaście tolv дванадцять twelve twelfth dozen zwölf dutzend douze douzaine doce docena doze dúzia dodici dozzina twaalf двенадцать',
  ],
  [13, 'thirteen dreizehn treize trece treze tredici dertien тринадцать'],
  [14, 'fourteen vierzehn quatorze catorce catorze quattordici veertien четырнадцать'],
  [15, 'piętnaście femton femten fifteen fünfzehn quinze quince quindici vijftien пятнадцать'],
  [16, 'sixteen sechzehn seize dieciséis dezesseis dezasseis sedici zestien шестнадцать'],
  [17, 'seventeen siebzehn diecisiete dezessete dezassete diciassette zeventien семнадцать'],
  [18, 'eighteen achtzehn dieciocho dezoito diciotto achttien восемнадцать'],
  [19, 'nineteen neunzehn diecinueve dezenove dezanove diciannove negentien девятнадцать'],
  [
    20,
    'yirmi dwadzieścia tjugo tyve двадцять عشرون عشرين बीस vingtaine veintena ventina vintena twenty zwanzig vingt veinte vinte venti twintig двадцать двадцати 스무 스물',
  ],
  [
    30,
    'otuz trzydzieści trettio tredive тридцять ثلاثون ثلاثين तीस trentaine treintena trentina thirty dreißig dreissig trente treinta trinta trenta dertig тридцать тридцати 서른',
  ],
  [
    40,
    'kırk czterdzieści fyrtio fyrre сорок أربعون أربعين चालीस quarantaine cuarentena quarantina quarentena forty vierzig quarante cuarenta quarenta quaranta veertig сорок сорока 마흔',
  ],
  [
    50,
    'elli pięćdziesiąt femtio halvtreds п’ятдесят خمسون خمسين पचास cinquantaine cincuentena cinquantina fifty fünfzig cinquante cincuenta cinquenta cinquanta vijftig пятьдесят 쉰',
  ],
  [
    60,
    'altmış sześćdziesiąt sextio ستون ستين साठ sixty sechzig soixante sesenta sessenta sessanta zestig шестьдесят',
  ],
  [
    70,
    'yetmiş siedemdziesiąt sjuttio سبعون سبعين सत्तर seventy siebzig septante setenta settanta zeventig семьдесят',
  ],
  [
    80,
    'seksen osiemdziesiąt åttio ثمانون ثمانين अस्सी eighty achtzig octante ochenta oitenta ottanta tachtig восемьдесят',
  ],
  [
    90,
    'doksan dziewięćdziesiąt nittio تسعون تسعين नब्बे ninety neunzig nonante noventa novanta negentig девяносто',
  ],
  [
    100,
    'yüz sto hundra hundrede مئة مائة सौ centaine centena centinaio centinaia сотня сотни ста hundred hundreds hundert cent cents cien ciento cem cento honderd сто',
  ],
  [200, 'двухсот doscientos doscientas duzentos duzentas duecento двести'],
  [300, 'трёхсот трехсот trescientos trescientas trezentos trecento триста'],
  [400, 'четырёхсот четырехсот cuatrocientos quatrocentos quattrocento четыреста'],
  [500, 'пятисот quinientos quinientas quinhentos cinquecento пятьсот'],
  [600, 'seiscientos seiscentos seicento шестьсот'],
  [800, 'ochocientos oitocentos ottocento восемьсот'],
  [
    1000,
    'bin tysiąc tysiące tysięcy tusen tusind тисяча тисяч ألف آلاف हज़ार हजार thousand thousands tausend mille mil mila duizend тысяча тысячи тысяч',
  ],
  [
    1_000_000,
    'million millions millionen millón millones milhão milhões milione milioni miljoen миллион миллиона миллионов',
  ],
];
const units: ReadonlyMap<string, number> = new Map(
  table.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

/** The first four letters of the months (shorter names whole), in the same languages. */
const months: ReadonlyMap<string, number> = new Map(
  [
    'janu jan jänn janv ener gena янва',
    'febr feb févr fevr febb февр',
    'marc march märz mars març marz maar март',
    'apri apr avri abri апре',
    'may mai mayo maio magg mei мая май',
    'june juni juin juno jun giug июня июнь',
    'july juli juil lugl июля июль',
    'augu aug août agos авгу',
    'sept sep setiembre sete sett сент',
    'octo okt oct octu outu otto окто',
    'nove nov novi нояб',
    'dece dez dec déce dici dece дека',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

const numerals: ReadonlyMap<string, number> = new Map(
  [...'零一二三四五六七八九'].map((letter, at) => [letter, at] as const),
);

function chinese(numeral: string): number {
  let total = 0;
  let part = 0;
  let digit = 0;
  for (const letter of numeral.replaceAll('〇', '零').replace(/[两兩]/gu, '二')) {
    const unit = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[letter];
    if (unit === undefined)
      digit = part === 0 && total === 0 ? digit * 10 + numerals.get(letter)! : numerals.get(letter)!;
    else if (unit === 10_000) [total, part, digit] = [(total + part + digit) * unit, 0, 0];
    else [part, digit] = [part + Math.max(1, digit) * unit, 0];
  }
  return total + part + digit;
}

/** Korean numerals of Chinese origin as Chinese ones. */
function sino(numeral: string): string {
  return [...numeral]
    .map((letter) => '一二三四五六七八九十百千万'['일이삼사오육칠팔구십백천만'.indexOf(letter)])
    .join('');
}

/** Native Korean numbers and counted days, wherever they stand: particles are written on to them. */
const koreanTens: ReadonlyMap<string, number> = new Map(
  '열 스물 서른 마흔 쉰 예순 일흔 여든 아흔 스무'
    .split(' ')
    .map((word, at) => [word, at === 9 ? 20 : (at + 1) * 10]),
);
const koreanUnits: ReadonlyMap<string, number> = new Map(
  '하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열흘 한 두 세 네 흘 이틀 사흘 나흘 닷새 엿새 이레 여드레 아흐레'
    .split(' ')
    .map((word, at) => [
      word,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 0, 2, 3, 4, 5, 6, 7, 8, 9][at] ?? 0,
    ]),
);
const koreanNumber = new RegExp(
  `(${[...koreanTens.keys()].join('|')})?(${[...koreanUnits.keys()].join('|')})|(${[...koreanTens.keys()].join('|')})`,
  'gu',
);
