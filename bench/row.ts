import { Bench } from 'tinybench';

/** One line of a bench's table: what was measured, beside a peer or the physical limit in the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with. */
  readonly against: string;
  /** value / the other's value, or the other way round where the goal says "times faster". */
  readonly ratio: number;
  readonly goal: string;
  readonly ok: boolean;
}

/**
 * Median milliseconds of each task, all in one run so that their ratios hold on a noisy machine.
 * Errors of a task are thrown, never counted as time.
 */
export async function medians<Name extends string>(
  tasks: Readonly<Record<Name, () => unknown>>,
  time = 400,
): Promise<Record<Name, number>> {
  const bench = new Bench({ time, warmupTime: time / 4, iterations: 3, throws: true });
  for (const [name, run] of Object.entries<() => unknown>(tasks)) bench.add(name, () => void run());
  await bench.run();
  const entries = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} has no result: ${result.state}`);
    return [name, result.latency.p50] as const;
  });
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** A row whose goal is "at most `limit` times the other". */
export function atMost(
  name: string,
  value: number,
  other: number,
  against: string,
  limit: number,
  unit = 'ms',
): Row {
  const ratio = value / other;
  return { name, value, unit, against, ratio, goal: `≤ ${limit} ×`, ok: ratio <= limit };
}

/** A row whose goal is "at least `limit` times faster than the other". */
export function faster(
  name: string,
  value: number,
  other: number,
  against: string,
  limit: number,
  unit = 'ms',
): Row {
  const ratio = other / value;
  return { name, value, unit, against, ratio, goal: `≥ ${limit} × faster`, ok: ratio >= limit };
}

/** A row without a goal: how many times the other. */
export function beside(name: string, value: number, other: number, against: string, unit = 'ms'): Row {
  return { name, value, unit, against, ratio: value / other, goal: '', ok: true };
}
