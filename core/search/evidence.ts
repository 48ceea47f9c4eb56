import type { Asked } from './asked.ts';
import type { Postings } from './postings.ts';
import { ranking } from './ranking.ts';
import { score } from './score.ts';

/**
 * How strongly a conversation answers a query at all, as against sharing some of its words by chance: the best score
 * among the documents that `counts` lets through over the square root of what all the query's words could say, plus how
 * much of the words' weight stands together in one passage, plus a share when the query names one of the speakers (then
 * it is about this conversation). Comparable between queries of different length. Weights and `evidenceThreshold` were
 * chosen on half of the LoCoMo conversations against questions asked of other conversations.
 */
export function evidence(asked: Asked, counts: (document: number) => boolean): number {
  const { index: postings, query } = asked;
  const { names } = postings.layout.speakers;
  const isName = (index: number) =>
    query.words[index]!.stems.some((stem) => names.some((name) => alike(stem, name)));
  // Who speaks and when says nothing about whether the thing was ever spoken of.
  const words = query.words.map((word, index) => (isName(index) ? { ...word, weight: 0 } : word));
  const plain = { ...ranking, speaker: 0, question: 0, length: 0, date: 0 };
  const { scores, wanted, rarities } = score(
    { ...asked, query: { ...query, words, dates: [], speakers: [] } },
    plain,
  );
  const best = bestDocuments(scores, counts);
  const [first] = best;
  if (first === undefined || wanted === 0) return 0;
  const together = best
    .map((document) => standing({ ...asked, query: { ...query, words } }, rarities, document))
    .reduce((most, one) => Math.max(most, one), 0);
  const named = query.speakers.length > 0 ? namedShare : 0;
  return scores[first]! / Math.sqrt(wanted) + (togetherShare * together) / wanted + named;
}

/** Below this a conversation most likely does not speak of what is asked. */
export const evidenceThreshold = 4.45;

const togetherShare = 1.4;
const namedShare = 1.67;
/** How many of the best documents are looked at for words that stand together. */
const looked = 4;

function alike(stem: string, name: string): boolean {
  return stem === name || (name.length > 4 && stem.startsWith(name.slice(0, 5)));
}

function bestDocuments(scores: Float64Array, counts: (document: number) => boolean): number[] {
  const best: number[] = [];
  for (let document = 0; document < scores.length; document++) {
    if (scores[document]! <= 0 || !counts(document)) continue;
    let place = best.length;
    while (place > 0 && scores[best[place - 1]!]! < scores[document]!) place--;
    if (place < looked) best.splice(place, 0, document);
    if (best.length > looked) best.pop();
  }
  return best;
}

/** The sum of the weights of the words that stand in one document. */
function standing({ index, query, slots }: Asked, rarities: readonly number[], document: number): number {
  let sum = 0;
  for (const [place, { weight }] of query.words.entries()) {
    if (weight > 0 && slots[place]!.some((slot) => stands(index, slot, document)))
      sum += weight * rarities[place]!;
  }
  return sum;
}

function stands({ starts, documents }: Postings, slot: number, document: number): boolean {
  let low = starts[slot]!;
  let high = starts[slot + 1]!;
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low < end && documents[low] === document;
}
