import { type Learned, withCounted, withCut, withNamed, withTold } from '../core/index.ts';
import { keepLearned, learnedOf, type ModelPlace, type Vault } from '../vault/index.ts';
import type { Clock } from './clock.ts';
import type { Known } from './model/endpoint.ts';

/**
 * What is kept in the vault about the model that shortens, so that a service that is started anew asks its server
 * nothing twice and repeats no request that was refused.
 */
export class Lessons {
  readonly #vault: Vault;
  readonly #place: ModelPlace;
  readonly #clock: Clock;
  #learned: Learned = {};
  #writes: Promise<void> = Promise.resolve();

  constructor(vault: Vault, place: ModelPlace, clock: Clock) {
    this.#vault = vault;
    this.#place = place;
    this.#clock = clock;
  }

  get learned(): Learned {
    return this.#learned;
  }

  /** Reads what is kept, also what others have written. */
  async read(): Promise<void> {
    const { disk, root } = this.#vault;
    this.#learned = await learnedOf(disk, root, this.#place);
  }

  /** Keeps the window that the server told. */
  told(window: number): void {
    this.#keep((learned) => withTold(learned, window));
  }

  /** Keeps what a call taught, where it is new. */
  taught({ omit, named, cut, read }: Known): void {
    const at = new Date(this.#clock.wall()).toISOString();
    this.#keep((learned) => {
      const fields = omit.length > (learned.omit?.length ?? 0) ? { ...learned, omit } : learned;
      const narrowed = withNamed(fields, named);
      const alarmed = cut === undefined ? narrowed : withCut(narrowed, { ...cut, at });
      // an ordinary count is not worth a write
      return read === undefined || alarmed.cut === undefined ? alarmed : withCounted(alarmed, read);
    });
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writes;
  }

  #keep(change: (learned: Learned) => Learned): void {
    const next = change(this.#learned);
    if (JSON.stringify(next) === JSON.stringify(this.#learned)) return;
    this.#learned = next;
    const { disk, root } = this.#vault;
    const write = () => keepLearned(disk, root, this.#place, this.#clock.wall(), change);
    // what cannot be kept is learned again: no reason to stop the work
    this.#writes = this.#writes.then(write).then(
      () => {},
      () => {},
    );
  }
}
