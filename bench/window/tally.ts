/** What stands around the history, and the history's budget, in tokens: the three sizes of the simulation. */
export const sizes = {
  '8k': { system: 1500, state: 150, budget: 5100, summary: 350 },
  '32k': { system: 3000, state: 400, budget: 23_600, summary: 900 },
  '180k': { system: 6000, state: 1000, budget: 173_000, summary: 2500 },
} as const;

export type Size = keyof typeof sizes;

/** One request of a simulated conversation. */
export interface Turn {
  /** Tokens of the whole prompt, and of those how many the cache already had. */
  readonly total: number;
  readonly cached: number;
  /** Tokens that no policy can avoid: the last answer, the new message, the state. */
  readonly least: number;
  /** Whether what stands at the old end changed. */
  readonly moved: boolean;
  /** What is still there, by look-backs whose age is log-uniform: exact + 0.6 shortened + 0.25 outline, 0 … 1. */
  readonly score: number;
}

/** What a policy does over a whole conversation. */
export interface Result {
  /** Prompt tokens outside the cached prefix / the least possible. */
  readonly prefill: number;
  /** Percent of the prompt tokens that were cached. */
  readonly cached: number;
  readonly score: number;
  /** Percent of the budget that the worst turn after the first prefilled. */
  readonly worst: number;
  /** Percent of the turns on which the old end moved. */
  readonly moves: number;
}

/** Sums up the turns of one conversation; linear, keeps no turn. */
export function tally(turns: Iterable<Turn>, size: Size): Result {
  let count = 0;
  let total = 0;
  let cached = 0;
  let least = 0;
  let score = 0;
  let worst = 0;
  let moves = 0;
  for (const turn of turns) {
    total += turn.total;
    cached += turn.cached;
    least += turn.least;
    score += turn.score;
    if (count > 0) worst = Math.max(worst, turn.total - turn.cached);
    if (turn.moved) moves++;
    count++;
  }
  return {
    prefill: (total - cached) / least,
    cached: (100 * cached) / total,
    score: (100 * score) / count,
    worst: (100 * worst) / sizes[size].budget,
    moves: (100 * moves) / count,
  };
}

/** The mean of several results; the worst turn is the worst of all. */
export function mean(results: readonly Result[]): Result {
  const of = (key: keyof Result) => results.reduce((sum, result) => sum + result[key], 0) / results.length;
  return {
    prefill: of('prefill'),
    cached: of('cached'),
    score: of('score'),
    worst: Math.max(...results.map(({ worst }) => worst)),
    moves: of('moves'),
  };
}
