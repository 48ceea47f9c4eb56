import { catalogChat, codeOf, type Vault } from '../vault/index.ts';
import type { Clock } from './clock.ts';
import type { CompactorEvent } from './events.ts';
import { Schedule } from './schedule.ts';

/** Milliseconds after a chat was read or written before its catalog is brought up to date. */
const pause = 200;

/** Brings the catalogs of long chats up to date while nothing else is to be done, so that a request finds them so. */
export class Catalogs {
  readonly #vault: Vault;
  readonly #schedule: Schedule;

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#schedule = new Schedule(clock);
  }

  /** A chat that was read or written is due soon: then true. */
  hear(event: CompactorEvent): boolean {
    const { type } = event;
    if (type !== 'chat' && type !== 'written' && type !== 'account') return false;
    this.#schedule.in(event.path, pause);
    return true;
  }

  /** Milliseconds until one is due; infinite when none is. */
  next(): number {
    return this.#schedule.next();
  }

  /** Brings one that is due up to date. What cannot be read or kept goes without: all of it can be made again. */
  async work(): Promise<void> {
    const [path, ...others] = this.#schedule.take();
    for (const other of others.toReversed()) this.#schedule.in(other, 0);
    if (path === undefined) return;
    try {
      if (!(await catalogChat(this.#vault, path))) this.#schedule.in(path, pause);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
