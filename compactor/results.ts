import type { Edit } from '../core/index.ts';
import { aloneSays, type Vault } from '../vault/index.ts';
import type { Listener } from './events.ts';

/** So many short forms of one chat are written together at the latest. */
const mostTogether = 64;

/** Milliseconds after which one that is ready is written, whether others follow or not. */
const longestWait = 30_000;

/**
 * Short forms on their way into files: those of one chat that are ready together go out in one write, and writes follow
 * each other. None is lost with what waits here: the vault's cache has them all.
 */
export class Results {
  readonly #vault: Vault;
  readonly #byHand: boolean;
  readonly #tell: Listener;
  readonly #putOff: (path: string) => void;
  readonly #waiting = new Map<string, { edits: Edit[]; timer: NodeJS.Timeout }>();
  readonly #held = new Set<string>();
  #writes: Promise<void> = Promise.resolve();
  #open = 0;

  constructor(vault: Vault, byHand: boolean, tell: Listener, putOff: (path: string) => void) {
    this.#vault = vault;
    this.#byHand = byHand;
    this.#tell = tell;
    this.#putOff = putOff;
  }

  /** Whether nothing waits and nothing is being written. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#open === 0;
  }

  /** Whether a short form for these words is on its way into this chat already. */
  holds(path: string, source: string): boolean {
    return this.#held.has(`${path} ${source}`);
  }

  add(path: string, edits: readonly Edit[]): void {
    let chat = this.#waiting.get(path);
    if (chat === undefined) {
      const timer = setTimeout(() => this.flush(path), longestWait).unref();
      chat = { edits: [], timer };
      this.#waiting.set(path, chat);
    }
    for (const edit of edits) chat.edits.push(edit);
    for (const name of namesOf(path, edits)) this.#held.add(name);
    if (chat.edits.length >= mostTogether) this.flush(path);
  }

  /** Writes what waits for a chat. */
  flush(path: string): void {
    const chat = this.#waiting.get(path);
    if (chat === undefined) return;
    clearTimeout(chat.timer);
    this.#waiting.delete(path);
    this.#open += 1;
    this.#writes = this.#writes
      .then(() => this.#write(path, chat.edits))
      .finally(() => {
        this.#open -= 1;
        for (const name of namesOf(path, chat.edits)) this.#held.delete(name);
      });
  }

  /** Resolves when everything that was handed to `flush` is done with. */
  written(): Promise<void> {
    return this.#writes;
  }

  /** What still waits is left to the cache and the next start; a write that has begun ends. */
  async close(): Promise<void> {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.#writes;
  }

  async #write(path: string, edits: readonly Edit[]): Promise<void> {
    try {
      const { outcome, outcomes, why } = await this.#vault.edit(path, edits, { byHand: this.#byHand });
      if (outcome === 'written') {
        const messages = outcomes.filter((one) => one === 'done').length;
        this.#tell({ type: 'written', path, messages });
      } else if (outcome === 'later') this.#later(path, why ?? 'later');
      else if (outcome === 'left-alone') {
        const text =
          why !== undefined && why in aloneSays ? aloneSays[why as keyof typeof aloneSays] : String(why);
        this.#tell({ type: 'left', path, why: text, later: false });
      }
    } catch (error) {
      this.#later(path, error instanceof Error ? error.message : String(error));
    }
  }

  #later(path: string, why: string): void {
    this.#tell({ type: 'left', path, why, later: true });
    this.#putOff(path);
  }
}

function namesOf(path: string, edits: readonly Edit[]): string[] {
  return edits.flatMap((edit) => (edit.kind === 'compact' ? [`${path} ${edit.source}`] : []));
}
