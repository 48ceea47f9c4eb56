import { type Counted, picture } from './count.ts';
import type { Limits } from './limits.ts';
import { header, type Room } from './room.ts';
import { type Told, takesShort, told } from './told.ts';

/** What one message takes in each form, in tokens. */
export interface Cost {
  /** Word for word, outputs included. */
  readonly verbatim: number;
  /** Word for word, outputs told as records. */
  readonly quiet: number;
  /** In its short form where it has one, else as written; outputs told as records. */
  readonly old: number;
  /** Whether even word for word something of it does not fit its room. */
  readonly cut: boolean;
}

/** The cost of a message; `foreign` says whether its words are a person's or a tool's, which may be cut. */
export function cost(counted: Counted, foreign: boolean, room: Room, limits: Limits): Cost {
  const head = header(limits);
  const sent = told(counted, room, limits.dialect, true);
  const named = sent.pictures === 0 ? sent : told(counted, room, limits.dialect, false);
  const text = foreign ? Math.min(counted.text, sent.text) : counted.text;
  const quiet = head + sent.tokens + text + sent.pictures * picture;
  const old = takesShort(counted, foreign, named)
    ? (counted.short ?? 0)
    : foreign
      ? Math.min(counted.text, named.text)
      : counted.text;
  const { outputs, cut } = outputCost(counted, sent, room);
  return {
    verbatim: quiet + outputs,
    quiet,
    old: head + named.tokens + old,
    cut: cut || sent.others.length < counted.others.length || text < counted.text,
  };
}

function outputCost(
  { results }: Counted,
  sent: Told,
  room: Room,
): { readonly outputs: number; readonly cut: boolean } {
  if (results.length === 0) return { outputs: 0, cut: false };
  const sizes = outputSizes({ results }, sent.results, room);
  let outputs = 0;
  let cut = sent.results.length < results.length;
  sent.results.forEach((index, nth) => {
    const { args = 0, output = 0 } = results[index] ?? {};
    outputs += args + 1 + (sizes[nth] ?? 0);
    cut ||= (sizes[nth] ?? 0) < output;
  });
  return { outputs, cut };
}

/** What each told output of a message gets, in tokens: all it has, or an equal share for the largest ones. */
export function outputSizes(
  { results }: Pick<Counted, 'results'>,
  shown: Told['results'],
  room: Room,
): readonly number[] {
  const wanted = shown.map((index) => Math.min(results[index]?.output ?? 0, room.output));
  const most = fairShare(wanted, room.outputs);
  return wanted.map((size) => Math.min(size, most));
}

/** The largest size that each of some things may have so that together they fit; Infinity when all fit as they are. */
export function fairShare(sizes: readonly number[], total: number): number {
  let left = total;
  const sorted = [...sizes].sort((a, b) => a - b);
  for (let index = 0; index < sorted.length; index++) {
    const size = sorted[index] ?? 0;
    const equal = Math.floor(left / (sorted.length - index));
    if (size > equal) return equal;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
