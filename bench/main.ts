/**
 * `npm run bench -- [NAME…] [--full] [--json]`: every number beside a peer or the physical limit, in one run.
 * Ratios are what counts; milliseconds on a shared machine are not.
 */
import type { Row } from './row.ts';

type Piece = (options: { readonly full: boolean }) => Promise<readonly Row[]>;

const pieces: Readonly<Record<string, () => Promise<Piece>>> = {
  format: async () => (await import('./format.ts')).format,
  chat: async () => (await import('./chat.ts')).chat,
  start: async () => (await import('./start.ts')).start,
  words: async () => (await import('./words.ts')).words,
  tokens: async () => (await import('./tokens.ts')).tokens,
  compaction: async () => (await import('./compaction.ts')).compaction,
  search: async () => (await import('./search.ts')).search,
  window: async () => (await import('./window.ts')).window,
};

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const full = process.argv.includes('--full');
const unknown = names.filter((name) => !Object.hasOwn(pieces, name));
if (unknown.length > 0) {
  process.stderr.write(
    `no bench called ${unknown.join(', ')}; there are: ${Object.keys(pieces).join(', ')}\n`,
  );
  process.exit(2);
}

const all: Row[] = [];
for (const [name, load] of Object.entries(pieces)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`${name} ...\n`);
  const rows = await (await load())({ full });
  all.push(...rows);
  if (!process.argv.includes('--json')) print(name, rows);
}
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(all, null, 1)}\n`);

function print(name: string, rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.ok ? 'ok  ' : 'MISS',
    row.name,
    `${round(row.value)} ${row.unit}`,
    `${round(row.ratio)} ×`,
    row.goal,
    row.against,
  ]);
  const table = [['', name, 'value', 'ratio', 'goal', 'against'], ...cells];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  process.stdout.write('\n');
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
