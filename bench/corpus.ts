/**
 * Conversations made by a seeded generator, shaped like the real ones that were measured: half of the messages are short,
 * long ones mix prose, lists, tables and code in several languages, every third answer has a tool call with its output,
 * and long messages carry a short form.
 */
import { createHash } from 'node:crypto';

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vocabulary = {
  en: 'the retry budget of our importer is three attempts and every attempt waits longer than the one before because the service answers slowly after a restart so we log each failure with its reason and keep the original request until somebody has looked at it'.split(
    ' ',
  ),
  de: 'die Grenze für Wiederholungen liegt bei drei Versuchen und jeder Versuch wartet länger als der vorige weil der Dienst nach einem Neustart langsam antwortet deshalb schreiben wir jeden Fehler mit seinem Grund auf'.split(
    ' ',
  ),
  ja: [
    '再試行は三回までです',
    '毎回の待ち時間は前より長くなります',
    'サービスは再起動の後に遅くなるので',
    '失敗の理由を記録し',
    '元の要求は誰かが見るまで残します',
  ],
  ru: 'предел повторов равен трём попыткам и каждая попытка ждёт дольше предыдущей потому что служба после перезапуска отвечает медленно'.split(
    ' ',
  ),
};

/** The text of one message of about `words` words, Markdown. */
export function prose(next: () => number, words: number): string {
  const language = next() < 0.7 ? 'en' : ((['de', 'ja', 'ru'] as const)[Math.floor(next() * 3)] ?? 'de');
  const list = vocabulary[language];
  const pick = () => list[Math.floor(next() * list.length)] ?? '';
  const sentence = () => {
    const count = 6 + Math.floor(next() * 14);
    const text = Array.from({ length: language === 'ja' ? 2 : count }, pick).join(
      language === 'ja' ? '、' : ' ',
    );
    return language === 'ja'
      ? `${text}。`
      : `${text[0]?.toUpperCase()}${text.slice(1)} ${Math.floor(next() * 900)} ms.`;
  };
  const blocks: string[] = [];
  for (let written = 0; written < words; written += 40) {
    const kind = next();
    if (kind < 0.1)
      blocks.push(
        `\`\`\`ts\nconst limit${written} = ${Math.floor(next() * 99)};\nawait retry(() => send(request, { timeout: limit${written} }));\n\`\`\``,
      );
    else if (kind < 0.2)
      blocks.push(Array.from({ length: 4 }, () => `- **${pick()}**: ${sentence()}`).join('\n'));
    else if (kind < 0.25)
      blocks.push(
        `| name | value |\n|---|---|\n| ${pick()} | ${Math.floor(next() * 999)} |\n| ${pick()} | \`src/${pick()}.ts\` |`,
      );
    else blocks.push([sentence(), sentence(), sentence()].join(language === 'ja' ? '' : ' '));
  }
  return blocks.join('\n\n');
}

/** A chat file of at least `bytes` bytes. */
export function chatFile(bytes: number, seed = 1): Buffer {
  const next = random(seed);
  const parts: Buffer[] = [Buffer.from(`---\nsession_id: bench-${seed}\ntitle: Bench\n---\n`)];
  let size = 0;
  for (let id = 1; size < bytes; id++) {
    const block = Buffer.from(id % 2 === 1 ? user(id, next) : assistant(id, next));
    parts.push(block);
    size += block.length;
  }
  return Buffer.concat(parts);
}

function user(id: number, next: () => number): string {
  return message(id, 'user', true, prose(next, next() < 0.8 ? 12 : 120));
}

function assistant(id: number, next: () => number): string {
  const long = next() < 0.6;
  const text = prose(next, long ? 80 + next() * 800 : 20);
  const tool =
    next() < 0.33
      ? `<!-- clara:part -->\n{"type":"tool_call","id":"call-${id}","name":"read_file","args":{"path":"src/${id}.ts"}}\n<!-- clara:part -->\n{"type":"tool_result","id":"call-${id}","name":"read_file"}\n${prose(next, 300)}\n`
      : '';
  const short = long ? compacted(id, text.slice(0, Math.floor(text.length / 5))) : '';
  return message(id, 'assistant', false, `${tool}<!-- clara:part -->\n{"type":"text"}\n${text}${short}`);
}

function compacted(id: number, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `\n<!-- clara:compacted -->\n${JSON.stringify({ version: 4, source: hash, recipe: hash, messageId: id, methods: ['extractive'], createdAt: 1_793_607_360_000, text: hash })}\n<!-- clara:segment -->\n{"type":"text"}\n${text}`;
}

function message(id: number, role: string, simple: boolean, body: string): string {
  const at = new Date(1_790_000_000_000 + id * 60_000).toISOString();
  return `<!-- clara:message -->\n${JSON.stringify({ id, role, created_at: at, version: 2, simple })}\n${body}\n<!-- clara:end-message -->\n\n`;
}
