import type { Clock } from '../../compactor/clock.ts';

/** A clock on which every wait is over at once, and that tells what was waited for. */
export interface FastClock extends Clock {
  /** Milliseconds of every wait, in order. */
  readonly waits: readonly number[];
}

export function fastClock(random = 0.5): FastClock {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    monotonic: () => now,
    wall: () => Date.UTC(2026, 10, 30) + now,
    random: () => random,
    async wait(milliseconds) {
      waits.push(milliseconds);
      now += milliseconds;
      await new Promise(setImmediate);
    },
  };
}
