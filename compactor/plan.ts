import {
  type Compaction,
  type Conversation,
  codePoints,
  type Message,
  type MinWords,
  type Need,
  need,
  type Recipe,
  reuse,
  type SkipReason,
  wordVerdict,
} from '../core/index.ts';
import type { Job } from './queue.ts';
import { bare } from './task.ts';

/** What is known of words that were worked on before, all by the hash of their source. */
export interface Memory {
  /** A short form that was accepted for them. */
  summary(source: string): Compaction | undefined;
  /** Why they have none. */
  refusal(source: string): { readonly reason: string; readonly detail: string } | undefined;
  /** The exact count of their words said that they are short. */
  isShort(source: string): boolean;
  /** They failed too often. */
  isParked(source: string): boolean;
}

/** What one chat needs: what is known already, and what somebody has to shorten. Newest message first. */
export interface Plan {
  readonly messages: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly known: readonly { readonly message: Message; readonly compaction: Compaction }[];
  readonly refused: readonly {
    readonly messageId: number;
    readonly reason: string;
    readonly detail: string;
  }[];
  readonly parked: readonly number[];
  readonly jobs: readonly Job[];
}

/**
 * Plans the work on one chat. Hashes decide first and a quick look at the words last; where that look cannot tell, the
 * message counts as long here and the worker counts exactly.
 */
export function plan(
  path: string,
  { messages }: Conversation,
  recipe: Recipe,
  minWords: MinWords,
  memory: Memory,
): Plan {
  const skipped: Partial<Record<SkipReason, number>> = {};
  const known: { message: Message; compaction: Compaction }[] = [];
  const refused: { messageId: number; reason: string; detail: string }[] = [];
  const parked: number[] = [];
  const jobs = new Map<string, Job>();
  const skip = (reason: SkipReason): void => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  for (const message of messages.toReversed()) {
    const wanted = need(message, recipe, minWords, mayBeLong);
    if ('skip' in wanted) skip(wanted.skip);
    else if (memory.isShort(wanted.source)) skip('short');
    else {
      const compaction = memory.summary(wanted.source);
      const refusal = memory.refusal(wanted.source);
      if (compaction !== undefined) known.push({ message, compaction });
      else if (refusal !== undefined) refused.push({ messageId: message.id, ...refusal });
      else if (memory.isParked(wanted.source)) parked.push(message.id);
      else addJob(jobs, jobFor(path, message, wanted, minWords));
    }
  }
  return { messages: messages.length, skipped, known, refused, parked, jobs: [...jobs.values()] };
}

/** Characters (code points) that a short form saves: those of the words, less those of texts and anchors. */
export function savedBy(originals: readonly string[], { segments }: Compaction): number {
  const kept = segments.filter(({ type }) => type === 'text' || type === 'anchors');
  return codePoints(originals.join('\n')) - codePoints(kept.map(({ text }) => text).join('\n'));
}

/** A short form made for equal words, with the markers and the id of this message; undefined when it does not fit. */
export function forMessage(message: Message, recipe: Recipe, compaction: Compaction): Compaction | undefined {
  const wanted = need({ ...bare(message) }, recipe, 1, () => true);
  return 'skip' in wanted ? undefined : reuse(wanted, compaction);
}

function mayBeLong(markdown: string, words: number): boolean {
  return wordVerdict(markdown, words) !== 'short';
}

/** Equal words are shortened once, for all messages that say them. */
function addJob(jobs: Map<string, Job>, job: Job): void {
  const same = jobs.get(job.source);
  jobs.set(job.source, same === undefined ? job : { ...same, also: [...same.also, job.message] });
}

function jobFor(path: string, message: Message, { source, role }: Need, minWords: MinWords): Job {
  const said = bare(message);
  const size = said.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  const words = typeof minWords === 'number' ? minWords : (minWords[role] ?? 50);
  return { path, source, message: said, also: [], minWords: words, size };
}
