import { setTimeout as wait } from 'node:timers/promises';

/** Time and chance as the compactor uses them; tests bring their own. */
export interface Clock {
  /** Milliseconds that only go forward, from an arbitrary start. All waiting is by these. */
  monotonic(): number;
  /** Milliseconds since 1970, for what is written into files. */
  wall(): number;
  /** Resolves after that many milliseconds, or at once when the signal is aborted. Never rejects. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1. */
  random(): number;
}

/** The machine's own clock. */
export const clock: Clock = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  wait: (milliseconds, signal) =>
    wait(Math.min(milliseconds, 2 ** 31 - 1), undefined, { signal }).catch(() => {}),
  random: Math.random,
};
