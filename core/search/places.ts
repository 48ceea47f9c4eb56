import type { Message } from '../conversation.ts';
import type { Asked } from './asked.ts';
import { characterClass, pairCharacter } from './characters.ts';
import { passages } from './passages.ts';
import type { Postings } from './postings.ts';
import { type Searchable, searchable } from './searchable.ts';
import { tokenAround } from './tokens.ts';

/** A stretch of original words that answers a query. */
export interface Place {
  /** At most about 700 characters, as they stand in the original. */
  readonly text: string;
  /** Which part of the message, and where in its searched words the text begins (UTF-16). */
  readonly part: number;
  readonly at: number;
  /** What matched, as [from, to] offsets in `text`, rising. */
  readonly marks: readonly (readonly [number, number])[];
  /** Whether original words of the same part go on before and behind. */
  readonly more: readonly [boolean, boolean];
}

/** The most places shown of one message. */
const placesLimit = 3;

/** The best passages of a message for a query, best first; only those that hold words of it, where any do. */
export function wordPlaces(
  message: Message,
  index: number,
  { index: postings, slots }: Asked,
  scores: Float64Array,
): Place[] {
  const { layout } = postings;
  const first = firstDocument(postings, index);
  const documents: number[] = [];
  for (let doc = first; layout.message[doc] === index; doc++) if (scores[doc]! > 0) documents.push(doc);
  documents.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const words = searchable(message);
  const found = slots.flat();
  const marked = documents.map((doc) => ({ doc, starts: marksIn(postings, found, doc) }));
  const withMarks = marked.filter(({ starts }) => starts.length > 0);
  return (withMarks.length > 0 ? withMarks : marked)
    .slice(0, placesLimit)
    .map(({ doc, starts }) => place(words, layout.at[doc]!, layout.end[doc]!, starts));
}

/** Passages that hold the phrase, letter case aside, in order. */
export function phrasePlaces(message: Message, phrase: string): Place[] {
  const wanted = phrase.trim().toLowerCase();
  if (wanted === '' || wanted.length > longestPhrase) return [];
  const words = searchable(message);
  const lower = words.text.toLowerCase();
  // Lower case may be longer than the original (İ); offsets would then be wrong, so nothing is said.
  if (lower.length !== words.text.length || !lower.includes(wanted)) return [];
  const places: Place[] = [];
  for (const piece of words.pieces) {
    for (const { at, end } of passages(words.text, piece.at, piece.end)) {
      const start = lower.indexOf(wanted, at);
      if (start === -1 || start >= end || places.length === placesLimit) continue;
      const shown = place(words, at, end, []);
      places.push({
        ...shown,
        marks: [[start - at, Math.min(start - at + wanted.length, shown.text.length)]],
      });
    }
  }
  return places;
}

const longestPhrase = 500;

function place(words: Searchable, at: number, end: number, starts: readonly number[]): Place {
  const piece = words.pieces.find((one) => at >= one.at && at < one.end) ?? {
    at,
    end,
    part: 0,
    spoken: true,
  };
  const text = words.text.slice(at, end);
  const marks: [number, number][] = [];
  for (const start of starts) {
    const isPair = characterClass(words.text.charCodeAt(start)) === pairCharacter;
    const to = Math.min(end, isPair ? start + 2 : tokenAround(words.text, start).end);
    const last = marks.at(-1);
    if (last !== undefined && start - at <= last[1]) last[1] = Math.max(last[1], to - at);
    else marks.push([start - at, to - at]);
  }
  return { text, part: piece.part, at: at - piece.at, marks, more: [at > piece.at, end < piece.end] };
}

function firstDocument({ layout: { message } }: Postings, index: number): number {
  let low = 0;
  let high = message.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (message[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the words stand in one document, rising. */
function marksIn({ starts, documents, places }: Postings, found: readonly number[], doc: number): number[] {
  const marks = new Set<number>();
  for (const slot of found) {
    let low = starts[slot]!;
    let high = starts[slot + 1]!;
    const last = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (documents[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    for (; low < last && documents[low] === doc; low++) marks.add(places[low]!);
  }
  return [...marks].sort((a, b) => a - b);
}
