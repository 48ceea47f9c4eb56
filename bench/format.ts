import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { type Conversation, parse, scan } from '../core/index.ts';
import { chatFile } from './corpus.ts';
import { atMost, faster, medians, type Row } from './row.ts';

/** Reading a chat against read + decode of the same file, and against remark. */
export async function format({ full }: { readonly full: boolean }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    const rows: Row[] = [];
    for (const megabytes of full ? [1, 25, 250] : [1, 25]) {
      const file = join(folder, `${megabytes}.md`);
      writeFileSync(file, chatFile(megabytes * 1_000_000, megabytes));
      rows.push(...(await reading(file, megabytes)));
      if (megabytes >= 25) rows.push(memory(file, megabytes));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function reading(file: string, megabytes: number): Promise<Row[]> {
  const ms = await medians({
    decode: () => readFileSync(file, 'utf8'),
    blocks: () => scan(readFileSync(file)),
    index: () => parse(readFileSync(file)).messages.length,
    texts: () => allTexts(parse(readFileSync(file))),
  });
  const rows = [
    atMost(`read and find the blocks, ${megabytes} MB`, ms.blocks, ms.decode, 'read + decode', 0.8),
    atMost(`read and index, texts lazily, ${megabytes} MB`, ms.index, ms.decode, 'read + decode', 0.8),
    atMost(`read with every text, ${megabytes} MB`, ms.texts, ms.decode, 'read + decode', 1),
  ];
  if (megabytes > 1) return rows;
  const markdown = remark().use(remarkGfm);
  const peer = await medians({ remark: () => markdown.parse(readFileSync(file, 'utf8')) });
  return [
    ...rows,
    faster(`read with every text, ${megabytes} MB`, ms.texts, peer.remark, 'remark + gfm', 250),
  ];
}

/** The characters of every text: each getter is called once. */
export function allTexts({ messages }: Conversation): number {
  let characters = 0;
  for (const { parts, compaction } of messages) {
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') characters += part.text.length;
      else if (part.type === 'tool_result') characters += part.output.length;
    }
    for (const segment of compaction?.segments ?? []) characters += segment.text.length;
  }
  return characters;
}

/** Memory of a process that holds the parsed chat, over one that does nothing. */
function memory(file: string, megabytes: number): Row {
  const core = new URL('../dist/core.js', import.meta.url).href;
  const resident = (code: string) =>
    Number(
      execFileSync(
        process.execPath,
        ['--expose-gc', '--input-type=module', '-e', `${code}; gc(); console.log(process.memoryUsage.rss())`],
        {
          env: { ...process.env, FILE: file },
        },
      ),
    ) / 1_000_000;
  const load = `import { parse } from '${core}'; import { readFileSync } from 'node:fs';`;
  const bare = resident(load);
  const held = resident(`${load} globalThis.chat = parse(readFileSync(process.env.FILE))`);
  return atMost(`memory of a parsed chat, ${megabytes} MB`, held - bare, megabytes, 'the file', 2, 'MB');
}
