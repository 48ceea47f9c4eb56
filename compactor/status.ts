import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { makeState, stateFolder, type Vault } from '../vault/index.ts';
import type { Compactor } from './compactor.ts';
import { type Counts, counted, zero } from './counts.ts';
import type { CompactorEvent } from './events.ts';
import type { HealthReport } from './health.ts';

/** What a service says of itself, as it stands in its status file. */
export interface Status {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly started: string;
  readonly updated: string;
  readonly running: boolean;
  readonly mode: 'events' | 'polling';
  readonly chats: number;
  readonly queued: number;
  readonly working: number;
  /** Since the start. */
  readonly counts: Pick<Counts, 'accepted' | 'refused' | 'failed' | 'written' | 'saved_chars'>;
  readonly method: string;
  readonly endpoint?: HealthReport & { readonly url: string; readonly model: string };
  /** Messages that failed too often. */
  readonly parked: readonly { readonly path: string; readonly messageId: number; readonly text: string }[];
  /** Chats that are not written, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
  readonly watcher?: string;
}

/** The most parked messages and left chats that are listed. */
const mostListed = 100;

/** Milliseconds between two writes of the file while things happen, and while nothing does. */
const writeEvery = 1000;
const aliveEvery = 60_000;

/** A status that is older than this, in milliseconds, is not of a living service. */
const staleAfter = 5 * aliveEvery;

const fileName = 'status.json';

/** Keeps the status file of a service: what happened, soon after it did. */
export class StatusFile {
  readonly #vault: Vault;
  readonly #started = new Date().toISOString();
  readonly #parked = new Map<string, Status['parked'][number]>();
  readonly #left = new Map<string, string>();
  readonly #alive: NodeJS.Timeout;
  #compactor: Compactor | undefined;
  #counts = zero;
  #mode: Status['mode'] = 'events';
  #chats = 0;
  #watcher: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writes: Promise<void> = Promise.resolve();

  constructor(vault: Vault) {
    this.#vault = vault;
    this.#alive = setInterval(() => this.#write(true), aliveEvery).unref();
  }

  /** Resolves when the file says that the service runs. */
  async begin(): Promise<void> {
    this.#write(true);
    await this.#writes;
  }

  /** The compactor whose queue and endpoint are told of. */
  follow(compactor: Compactor): void {
    this.#compactor = compactor;
  }

  hear(event: CompactorEvent): void {
    // a refusal that is known is told at each look at its chat
    if (event.type !== 'refused' || !event.known) this.#counts = counted(this.#counts, event);
    if (event.type === 'watching') {
      this.#mode = event.mode;
      this.#chats = event.chats;
    } else if (event.type === 'watcher-failing') {
      this.#mode = 'polling';
      this.#watcher = event.text;
    } else if (event.type === 'parked') {
      const { path, messageId, text } = event;
      this.#parked.set(`${path}#${messageId}`, { path, messageId, text });
    } else if (event.type === 'accepted') this.#parked.delete(`${event.path}#${event.messageId}`);
    else if (event.type === 'left') this.#left.set(event.path, event.why);
    else if (event.type === 'written' || event.type === 'gone') this.#left.delete(event.path);
    if (event.type === 'watching') this.#write(true);
    else this.#timer ??= setTimeout(() => this.#write(true), writeEvery).unref();
  }

  /** Says that the service has ended. */
  async end(): Promise<void> {
    clearInterval(this.#alive);
    clearTimeout(this.#timer);
    this.#write(false);
    await this.#writes;
  }

  #write(running: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = `${JSON.stringify(this.#now(running), null, 2)}\n`;
    // a full disk must not end the service: the status is then old, and says so by its date
    this.#writes = this.#writes.then(() => save(this.#vault, text)).catch(() => {});
  }

  #now(running: boolean): Status {
    const { endpoint: url, model } = this.#vault.settings.compactor;
    const health = this.#compactor?.asking?.health.report();
    const { accepted, refused, failed, written, saved_chars } = this.#counts;
    const { queued, running: working } = this.#compactor?.waiting ?? { queued: 0, running: 0 };
    return {
      pid: process.pid,
      host: hostname(),
      started: this.#started,
      updated: new Date().toISOString(),
      running,
      mode: this.#mode,
      chats: this.#chats,
      queued,
      working,
      counts: { accepted, refused, failed, written, saved_chars },
      method: this.#compactor?.recipe.method ?? this.#vault.settings.compactor.method,
      ...(health === undefined ? {} : { endpoint: { url, model, ...health } }),
      parked: [...this.#parked.values()].slice(-mostListed),
      left: [...this.#left].slice(-mostListed).map(([path, why]) => ({ path, why })),
      ...(this.#watcher === undefined ? {} : { watcher: this.#watcher }),
    };
  }
}

/** The status that stands in a vault's folder, and whether its service lives; undefined when there never was one. */
export function readStatus(root: string): { readonly status: Status; readonly alive: boolean } | undefined {
  try {
    const status = JSON.parse(readFileSync(join(root, stateFolder, fileName), 'utf8')) as Status;
    const fresh = Date.now() - Date.parse(status.updated) < staleAfter;
    return { status, alive: status.running && fresh && lives(status) };
  } catch {
    return undefined;
  }
}

/** A process on another machine cannot be asked: its word counts as long as it is fresh. */
function lives({ pid, host }: Status): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function save({ disk, root }: Vault, text: string): Promise<void> {
  await writeFileAtomic(join(await makeState(disk, root, { again: true }), fileName), text);
}
