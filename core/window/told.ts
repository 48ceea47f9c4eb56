import { type Counted, picture } from './count.ts';
import type { Dialect } from './limits.ts';
import { overhead, type Room } from './room.ts';

/** What of a message is told one by one, and the room that is left to its words. */
export interface Told {
  /** Indices into `Counted.results`, rising: all, or the first and the last ones. */
  readonly results: readonly number[];
  /** Indices into `Counted.others`, likewise. */
  readonly others: readonly number[];
  /** The records and the lines that say how many more there are, in tokens; outputs and pictures not counted. */
  readonly tokens: number;
  /** As many pictures may be sent, the first ones; the others are named. */
  readonly pictures: number;
  /** For the words of a person, a tool or a system message, in tokens. */
  readonly text: number;
}

/**
 * Decides what of a message is told one by one. Results and other records share the room of `room.records` usual ones;
 * what is over is told as a number. `sends` says whether pictures are sent in this form: they share the room of the
 * words, to which at least a quarter of it is left.
 */
export function told(counted: Counted, room: Room, dialect: Dialect, sends: boolean): Told {
  const { results, others } = counted;
  const pictures =
    sends && room.pictures ? Math.min(counted.pictures, Math.floor((room.text * 0.75) / picture)) : 0;
  const words = Math.max(leastWords, room.text - pictures * picture);
  if (results.length + others.length === 0)
    return { results: [], others: [], tokens: 0, pictures, text: words };
  const clara = dialect === 'clara';
  // the reference's record says name and ids up to four times
  const ofResults = results.map(({ record, names }) => (clara ? 84 + 4 * names : record + 2));
  // among words of another language the same words cost up to 15 % more
  const ofOthers = others.map((record) => (clara ? 60 + 2 * record : Math.ceil(record * 1.15) + 1));
  const { record, more } = overhead(dialect);
  const all = room.records * record;
  const forResults = ends(ofResults, Math.max(all / 2, all - sum(ofOthers)));
  const forOthers = ends(ofOthers, Math.max(all / 2, all - sum(ofResults)));
  const lines =
    (forResults.length < results.length ? more : 0) + (forOthers.length < others.length ? more : 0);
  const tokens =
    sum(forResults.map((index) => ofResults[index] ?? 0)) +
    sum(forOthers.map((index) => ofOthers[index] ?? 0)) +
    lines;
  return {
    results: forResults,
    others: forOthers,
    tokens,
    pictures,
    text: Math.max(leastWords, words - lines),
  };
}

/** The line that says how to read words that were cut takes this much, in tokens: fewer words are shown as they are. */
const leastWords = 30;

/** Whether the usable short form of a message stands for it: where it is no longer than what it stands for. */
export function takesShort({ short, text }: Counted, foreign: boolean, { text: most }: Told): boolean {
  return short !== undefined && short <= (foreign ? Math.min(text, most) : text);
}

/** The indices that fit, taken in turn from both ends; all where all fit. */
function ends(sizes: readonly number[], room: number): readonly number[] {
  if (sum(sizes) <= room) return sizes.map((_, index) => index);
  const head: number[] = [];
  const tail: number[] = [];
  let left = room;
  for (let from = 0, to = sizes.length - 1, first = true; from <= to; first = !first) {
    const index = first ? from++ : to--;
    left -= sizes[index] ?? 0;
    if (left < 0) break;
    (first ? head : tail).push(index);
  }
  return [...head, ...tail.reverse()];
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}
