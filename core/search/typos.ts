import { distance } from 'fastest-levenshtein';
import type { Postings } from './postings.ts';
import type { Query } from './query.ts';

/** A word of a query that stands nowhere, and the word it was taken for. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/**
 * The query with each word that the conversation does not have replaced by the nearest one that it has: one edit for
 * words of 4 letters, two for longer ones; the more frequent of equally near, then the first by code unit.
 * Only asked when nothing else hits. Linear in the number of different words.
 */
export function corrected(query: Query, postings: Postings): { query: Query; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const words = query.words.map((word) => {
    const [stem] = word.stems;
    if (stem === undefined || stem.length < 4 || stem.length > 40) return word;
    const near = nearest(stem, postings);
    if (near === undefined) return word;
    corrections.push({ from: stem, to: near });
    return { ...word, stems: [near] };
  });
  return { query: { ...query, words }, corrections };
}

function nearest(stem: string, { terms, starts }: Postings): string | undefined {
  const reach = stem.length < 5 ? 1 : 2;
  let best: { term: string; edits: number; count: number } | undefined;
  for (const [term, slot] of terms) {
    if (Math.abs(term.length - stem.length) > reach || !letters.test(term)) continue;
    const edits = distance(stem, term);
    // a short word keeps its first letter: most slips do, and chance finds too much
    if (edits > reach || (edits > 1 && stem.length < 8 && term[0] !== stem[0])) continue;
    const count = starts[slot + 1]! - starts[slot]!;
    if (best === undefined || edits < best.edits || (edits === best.edits && betterOf(count, term, best))) {
      best = { term, edits, count };
    }
  }
  return best?.term;
}

const letters = /^[\p{L}\p{M}_]+$/u;

function betterOf(count: number, term: string, best: { term: string; count: number }): boolean {
  return count > best.count || (count === best.count && term < best.term);
}
