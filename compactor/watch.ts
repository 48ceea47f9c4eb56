import { setImmediate as breathe } from 'node:timers/promises';
import { type ChatEntry, type Stamp, sameStamp, type Vault } from '../vault/index.ts';
import { Catalogs } from './catalogs.ts';
import { clock as realClock } from './clock.ts';
import { Compactor, type CompactorOptions } from './compactor.ts';
import type { CompactorEvent, Listener } from './events.ts';
import { Schedule } from './schedule.ts';
import { learnTalkWindow } from './talk-window.ts';
import { parkedFor } from './tries.ts';
import { type Watcher, watchFolder } from './watcher.ts';

/** Milliseconds between two looks at every file: when changes are heard, and when they are not. */
const rescanEvery = { events: 60_000, polling: 5000 } as const;

/** The shortest pause before a chat that could not be written is tried again, in milliseconds. */
const shortestPutOff = 1000;

/** Milliseconds for an orderly end. */
const mostForTheEnd = 9000;

export type WatchOptions = Pick<CompactorOptions, 'env' | 'clock' | 'pool' | 'method'> & {
  readonly rescanEvery?: { readonly events: number; readonly polling: number };
  /** Told the compactor at work, for its status. */
  readonly started?: (compactor: Compactor) => void;
};

/**
 * Keeps every chat of a vault compacted until the signal is aborted. A chat is looked at when it has been quiet for the
 * time of the settings, after changes that were heard and after changes that only a look at all files shows. Ends in
 * order: nothing new is started, calls are stopped, a write that has begun ends. Changed settings take effect at once.
 */
export async function watch(
  vault: Vault,
  options: WatchOptions,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const session = new Session(vault, options, listener, signal);
    const over = new AbortController();
    const { clock = realClock, env = process.env } = options;
    const learned = learnTalkWindow(vault, clock, env, AbortSignal.any([signal, over.signal]));
    try {
      await session.run();
    } finally {
      over.abort();
      await learned;
    }
  }
}

/** One stretch of watching with the same settings. */
class Session {
  readonly #vault: Vault;
  readonly #options: WatchOptions;
  readonly #tell: Listener;
  readonly #signal: AbortSignal;
  readonly #clock;
  readonly #schedule: Schedule;
  readonly #catalogs: Catalogs;
  readonly #compactor: Compactor;
  #watcher: Watcher | undefined;
  readonly #stamps = new Map<string, Stamp>();
  #wake = new AbortController();
  readonly #folder: string | undefined;
  #mode: 'events' | 'polling' = 'events';
  #wasAway = false;
  #isOver = false;
  #turn = 0;

  constructor(vault: Vault, options: WatchOptions, listener: Listener, signal: AbortSignal) {
    this.#vault = vault;
    this.#options = options;
    this.#signal = signal;
    this.#clock = options.clock ?? realClock;
    this.#schedule = new Schedule(this.#clock);
    this.#catalogs = new Catalogs(vault, this.#clock);
    this.#folder = folderOf(vault);
    this.#tell = (event) => {
      listener(event);
      this.#hear(event);
    };
    const putOff = (path: string): void => this.#lookAt(path, Math.max(this.#quiet, shortestPutOff));
    this.#compactor = new Compactor(vault, { ...options, putOff }, this.#tell);
    options.started?.(this.#compactor);
  }

