/**
 * What writing costs: calls of the disk for one short form and for a thousand, and the time of one lossless rewrite
 * against the bare minimum (write, fsync, rename) of the same bytes. Run: node --import tsx scripts/measure-writing.ts
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Edit, type Message, printChat, sha256, source } from '../core/index.ts';
import { disk, openVault } from '../vault/index.ts';
import { replace } from '../vault/write/replace.ts';
import { workOf } from '../vault/write/work.ts';
import { hooked } from './torture/hooked.ts';

const base = join(import.meta.dirname, '../.tmp-tests');
mkdirSync(base, { recursive: true });
const root = mkdtempSync(join(base, 'writing-'));
const calls: Record<string, number> = {};
let bytes = 0;
const counting = hooked(({ name, args }) => {
  calls[name] = (calls[name] ?? 0) + 1;
  if (name === 'write') bytes += (args[1] as Uint8Array[]).reduce((sum, { length }) => sum + length, 0);
  return undefined;
});

try {
  for (const [messages, results] of [
    [60, 1],
    [10_000, 1000],
  ] as const) {
    writeFileSync(join(root, 'chat.md'), chat(messages));
    utimesSync(join(root, 'chat.md'), 1e9, 1e9);
    const vault = await openVault(root, { disk: counting, env: {} });
    const read = (await vault.read('chat.md')).conversation.messages;
    const edits = read.slice(0, results).map(shortForm);
    for (const name of Object.keys(calls)) delete calls[name];
    bytes = 0;
    const report = await vault.edit('chat.md', edits);
    const added = edits.length * 400;
    print(
      `${results} short form${results > 1 ? 's' : ''} into ${messages} messages, one write: ${report.outcome}`,
      {
        rewrites: report.exchanges,
        calls: Object.values(calls).reduce((sum, each) => sum + each, 0),
        syncs: (calls.sync ?? 0) + (calls.syncFolder ?? 0),
        renames: (calls.rename ?? 0) + (calls.exchange ?? 0),
        bytesWritten: bytes,
        amplification: Math.round(bytes / added),
      },
    );
    await vault.close();
  }
  const sizes = [36, 1024, 5120];
  for (const size of sizes) await compare(size);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Medians of alternating rewrites of one file of so many KB: the replacement alone, with its lock and planning, and bare. */
async function compare(kilobytes: number): Promise<void> {
  const text = chat(Math.ceil((kilobytes * 1024) / 700));
  const file = join(root, 'chat.md');
  writeFileSync(file, text);
  utimesSync(file, 1e9, 1e9);
  const vault = await openVault(root, { disk, env: {} });
  const [first] = (await vault.read('chat.md')).conversation.messages;
  const put = [shortForm(first!)];
  const times: Record<'replace' | 'edit' | 'bare', number[]> = { replace: [], edit: [], bare: [] };
  const target = {
    disk,
    file,
    work: workOf(root, 'chat.md'),
    mode: 'lossless',
    noExchange: new Set<number>(),
  } as const;
  for (let round = 0; round < 60; round += 1) {
    const now = readFileSync(file);
    const planned = { kind: 'write', slices: [now, Buffer.from(`draft ${round}\n`)] } as const;
    times.replace.push(await timed(() => replace(target, () => planned)));
    const edits: Edit[] = round % 2 === 0 ? put : [{ kind: 'uncompact' }];
    times.edit.push(await timed(() => vault.edit('chat.md', edits)));
    times.bare.push(await timed(() => bareWrite(join(root, 'bare.md'), now)));
  }
  await vault.close();
  const [replaced, edited, bare] = [times.replace, times.edit, times.bare].map(median) as [
    number,
    number,
    number,
  ];
  print(`${kilobytes} KB, medians of 60`, {
    bareMs: rounded(bare),
    replaceMs: rounded(replaced),
    replaceRatio: rounded(replaced / bare),
    editMs: rounded(edited),
    editRatio: rounded(edited / bare),
  });
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

async function bareWrite(file: string, now: Uint8Array): Promise<void> {
  const fd = openSync(`${file}.new`, 'w');
  writeSync(fd, now);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(`${file}.new`, file);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function chat(messages: number): string {
  const text = 'A message of some length about the plans for the garden and what they cost. '.repeat(7);
  return printChat({
    messages: Array.from({ length: messages }, (_, at) => ({
      id: at + 1,
      role: 'user' as const,
      createdAt: '2026-01-01T00:00:00Z',
      parts: [{ type: 'text' as const, text }],
    })),
  });
}

function shortForm(message: Message): Edit {
  const words = 'Plans for the garden and their costs.';
  const wanted = source(message);
  return {
    kind: 'compact',
    messageId: message.id,
    source: wanted,
    compaction: {
      version: 4,
      source: wanted,
      recipe: sha256('measure'),
      messageId: message.id,
      methods: ['extractive'],
      createdAt: 0,
      text: sha256(words),
      segments: [{ type: 'text', text: words }],
    },
  };
}

function print(what: string, numbers: Record<string, number>): void {
  process.stdout.write(`${what}\n`);
  for (const [name, value] of Object.entries(numbers)) process.stdout.write(`  ${name}: ${value}\n`);
}
