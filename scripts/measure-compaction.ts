/**
 * Measures short forms made without a model on real conversations: how many are accepted, what they save, where the
 * picked sentences stand, which exact facts are kept. Prints a table and one line of JSON.
 *
 *     node --import tsx scripts/measure-compaction.ts [--show N [--skip N] [--kind KIND]]
 *
 * `--show` prints N messages with their short forms instead, for reading.
 */
import { parseArgs } from 'node:util';
import { pick } from '../core/compaction/extractive/shorten.ts';
import { accept, candidate, codePoints, defaults, type Need, need, recipe } from '../core/index.ts';
import { facts } from '../core/text/facts.ts';
import { isLong } from '../core/text/markdown.ts';
import { type Kind, kinds, type RealMessage, realMessages } from './real-chats.ts';

const { values } = parseArgs({
  options: {
    show: { type: 'string' },
    skip: { type: 'string' },
    kind: { type: 'string' },
    refused: { type: 'boolean' },
  },
});
const settings = defaults().compactor;
const byPicking = recipe({ ...settings, method: 'extractive' });

/** What became of one message that wants a short form. */
interface Outcome {
  readonly from: string;
  readonly need: Need;
  readonly short: string;
  readonly refused?: string;
  /** Code points of text and anchors, and of the sections. */
  readonly size: number;
  readonly whole: number;
  readonly words: number;
  readonly picks: number;
  readonly beyond: number;
  readonly facts: number;
  readonly kept: number;
  readonly inWords: number;
  readonly milliseconds: number;
}

if (values.show !== undefined) show(Number(values.show), Number(values.skip ?? 0));
else report();

function outcomes(kind: Kind): readonly Outcome[] {
  return realMessages(kind).flatMap((real) => outcome(real) ?? []);
}

function outcome({ from, message }: RealMessage): Outcome | undefined {
  const asked = need(message, byPicking, settings.min_words, isLong);
  if ('skip' in asked) return undefined;
  const start = performance.now();
  const picks = asked.originals.map((original) => pick(original, asked.role, asked.originalSaving));
  const milliseconds = performance.now() - start;
  const replies = picks.map(({ text }) => ({ text, finish: 'stop' }));
  const verdict = accept(asked, candidate(asked, 'extractive', replies), 0);
  const texts = asked.sections.flatMap((section) => (section.type === 'text' ? [section.text] : []));
  const whole = texts.join('\n');
  const segments =
    'refused' in verdict ? [] : verdict.compaction.segments.filter(({ type }) => type !== 'marker');
  const short = segments.map(({ text }) => text).join('\n');
  const words = segments
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
  const exact = [...new Set(facts(whole).map(({ text }) => text))];
  const starts = picks.flatMap((one, at) => one.starts.map((start) => start / asked.originals[at]!.length));
  return {
    from,
    need: asked,
    short: segments
      .map(({ type, text }) => (type === 'anchors' ? `\n⚓ ${text.replaceAll('\n', '\n⚓ ')}` : text))
      .join('\n'),
    ...('refused' in verdict
      ? {
          refused: `${verdict.refused}: ${verdict.detail}\n${replies.map(({ text }) => text).join('\n~~\n')}`,
        }
      : {}),
    size: codePoints(short),
    whole: codePoints(whole),
    words: codePoints(words),
    picks: starts.length,
    beyond: starts.filter((start) => start > 1 / 3).length,
    facts: exact.length,
    kept: exact.filter((fact) => short.includes(fact)).length,
    inWords: exact.filter((fact) => words.includes(fact)).length,
    milliseconds,
  };
}

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

function figuresOf(found: readonly Outcome[]) {
  const good = found.filter(({ refused }) => refused === undefined);
  const share = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 10;
  const sum = (value: (one: Outcome) => number, of = good): number =>
    of.reduce((total, one) => total + value(one), 0);
  const mean = (value: (one: Outcome) => number): number =>
    Math.round((1000 * sum(value)) / Math.max(1, good.length)) / 10;
  const withFacts = good.filter((one) => one.facts > 0);
  return {
    eligible: found.length,
    accepted: share(good.length, found.length),
    'size %': share(
      sum((one) => one.size),
      sum((one) => one.whole),
    ),
    'mean size %': mean((one) => one.size / one.whole),
    'words %': share(
      sum((one) => one.words),
      sum((one) => one.whole),
    ),
    'beyond 1/3 %': share(
      sum((one) => one.beyond),
      sum((one) => one.picks),
    ),
    'mean beyond %': mean((one) => one.beyond / Math.max(1, one.picks)),
    'facts kept %': share(
      sum((one) => one.kept),
      sum((one) => one.facts),
    ),
    'mean kept %':
      Math.round((1000 * sum((one) => one.kept / one.facts, withFacts)) / Math.max(1, withFacts.length)) / 10,
    'in words %': share(
      sum((one) => one.inWords),
      sum((one) => one.facts),
    ),
    'ms / MB': Math.round(
      (1e6 * sum((one) => one.milliseconds)) /
        Math.max(
          1,
          sum((one) => one.whole),
        ),
    ),
  };
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
