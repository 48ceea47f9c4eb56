import { pick } from '../core/compaction/extractive/shorten.ts';
import { accept, candidate, codePoints, defaults, type Need, need, recipe } from '../core/index.ts';
import { facts } from '../core/text/facts.ts';
import { isLong } from '../core/text/markdown.ts';
import { type Kind, type RealMessage, realMessages } from './real-chats.ts';

const settings = defaults().compactor;
const byPicking = recipe({ ...settings, method: 'extractive' });

/** What became of one message that wants a short form. */
export interface Outcome {
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
  /** Of processor time, for picking alone. */
  readonly milliseconds: number;
}

/** What became of the messages of one kind that want a short form. */
export function outcomes(kind: Kind): readonly Outcome[] {
  return realMessages(kind).flatMap((real) => outcome(real) ?? []);
}

function outcome({ from, message }: RealMessage): Outcome | undefined {
  const asked = need(message, byPicking, settings.min_words, isLong);
  if ('skip' in asked) return undefined;
  const start = process.cpuUsage();
  const picks = asked.originals.map((original) => pick(original, asked.role, asked.originalSaving));
  const milliseconds = process.cpuUsage(start).user / 1000;
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

/**
 * Percentages over the outcomes: how many were accepted; size of text and anchors, and of text alone, against the
 * originals; picks beyond the first third; exact facts kept, and kept in the text alone. `mean` is over messages.
 */
export function figuresOf(found: readonly Outcome[]) {
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
    'CPU ms / MB': Math.round(
      (1e6 * sum((one) => one.milliseconds)) /
        Math.max(
          1,
          sum((one) => one.whole),
        ),
    ),
  };
}
