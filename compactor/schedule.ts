import type { Clock } from './clock.ts';

/** Which chats are to be looked at, and when: each once, after it has been quiet. By the clock that only goes forward. */
export class Schedule {
  readonly #clock: Clock;
  /** Path to the moment it is due; the one that changed last stands last. */
  readonly #due = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#due.size;
  }

  /** Sets a chat to be looked at in so many milliseconds, in place of what was set for it. */
  in(path: string, milliseconds: number): void {
    this.#due.delete(path);
    this.#due.set(path, this.#clock.monotonic() + milliseconds);
  }

  /** The same, unless it is due earlier already. */
  atLatestIn(path: string, milliseconds: number): void {
    const due = this.#due.get(path);
    if (due === undefined || due > this.#clock.monotonic() + milliseconds) this.in(path, milliseconds);
  }

  /** The chats that are due, the one that changed last first. They are set for nothing any more. */
  take(): string[] {
    const now = this.#clock.monotonic();
    const paths = [...this.#due].filter(([, due]) => due <= now).map(([path]) => path);
    for (const path of paths) this.#due.delete(path);
    return paths.toReversed();
  }

  /** Milliseconds until the next is due; infinite when none is set. */
  next(): number {
    const earliest = [...this.#due.values()].reduce(
      (least, due) => Math.min(least, due),
      Number.POSITIVE_INFINITY,
    );
    return Math.max(0, earliest - this.#clock.monotonic());
  }
}
