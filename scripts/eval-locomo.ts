import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ask, askFalsely, type Prepared, prepared, searchTimes, Tally } from './locomo/measure.ts';
import { readLocomo } from './locomo/read.ts';

/**
 * How much of what was said is found again: `npm run eval:locomo -- FILE [--k 5,10]` prints one JSON object. FILE has
 * LoCoMo's own shape. The ranking was chosen on the first, third and fifth conversation of the default file ("tune") and
 * confirmed on the second and fourth ("check"); for that file both halves are printed too.
 */
const defaultFile = new URL('../../shared/data/locomo/locomo-a.json', import.meta.url).pathname;
const tuned = ['conv-26', 'conv-41', 'conv-43', 'conv-47', 'conv-49'];

const { values, positionals } = parseArgs({ options: { k: { type: 'string' } }, allowPositionals: true });
const file = positionals[0] ?? defaultFile;
const ks = (values.k ?? '5,10').split(',').map(Number);
if (ks.some((k) => !Number.isInteger(k) || k < 1 || k > 100)) {
  process.stderr.write(`--k ${values.k}: expected numbers from 1 to 100, for example --k 5,10\n`);
  process.exitCode = 2;
} else if (existsSync(file)) {
  process.stdout.write(`${JSON.stringify(report(readLocomo(file).map(prepared)))}\n`);
} else {
  process.stderr.write(`${file}: no such file; give one in LoCoMo's shape (locomo10.json)\n`);
  process.exitCode = 3;
}

function report(samples: readonly Prepared[]): Record<string, unknown> {
  const whole = measure(samples);
  if (samples.map(({ name }) => name).join() !== tuned.join()) return whole;
  const half = (parity: number) => measure(samples.filter((_, index) => index % 2 === parity));
  return { ...whole, halves: { tune: half(0), check: half(1) } };
}

function measure(samples: readonly Prepared[]): Record<string, unknown> {
  const tally = new Tally();
  for (const sample of samples) {
    ask(sample, ks, tally);
    for (const other of samples) if (other !== sample) askFalsely(sample, other, tally);
  }
  const at = (name: string) => Object.fromEntries(ks.map((k) => [k, tally.mean(`${name}@${k}`)]));
  const categories = new Set(samples.flatMap(({ questions }) => questions.map(({ category }) => category)));
  return {
    recall: at('recall'),
    by_category: Object.fromEntries(
      [...categories].map((category) => [
        category,
        Object.fromEntries(ks.map((k) => [k, tally.mean(`recall@${k} ${category}`)])),
      ]),
    ),
    with_neighbours: at('neighbours'),
    turns_shown: at('shown'),
    auto_recall: tally.mean('auto'),
    auto_recall_any_turn: tally.mean('auto any'),
    auto_recall_masked: tally.mean('auto masked'),
    auto_recall_tokens: tally.mean('tokens'),
    false_recall: tally.mean('false'),
    false_recall_masked: tally.mean('false masked'),
    ms: milliseconds(samples),
    questions: tally.count('auto'),
    questions_of_others: tally.count('false'),
  };
}

/** The median time of one search with its index at hand, measured apart from everything else. */
function milliseconds(samples: readonly Prepared[]): number {
  const spent = samples.flatMap((sample) => searchTimes(sample, Math.max(...ks))).sort((a, b) => a - b);
  return Math.round((spent[spent.length >> 1] ?? 0) * 1_000) / 1_000;
}
