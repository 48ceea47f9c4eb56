import type { Postings } from './postings.ts';
import type { Query, QueryWord } from './query.ts';

/** A query put to one conversation: where each of its words may stand there. */
export interface Asked {
  readonly index: Postings;
  readonly query: Query;
  /** For each word of the query the slots of `index` that it means. */
  readonly slots: readonly (readonly number[])[];
}

/**
 * Resolves a query's words in an index. A word whose stems the index does not have means the words that begin alike, the
 * last letter aside, and are not much longer (`expiry` finds `expires`, `Schlüssel` finds `Schlüsselbund`).
 */
export function asked(index: Postings, query: Query): Asked {
  const slots = query.words.map(({ stems }) => stems.flatMap((stem) => index.terms.get(stem) ?? []));
  const missing = query.words.flatMap((word, place) =>
    slots[place]!.length === 0 ? [{ place, ...beginnings(word) }] : [],
  );
  const alike = missing.filter(({ starts }) => starts.length > 0);
  if (alike.length === 0) return { index, query, slots };
  for (const [term, slot] of index.terms) {
    for (const { place, starts, longest } of alike) {
      const own = slots[place]!;
      if (term.length > longest || own.length >= mostAlike || own.includes(slot)) continue;
      if (starts.some((start) => term.startsWith(start))) own.push(slot);
    }
  }
  return { index, query, slots };
}

/** How the terms begin that a word may mean when it stands nowhere itself, and how long they may be. */
export function beginnings({ stems }: QueryWord): {
  readonly starts: readonly string[];
  readonly longest: number;
} {
  const long = stems.filter((stem) => stem.length >= 5);
  return {
    starts: long.map((stem) => stem.slice(0, Math.max(5, stem.length - 1))),
    longest: long.reduce((most, stem) => Math.max(most, stem.length + 6), 0),
  };
}

/** So many other words at most are taken for one that stands nowhere. */
const mostAlike = 24;
