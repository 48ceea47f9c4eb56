import { pauseAfter } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Known } from './model/endpoint.ts';
import type { Failure } from './model/failure.ts';

/** How an endpoint does, for status. */
export interface HealthReport {
  /** Failed calls in a row. */
  readonly failures: number;
  readonly text?: string;
  /** Milliseconds until it is asked again. */
  readonly pause: number;
}

/** How one endpoint does: failures in a row, the pause after them, and what was learned about its model. */
export class Health {
  known: Known = { omit: [] };
  readonly #clock: Clock;
  #failures = 0;
  #until = Number.NEGATIVE_INFINITY;
  #last: Failure | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An answer came. True when there were failures before it. */
  succeeded(): boolean {
    const back = this.#failures > 0;
    this.#failures = 0;
    this.#until = Number.NEGATIVE_INFINITY;
    this.#last = undefined;
    return back;
  }

  /** A call failed. Gives the milliseconds during which no other is started; several that fail at once count once. */
  failed(failure: Failure): number {
    const now = this.#clock.monotonic();
    if (now >= this.#until) this.#failures += 1;
    // a wrong setting does not mend itself: no hurry
    const failures = failure.kind === 'rejected' ? Number.POSITIVE_INFINITY : this.#failures;
    const pause = pauseAfter(failures, failure.retryAfter, this.#clock.random);
    this.#until = Math.max(this.#until, now + pause);
    this.#last = failure;
    return pause;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds until the endpoint may be asked; 0 at most times. */
  get pause(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }

  report(): HealthReport {
    return {
      failures: this.#failures,
      ...(this.#last === undefined ? {} : { text: this.#last.text }),
      pause: Math.round(this.pause),
    };
  }
}