  async run(): Promise<void> {
    const stop = (): void => this.#wake.abort();
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      const { root, settings } = this.#vault;
      // heard before the first look at all files, so that nothing falls between
      this.#watcher = await watchFolder(root, settings.watcher, {
        changed: (path) => this.#lookAt(path, this.#quiet),
        settings: () => this.#settingsChanged(),
        failing: (text) => this.#failing(text),
      });
      await this.#rescan(true);
      this.#tell({ type: 'watching', chats: this.#stamps.size, mode: this.#mode });
      await this.#loop();
    } finally {
      this.#signal.removeEventListener('abort', stop);
      if (this.#signal.aborted) this.#tell({ type: 'stopping' });
      const enough = new AbortController();
      const closed = Promise.all([this.#watcher?.close(), this.#compactor.close()]);
      await Promise.race([closed, this.#clock.wait(mostForTheEnd, enough.signal)]);
      enough.abort();
    }
  }

  get #quiet(): number {
    return this.#vault.settings.compactor.quiet;
  }

  async #loop(): Promise<void> {
    const { rescanEvery: every = rescanEvery } = this.#options;
    let rescanned = this.#clock.monotonic();
    while (!this.#signal.aborted && !this.#isOver) {
      const untilRescan = rescanned + every[this.#mode] - this.#clock.monotonic();
      if (untilRescan <= 0) {
        await this.#rescan(false);
        rescanned = this.#clock.monotonic();
        continue;
      }
      const due = this.#schedule.take();
      if (due.length > 0) await this.#read(due);
      else if (this.#catalogs.next() === 0) await this.#catalogs.work();
      else
        await this.#clock.wait(
          Math.min(untilRescan, this.#schedule.next(), this.#catalogs.next()),
          this.#wake.signal,
        );
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
    }
  }

  async #read(paths: readonly string[]): Promise<void> {
    if (paths.some((path) => !this.#stamps.has(path))) await this.#rescan(false);
    this.#turn += paths.length;
    for (const [at, path] of paths.entries()) {
      if (this.#signal.aborted) return;
      // a file that is no chat, and a sync tool's copy of one, is not listed
      if (this.#stamps.has(path)) await this.#compactor.read(path, this.#turn - at);
      await breathe();
    }
  }

  /** Looks at the stamps of all files. At the start everything is new; what has been quiet long enough is due at once. */
  async #rescan(first: boolean): Promise<void> {
    if (!this.#isSame()) return;
    const chats = (await this.#vault.chats()).toSorted((a, b) => Number(a.stamp.mtimeNs - b.stamp.mtimeNs));
    const gone = new Set(this.#stamps.keys());
    for (const { path, stamp } of chats) {
      gone.delete(path);
      const known = this.#stamps.get(path);
      this.#stamps.set(path, stamp);
      if (first)
        this.#schedule.in(path, Math.max(0, this.#quiet - ageOf({ path, stamp }, this.#clock.wall())));
      else if (known === undefined || !sameStamp(known, stamp)) this.#schedule.atLatestIn(path, this.#quiet);
    }
    for (const path of gone) this.#stamps.delete(path);
  }

  /**
   * False when the files are not to be looked at in this stretch: the vault's folder is away (its chats are not deleted
   * then), it came back or another one stands there, whose changes have to be heard anew, or the settings changed.
   */
  #isSame(): boolean {
    const folder = folderOf(this.#vault);
    if (folder === undefined) {
      this.#wasAway = true;
      this.#failing(`${this.#vault.root} is not there`);
      return false;
    }
    if (this.#wasAway || folder !== this.#folder) {
      this.#vault.reload();
      this.#isOver = true;
    } else if (this.#mode === 'polling') this.#settingsChanged();
    return !this.#isOver;
  }

  #lookAt(path: string, milliseconds: number): void {
    this.#schedule.in(path, milliseconds);
    this.#wake.abort();
  }

  #hear(event: CompactorEvent): void {
    if (this.#catalogs.hear(event)) this.#wake.abort();
    // the endpoint may have been the reason: tried again much later
    if (event.type === 'parked') this.#schedule.atLatestIn(event.path, parkedFor + 1000);
  }

  #failing(text: string): void {
    if (this.#mode === 'polling') return;
    this.#mode = 'polling';
    this.#tell({ type: 'watcher-failing', text });
    this.#wake.abort();
  }

  #settingsChanged(): void {
    // a folder that went away took its settings along: what is left of them is not what a person wants
    if (folderOf(this.#vault) === undefined) return void this.#isSame();
    const before = JSON.stringify(this.#vault.settings);
    if (JSON.stringify(this.#vault.reload().settings) === before) return;
    this.#isOver = true;
    this.#wake.abort();
  }
}

/** Which folder stands at the vault's path now; undefined when none does. */
function folderOf({ disk, root }: Vault): string | undefined {
  try {
    const { kind, dev, ino } = disk.look(root);
    return kind === 'folder' ? `${dev}:${ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds since a file changed, by the clock on the wall; a time in the future counts as now. */
function ageOf({ stamp }: Pick<ChatEntry, 'path' | 'stamp'>, now: number): number {
  return Math.max(0, now - Number(stamp.mtimeNs / 1_000_000n));
}
