/**
 * Measures short forms made without a model on real conversations: how many are accepted, what they save, where the
 * picked sentences stand, which exact facts are kept. Prints a table and one line of JSON.
 *
 *     node --import tsx scripts/measure-compaction.ts [--show N [--skip N] [--kind KIND]]
 *
 * `--show` prints N messages with their short forms instead, for reading.
 */
import { parseArgs } from 'node:util';
import { figuresOf, outcomes } from './compaction-figures.ts';
import { kinds } from './real-chats.ts';

const { values } = parseArgs({
  options: {
    show: { type: 'string' },
    skip: { type: 'string' },
    kind: { type: 'string' },
    refused: { type: 'boolean' },
  },
});
if (values.show !== undefined) show(Number(values.show), Number(values.skip ?? 0));
else report();

function report(): void {
  const rows = [...kinds.map((kind) => [kind, outcomes(kind)] as const)];
  const all = rows.flatMap(([, found]) => found);
  if (all.length === 0)
    console.log('no conversations to measure: set CHATVAULT_DATA to a folder that has some');
  const figures = [...rows, ['all', all] as const].map(([kind, found]) => ({ kind, ...figuresOf(found) }));
  console.table(figures);
  console.log(JSON.stringify(figures));
  const refused = all.filter((one) => one.refused !== undefined);
  for (const one of values.refused ? refused : [])
    console.log(`\n=== ${one.from}\n${one.need.originals.join('\n---\n')}\n>>> ${one.refused}`);
}

function show(count: number, skip: number): void {
  const from = kinds.filter((kind) => values.kind === undefined || kind === values.kind).flatMap(outcomes);
  const step = Math.max(1, Math.floor(from.length / Math.max(1, count)));
  for (let at = skip; at < from.length && at < skip + count * step; at += step) {
    const one = from[at]!;
    console.log(
      `\n################ ${one.from}: ${one.whole} → ${one.size} (${one.words} in words), facts ${one.kept}/${one.facts}`,
    );
    for (const section of one.need.sections) if (section.type === 'text') console.log(section.text);
    console.log(`---------------- ${one.refused ?? ''}\n${one.short}`);
  }
}
