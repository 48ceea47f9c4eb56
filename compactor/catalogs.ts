import { catalogChat, codeOf, type Vault } from '../vault/index.ts';
import type { Clock } from './clock.ts';
import type { CompactorEvent } from './events.ts';
import { Schedule } from './schedule.ts';

/** Milliseconds after a chat was read or written before its catalog is brought up to date. */
const pause = 200;

/** The most small chats that are looked at in one go; of long ones it is one. */
const mostSmall = 200;

/** Brings the catalogs of long chats up to date while nothing else is to be done, so that a request finds them so. */
export class Catalogs {
  readonly #vault: Vault;
  readonly #schedule: Schedule;
  /** Those that are due, the first one last. */
  #due: string[] = [];

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
    return this.#due.length > 0 ? 0 : this.#schedule.next();
  }

  /** Does a little of what is due. What cannot be read or kept goes without: all of it can be made again. */
  async work(): Promise<void> {
    if (this.#due.length === 0) this.#due = this.#schedule.take().toReversed();
    for (let count = 0; count < mostSmall; count++) {
      const path = this.#due.pop();
      if (path === undefined || (await this.#look(path)) !== 'small') return;
    }
  }

  async #look(path: string): Promise<'done' | 'later' | 'small'> {
    try {
      const found = await catalogChat(this.#vault, path);
      if (found === 'later') this.#schedule.in(path, pause);
      return found;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return 'done';
    }
  }
}
