import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { type Settled, settleSwap } from './keep.ts';
import type { Waiting } from './recover.ts';

/** Milliseconds a replaced file is kept for a writer that had opened it and not yet begun. */
export const lingerMs = 30_000;

/**
 * The replaced files that wait for their end. One timer for all; it does not keep the process alive: what is left at
 * the end is found by the next start.
 */
export class Linger {
  #waiting: { due: number; item: Waiting }[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #disk: Disk;
  readonly #root: string;
  readonly #locked: (work: () => Promise<void>) => Promise<void>;
  readonly #tell: (path: string, settled: Settled) => void;

  constructor(
    disk: Disk,
    root: string,
    locked: (work: () => Promise<void>) => Promise<void>,
    tell: (path: string, settled: Settled) => void,
  ) {
    this.#disk = disk;
    this.#root = root;
    this.#locked = locked;
    this.#tell = tell;
  }

  add(item: Waiting): void {
    this.#waiting.push({ due: this.#disk.now() + lingerMs, item });
    this.#arm();
  }

  /** Looks at everything that is due; failures wait for the next start. */
  async run(): Promise<void> {
    const now = this.#disk.now();
    const due = this.#waiting.filter((each) => each.due <= now);
    if (due.length > 0)
      await this.#locked(() =>
        this.#settle(
          due.map(({ item }) => item),
          lingerMs / 2,
        ),
      );
    const done = new Set(due);
    this.#waiting = this.#waiting.filter((each) => !done.has(each));
    this.#arm();
  }

  /** Ends: what still waits is left for the next start. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  async #settle(items: readonly Waiting[], linger: number): Promise<void> {
    for (const { work, name } of items) {
      try {
        const place = { disk: this.#disk, file: join(this.#root, work.path), work };
        const settled = await settleSwap(place, name, linger);
        this.#tell(work.path, settled);
        if (settled.kind === 'open' || settled.kind === 'put-back') this.add({ work, name });
      } catch {
        // gone (another process settled it) or the disk refuses: the next start looks again
      }
    }
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const first = this.#waiting[0];
    if (first === undefined) return;
    this.#timer = setTimeout(
      () => void this.run().catch(() => {}),
      Math.max(0, first.due - this.#disk.now()),
    );
    this.#timer.unref();
  }
}
