import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assemble,
  defaults,
  estimateTokens,
  isLong,
  limits,
  type Message,
  need,
  parse,
  parseTail,
  recipe,
  renderedWords,
  sections,
} from '../core/index.ts';
import { chatFile } from './corpus.ts';
import { beside, faster, medians, type Row } from './row.ts';

const budget = 180_000;
const wanted = recipe(defaults().compactor);

/** What is done with a whole chat: finding what needs a short form, and making a window, at three sizes. */
export async function chat({ full }: { readonly full: boolean }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    const rows: Row[] = [];
    for (const megabytes of full ? [1, 25, 250] : [1, 5, 25]) {
      const file = join(folder, `${megabytes}.md`);
      writeFileSync(file, chatFile(megabytes * 1_000_000, megabytes));
      rows.push(...(await needs(file, megabytes)), ...(await windows(file, megabytes)));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every short form of the made chat is stale, so every message is looked at: the dearest case. */
async function needs(file: string, megabytes: number): Promise<Row[]> {
  const { messages } = parse(readFileSync(file));
  const name = `what needs a short form, ${megabytes} MB`;
  const ours = () => messages.filter((message) => 'source' in need(message, wanted, 50, isLong)).length;
  const ms = await medians({ ours, decode: () => readFileSync(file, 'utf8') });
  const rows = [beside(name, ms.ours, ms.decode, 'read + decode')];
  if (megabytes > 1) return rows;
  const peer = await medians({
    remark: () => messages.filter((message) => remarkWords(message) >= 50).length,
  });
  return [...rows, beside(name, ms.ours, peer.remark, 'remark on every message')];
}

function remarkWords(message: Message): number {
  const texts = sections(message).flatMap((section) => (section.type === 'text' ? [section.text] : []));
  return texts.reduce((sum, text) => sum + renderedWords(text), 0);
}

async function windows(file: string, megabytes: number): Promise<Row[]> {
  const wish = limits({ budget });
  const { size } = statSync(file);
  const fd = openSync(file, 'r');
  const block = (from: number, to: number) => {
    const bytes = Buffer.allocUnsafe(to - from);
    readSync(fd, bytes, 0, bytes.length, from);
    return bytes;
  };
  try {
    const ms = await medians({
      whole: () => assemble(parse(readFileSync(file)), wish).tokens,
      tail: () => assemble(parseTail(block, size, holds).conversation, wish).tokens,
      decode: () => readFileSync(file, 'utf8'),
    });
    const tail = `window of 180k tokens, read from the end, ${megabytes} MB`;
    return [
      beside(`window of 180k tokens, whole chat read, ${megabytes} MB`, ms.whole, ms.decode, 'read + decode'),
      megabytes < 200
        ? beside(tail, ms.tail, ms.whole, 'whole chat read')
        : faster(tail, ms.tail, ms.whole, 'whole chat read', 25),
    ];
  } finally {
    closeSync(fd);
  }
}

/** Whether the newest messages surely fill the window even when all but the tail stand in short forms. */
function holds(messages: readonly Message[]): boolean {
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0 && tokens < budget * 2; at -= 1) {
    for (const part of messages[at]!.parts) if (part.type === 'text') tokens += estimateTokens(part.text);
  }
  return tokens >= budget * 2;
}
