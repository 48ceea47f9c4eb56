/**
 * How documents are ranked: BM25F with neighbouring passages as weaker fields (a question's answer stands in the next
 * message), pairs of neighbouring words, dates and speakers that the query names. Chosen on half of the LoCoMo
 * conversations, confirmed on the other half (scripts/eval-locomo.ts).
 */
export interface Ranking {
  /** BM25: where more occurrences stop counting, and how much length is held against a passage. */
  readonly k1: number;
  readonly b: number;
  /** The power of the inverse document frequency. */
  readonly rarity: number;
  /** How much a word counts that stands 1, 2, 3 passages before this one, or behind it. */
  readonly before: readonly number[];
  readonly behind: readonly number[];
  /** How much a word counts that stands in the first passage of the same long text. */
  readonly head: number;
  readonly pair: number;
  readonly date: number;
  /** Shares of the score: added for the named speaker, taken from questions when the query is one, added for length. */
  readonly speaker: number;
  readonly question: number;
  readonly length: number;
}

export const ranking: Ranking = {
  k1: 0.9,
  b: 0.5,
  rarity: 1.3,
  before: [0.45, 0.4, 0.2],
  behind: [0.35, 0.2, 0.1],
  head: 0.3,
  pair: 0.3,
  date: 2,
  speaker: 0.3,
  question: 0.2,
  length: 0.03,
};
