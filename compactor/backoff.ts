/** Milliseconds of the first pause, and the longest. */
export const firstPause = 1000;
export const longestPause = 300_000;

/** A pause that a server asks for is believed up to this: an hour. */
export const longestAsked = 3_600_000;

/**
 * How long to leave an endpoint alone after `failures` failed calls in a row, in milliseconds: doubling from one second
 * to five minutes, drawn from the upper half so that several clients do not come back together. What the server asked
 * for is waited at least, with up to a tenth more. `random` gives 0 ≤ x < 1.
 */
export function pauseAfter(failures: number, asked: number | undefined, random: () => number): number {
  const full = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 30));
  const drawn = full / 2 + (full / 2) * random();
  if (asked === undefined) return Math.round(drawn);
  const wanted = Math.min(asked, longestAsked);
  return Math.round(Math.max(drawn, wanted * (1 + 0.1 * random())));
}
