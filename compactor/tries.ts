import type { Clock } from './clock.ts';

/** A message that fails so often is left alone. */
const mostTries = 3;

/** Milliseconds after which a message that the endpoint failed over is tried again. */
export const parkedFor = 3_600_000;

/** The most messages that are remembered here; the oldest are forgotten and may be tried again. */
const mostRemembered = 10_000;

interface Tried {
  readonly count: number;
  readonly parkedUntil: number;
}

/** How often messages failed, by the hash of their source: a message that changes starts afresh. */
export class Tries {
  readonly #tried = new Map<string, Tried>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one failure; true when that was the last. `lasting`: it fails by itself, whatever the endpoint does. */
  failed(source: string, lasting: boolean): boolean {
    const count = (this.#tried.get(source)?.count ?? 0) + 1;
    const last = count >= mostTries;
    const until = lasting ? Number.POSITIVE_INFINITY : this.#clock.monotonic() + parkedFor;
    this.#tried.delete(source);
    this.#tried.set(source, {
      count: last ? 0 : count,
      parkedUntil: last ? until : Number.NEGATIVE_INFINITY,
    });
    if (this.#tried.size > mostRemembered) this.#tried.delete(this.#tried.keys().next().value!);
    return last;
  }

  isParked(source: string): boolean {
    const tried = this.#tried.get(source);
    return tried !== undefined && this.#clock.monotonic() < tried.parkedUntil;
  }

  forget(source: string): void {
    this.#tried.delete(source);
  }
}
