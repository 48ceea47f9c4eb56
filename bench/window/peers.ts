import { type Size, sizes, type Turn } from './tally.ts';

/** How other systems keep a history in its budget, over the same messages and costs. */
export const peers = {
  'trim one by one (trimMessages)': trim,
  'fold to half, running summary': fold,
  'rolling summary at 85 %': rolling,
} as const;

export type Peer = keyof typeof peers;

/** A history as a peer keeps it: a summary of what is gone, then whole messages. */
interface Kept {
  /** The first message still there. */
  from: number;
  /** Tokens of the running summary; 0 without one. */
  summary: number;
  /** Rises when the summary is made anew. */
  version: number;
}

interface Sums {
  between(from: number, to: number): number;
}

/** A conversation through a peer's rule, one request a turn. */
export function* simulatePeer(
  costs: readonly number[],
  peer: Peer,
  size: Size,
  turns: number,
): Generator<Turn> {
  const { system, state } = sizes[size];
  const sums = summed(costs);
  const kept: Kept = { from: 0, summary: 0, version: 0 };
  let before = { ...kept, count: 0 };
  for (let turn = 0; turn < turns; turn++) {
    const count = 2 * turn + 1;
    peers[peer](kept, sums, count, size);
    const total = system + kept.summary + sums.between(kept.from, count) + state;
    const same = before.from === kept.from && before.version === kept.version;
    const cached =
      turn === 0 ? 0 : system + (same ? kept.summary + sums.between(kept.from, before.count) : 0);
    yield {
      total,
      cached,
      least: sums.between(before.count, count) + state + (turn === 0 ? system : 0),
      moved: turn > 0 && !same,
      score: score(kept, count),
    };
    before = { ...kept, count };
  }
}

function trim(kept: Kept, costs: Sums, count: number, size: Size): void {
  while (costs.between(kept.from, count) > sizes[size].budget && kept.from < count - 1) kept.from++;
}

function fold(kept: Kept, costs: Sums, count: number, size: Size): void {
  const { budget, summary } = sizes[size];
  if (kept.summary + costs.between(kept.from, count) <= budget) return;
  kept.summary = summary;
  kept.version++;
  while (kept.summary + costs.between(kept.from, count) > budget / 2 && kept.from < count - 1) kept.from++;
}

function rolling(kept: Kept, costs: Sums, count: number, size: Size): void {
  const { budget } = sizes[size];
  if (kept.summary + costs.between(kept.from, count) <= 0.85 * budget) return;
  kept.summary = Math.min(4000, 0.12 * budget);
  kept.version++;
  kept.from = count - 1;
}

/** A running summary holds one line of ten tokens a message, as far as its room goes. */
function score({ from, summary }: Kept, count: number): number {
  const covered = from === 0 ? 0 : Math.min(1, summary / (10 * from));
  let weights = 0;
  let hits = 0;
  for (let index = 0; index < count - 1; index++) {
    const weight = 1 / (count - 1 - index);
    weights += weight;
    hits += weight * (index >= from ? 1 : 0.25 * covered);
  }
  return weights === 0 ? 1 : hits / weights;
}

function summed(costs: readonly number[]): Sums {
  const sums = [0];
  for (const cost of costs) sums.push((sums.at(-1) ?? 0) + cost);
  return { between: (from, to) => (sums[to] ?? 0) - (sums[from] ?? 0) };
}
