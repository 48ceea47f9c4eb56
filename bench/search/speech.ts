import type { Random } from './random.ts';

/** About `length` characters of sentences in paragraphs. Words come by rank, as in speech: few are frequent, most rare. */
export function prose(chance: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    text += sentence(chance);
    text += chance.next() < 0.15 ? '\n\n' : ' ';
  }
  return text.trimEnd();
}

/** About `length` characters that look like a program or a settings file. */
export function code(chance: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    const [a, b, c] = [name(chance), name(chance), name(chance)];
    const forms = [
      `const ${a} = ${b}(${c}, ${number(chance)});`,
      `  if (${a}.${b} > ${number(chance)}) return ${c};`,
      `${a}_${b}: ${number(chance)}`,
      `  ${a}: ${c}-${number(chance)}`,
      `export function ${a}${capital(b)}(${c}) {`,
      `# ${sentence(chance)}`,
      '}',
    ];
    text += `${chance.pick(forms)}\n`;
  }
  return text;
}

/** About `length` characters of a service's log. */
export function log(chance: Random, length: number): string {
  let text = '';
  for (let minute = 0; text.length < length; minute++) {
    const time = new Date(Date.UTC(2026, 7, 2) + minute * 7_000).toISOString().replace('.000Z', '');
    const level = chance.pick(['INFO', 'INFO', 'DEBUG', 'WARN']);
    text += `${time} ${level} ${name(chance)}: ${chance.pick(rare)} ${chance.pick(common)} ${number(chance)} in ${number(chance)} ms\n`;
  }
  return text;
}

/** A few sentences of Chinese or Japanese. */
export function mixed(chance: Random, length: number): string {
  const pieces = chance.next() < 0.5 ? chinese : japanese;
  let text = '';
  while (text.length < Math.min(length, 400)) text += `${chance.pick(pieces)}${chance.pick(pieces)}。`;
  return text;
}

function sentence(chance: Random): string {
  const words: string[] = [];
  const length = 5 + Math.floor(chance.next() * 14);
  for (let index = 0; index < length; index++) {
    const share = chance.next();
    words.push(
      share < 0.45 ? chance.pick(small) : share < 0.85 ? chance.pick(common, 2) : chance.pick(rare, 1.3),
    );
  }
  if (chance.next() < 0.12) words.splice(2, 0, name(chance));
  const text = words.join(' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function name(chance: Random): string {
  const word = chance.pick(rare);
  const share = chance.next();
  if (share < 0.4) return `${word}_${chance.pick(common)}`;
  return share < 0.7 ? `${chance.pick(common)}${capital(word)}` : word;
}

function number(chance: Random): string {
  const value = Math.floor(chance.next() ** 3 * 20_000);
  return chance.next() < 0.2 ? (value / 100).toFixed(2) : String(value);
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

const list = (words: string): readonly string[] => words.trim().split(/\s+/);
const small =
  list(`the a to of and in is it that for we you on with this be as not are if at by can or from an have but
  so will when then there what would only our your which all one more no into out about`);
const common =
  list(`file server test value change list page user name message version error line request time data path
  code key window table build setting report task answer service client number point word form order model network
  process query result state step store string system text token type update worker write read run start stop open close
  check move keep find send call show need want use make take give work look ask try put set long short new old next last
  first second small large fast slow good bad clear wrong right early late same other`);
const rare =
  list(`anchor basket canvas cluster harvest lantern meadow orchard pebble quarry ribbon saddle timber velvet
  walnut amber beacon cinder dapple ember fennel garnet hollow indigo juniper kestrel linden marble nectar opal parcel
  quill raven sable thistle umber vessel willow yarrow zephyr adapter bracket compass damper engine funnel gasket hinge
  impulse junction keel lever mantle nozzle outlet pivot quota relay socket turbine uplink vector wheel archive branch
  cursor daemon editor filter gateway handle inbox journal kernel layout module notice offset prefix queue router schema
  thread unit volume widget yield budget contract delivery estimate freight garage heating invoice journey kitchen ladder
  market neighbour office painting quarter rental station ticket umbrella vacation weather accountant builder carpenter
  doctor engineer farmer gardener historian inspector judge librarian mechanic nurse organizer painter reporter sailor
  teacher violin winter`);
const chinese = list(
  '我们 今天 讨论 项目 进度 服务器 已经 更新 请 检查 日志 会议 安排 下午 数据 结构 需要 修改 测试 通过 文件 保存 用户 反馈 很好',
);
const japanese = list(
  '今日は 会議の 資料を 確認して ください 新しい サーバー を 設定 しました 写真 予定 来週 変更 です 問題 ありません',
);
