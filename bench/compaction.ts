import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type CompactorEvent, compactOnce, Pool } from '../compactor/index.ts';
import { type NewMessage, printChat } from '../core/index.ts';
import { openVault } from '../vault/index.ts';
import { watchingRows } from './compaction/watching.ts';
import { prose, random } from './corpus.ts';
import type { Row } from './row.ts';

/** The compactor beside what it does without threads, without batches and without a quiet start. */
export async function compaction({ full }: { readonly full: boolean }): Promise<readonly Row[]> {
  return [
    ...(await poolRows(full ? 2000 : 400)),
    await batchRow(full ? 10_000 : 2000, full ? 1000 : 200),
    ...(await watchingRows(full ? 10_000 : 1000)),
  ];
}

/**
 * One pass of the extractive method over many chats, on two threads and in one piece on the main thread. Both sides run
 * the built programs, and both have run before.
 */
async function poolRows(chats: number): Promise<Row[]> {
  const texts = Array.from({ length: chats }, (_, at) => chatText(at + 1, 8));
  const files = (some: readonly string[]) => Object.fromEntries(some.map((text, at) => [`${at}.md`, text]));
  const pool = new Pool({ threads: 2 });
  const warm = vaultOf(files(texts.slice(0, 60)), { concurrency: 2 });
  await pass(warm, pool);
  const folder = vaultOf(files(texts), { concurrency: 2 });
  const core = await built();
  inline(core, texts.slice(0, 60));
  const alone = measured(() => inline(core, texts));
  const { time, stall, accepted } = await pass(folder, pool);
  await pool.close();
  for (const done of [warm, folder]) rmSync(done, { recursive: true, force: true });
  return [
    {
      name: `one pass over ${chats} chats (${accepted} short forms), 2 threads`,
      value: time,
      unit: 'ms',
      against: 'the same work inline',
      ratio: alone / time,
      goal: '≥ 0.95 × its speed',
      ok: alone / time >= 0.95,
    },
    {
      name: '… longest stall of the main thread',
      value: stall,
      unit: 'ms',
      against: 'inline',
      ratio: stall / alone,
      goal: '≤ 1/15',
      ok: stall / alone <= 1 / 15,
    },
  ];
}

async function pass(folder: string, pool: Pool): Promise<{ time: number; stall: number; accepted: number }> {
  const vault = await openVault(folder);
  await vault.chats();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const from = performance.now();
  const { accepted } = await compactOnce(vault, undefined, { dryRun: true, pool });
  const time = performance.now() - from;
  delay.disable();
  await vault.close();
  return { time, stall: delay.max / 1e6, accepted };
}

type Core = typeof import('../core/index.ts');

function built(): Promise<Core> {
  return import(new URL('../dist/core.js', import.meta.url).href);
}

function inline(core: Core, texts: readonly string[]): number {
  const { compactor } = core.settle([]).settings;
  const today = core.recipe(compactor);
  let done = 0;
  for (const text of texts) {
    for (const message of core.parse(Buffer.from(text)).messages) {
      const wanted = core.need(message, today, compactor.min_words, core.isLong);
      if ('skip' in wanted) continue;
      const replies = wanted.originals.map((original) => ({
        text: core.shorten(original, wanted.role, wanted.originalSaving),
        finish: 'stop',
      }));
      if ('compaction' in core.accept(wanted, core.candidate(wanted, 'extractive', replies), 0)) done++;
    }
  }
  return done;
}

/** How often a long chat is written when many of its messages get their short forms in one pass. */
async function batchRow(messages: number, long: number): Promise<Row> {
  const next = random(7);
  const every = messages / long;
  const chat = printChat({
    messages: Array.from({ length: messages }, (_, at) =>
      said(at, at % every === 0 ? prose(next, 120) : 'Fine.'),
    ),
  });
  const folder = vaultOf({ 'a.md': chat });
  const vault = await openVault(folder);
  const written: CompactorEvent[] = [];
  const { accepted } = await compactOnce(vault, undefined, {}, (event) => {
    if (event.type === 'written') written.push(event);
  });
  await vault.close();
  rmSync(folder, { recursive: true, force: true });
  const writes = written.length;
  return {
    name: `${accepted} short forms into a chat of ${messages} messages`,
    value: writes,
    unit: 'writes',
    against: 'one write each',
    ratio: writes / accepted,
    goal: '≤ 1/40',
    ok: writes / accepted <= 1 / 40,
  };
}

function chatText(seed: number, messages: number): string {
  const next = random(seed);
  return printChat({
    messages: Array.from({ length: messages }, (_, at) => said(at, prose(next, next() < 0.5 ? 15 : 120))),
  });
}

function said(at: number, text: string): NewMessage {
  return {
    id: at + 1,
    role: at % 2 === 0 ? 'user' : 'assistant',
    createdAt: '2026-11-02T08:00:00Z',
    parts: [{ type: 'text', text }],
  };
}

function vaultOf(
  files: Readonly<Record<string, string>>,
  compactor: Readonly<Record<string, unknown>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  writeFileSync(join(folder, 'chatvault.yaml'), JSON.stringify({ compactor }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

function measured(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
