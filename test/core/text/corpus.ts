import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const data = join(root, '../shared/data');

export const hasRecorded = existsSync(data);

/** Numbers in [0, 1) that a seed decides (a 32-bit mixing generator). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
}

const sentencesOf: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The importer keeps every message and reports the lines it could not read.',
    'Run it again after the weekend, when the backup has finished.',
    "I don't think the timeout of 30 seconds is the reason, e.g. the log shows nothing.",
    'Please check the file names before you move anything to the archive.',
    'Two of the three servers answered, the third one was restarted at 14:20.',
  ],
  de: [
    'Der Zähler stimmt seit dem Umzug nicht mehr, vermutlich fehlt eine Zeile.',
    'Bitte nicht den Ordner löschen, bevor die Sicherungskopie geprüft ist.',
    'Die Größenänderung betrifft z. B. alle Bilder über 10 MB.',
  ],
  ru: ['Проверь, пожалуйста, журнал ошибок за вчерашний день.', 'Файл не найден, хотя путь указан верно.'],
  ja: [
    '倉庫の鍵は係の人に返しておきました。',
    '来週の火曜から営業時間が一時間短くなるそうです。',
    'データベースの移行は夜間に行います。',
  ],
  zh: [
    '备份目录改成了夜间同步，不要用默认设置。',
    '第三台服务器在下午两点重新启动。',
    '请把文件名检查一遍再移动。',
  ],
  th: ['เมื่อวานผมไปดูห้องเช่าใกล้สถานีมาแล้วห้องกว้างดี', 'เจ้าของบอกว่าจะซ่อมให้ก่อนสิ้นเดือน'],
  ko: ['서버를 다시 시작한 뒤에 기록을 확인해 주세요.', '세 번째 파일은 찾을 수 없습니다.'],
  ar: ['أعد تشغيل الخادم ثم راجع السجل من فضلك.', 'الملف الثالث غير موجود.'],
};

const marks: readonly ((words: string, pick: <T>(from: readonly T[]) => T) => string)[] = [
  (words) => words,
  (words) => `**${words}**`,
  (words) => words.replace(/(\S+) (\S+)/, '*$1* `$2`'),
  (words) => words.replace(/(\S+) (\S+)/, '[$1 $2](https://example.org/a/b-c?d=e "a title here")'),
  (words) => words.replace(/(\S+)/, '__$1__'),
  (words) => words.replace(/(\S{3,})/, (word) => `**${word.slice(0, 2)}**${word.slice(2)}`),
  (words) => `${words} ![a picture of it](img/p_1.png)`,
  (words) => `<b>${words}</b> &amp; more&nbsp;of it`,
  (words) => `${words} <!-- not shown, really not --> <https://example.org/x_y>`,
  (words) => `${words} See [the docs][ref] and footnote[^1] or \`a < b && c > d\`.`,
  (words) => words.replace(/ /g, '\n'),
  (words) => `${words} AT&T uses snake_case_names, x*y*z, 3 < 4, a\\_b and C:\\dir\\file.`,
];

const blocks: readonly ((inner: () => string) => string)[] = [
  (inner) => inner(),
  (inner) => `${inner()} ${inner()} ${inner()}`,
  (inner) => `## ${inner()}`,
  (inner) => `- ${inner()}\n- [x] ${inner()}\n  1. ${inner()}\n  2) ${inner()}`,
  (inner) => `> ${inner()}\n> ${inner()}`,
  (inner) => `| a | b |\n|---|:-:|\n| ${inner().replaceAll('\n', ' ')} | \`x\` |`,
  (inner) => `\`\`\`ts title=a\nconst foo_bar = [1, 2]; // ${inner()}\nif (a < b) { return x["y"]; }\n\`\`\``,
  (inner) => `~~~\n${inner()}\n~~~`,
  (inner) => `    indented code *here*\n\n${inner()}`,
  (inner) => `<details><summary>${inner()}</summary>\n\n${inner()}\n\n</details>`,
  (inner) => `<div class="a b">\n${inner()}\n</div>`,
  (inner) => `[ref]: https://example.org/target "the title"\n\n${inner()}\n\n[^1]: ${inner()}`,
  (inner) => `${inner()}\n===\n\n---\n\n***`,
  (inner) => `<!--\nhidden words of\n\na comment\n-->\n\n${inner()}`,
];

/** Messages written from a seed: eight languages, every construct of Markdown, most of them near fifty words or far. */
export function written(count: number, seed: number): string[] {
  const next = random(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  const languages = Object.keys(sentencesOf);
  return Array.from({ length: count }, () => {
    const language = next() < 0.5 ? 'en' : pick(languages);
    const plain = next() < 0.3;
    const inner = () => {
      const words = pick(sentencesOf[language]!);
      return plain || next() < 0.7 ? words : pick(marks)(words, pick);
    };
    const size = next() < 0.5 ? 1 + Math.floor(next() * 4) : 4 + Math.floor(next() ** 2 * 40);
    const out = Array.from({ length: size }, () => (plain ? inner() : pick(blocks)(inner)));
    return out.join(plain && next() < 0.5 ? ' ' : '\n\n');
  });
}

/** Pieces of the README files of the packages installed here, cut at headings. */
export function readmes(): string[] {
  const modules = join(root, 'node_modules');
  const files = readdirSync(modules, { withFileTypes: true })
    .flatMap((entry) =>
      entry.name.startsWith('@')
        ? readdirSync(join(modules, entry.name)).map((name) => join(entry.name, name))
        : [entry.name],
    )
    .flatMap((name) => {
      const file = ['README.md', 'readme.md', 'README.ja.md', 'README.zh-CN.md'].map((readme) =>
        join(modules, name, readme),
      );
      return file.filter((path) => existsSync(path));
    });
  return [...new Set(files)]
    .sort()
    .flatMap((file) => readFileSync(file, 'utf8').split(/\n(?=#{1,3} )/))
    .filter((piece) => piece.trim() !== '');
}

/** The visible texts of recorded conversations beside the repository; none where that folder is absent. */
export function recorded(): string[] {
  return hasRecorded ? [...claudeCode(), ...transcripts(), ...specStory()] : [];
}

function claudeCode(): string[] {
  return filesOf('claude-code', '.jsonl').flatMap((text) =>
    text.split('\n').flatMap((line) => {
      try {
        const { message } = JSON.parse(line) as { message?: { content?: unknown } };
        const content = message?.content;
        if (typeof content === 'string') return [content];
        return Array.isArray(content)
          ? content.flatMap((block) => (typeof block?.text === 'string' ? [block.text] : []))
          : [];
      } catch {
        return [];
      }
    }),
  );
}

function transcripts(): string[] {
  return filesOf('markdown-transcript', '.md').flatMap((text) => text.split(/^## \w+\s*$/m));
}

function specStory(): string[] {
  return filesOf('specstory', '.md').flatMap((text) =>
    text.split(/^_\*\*(?:User|Agent|Assistant)[^\n]*\*\*_$/m),
  );
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(data, folder))
    .filter((name) => name.endsWith(ending) && name !== 'SCHEMA.md')
    .map((name) => readFileSync(join(data, folder, name), 'utf8'));
}
