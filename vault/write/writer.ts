import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ChatvaultError } from '../../core/index.ts';
import { type Lock, lock } from '../lock.ts';
import type { Located } from '../paths.ts';
import { makeState, stateFolder } from '../state.ts';
import { codeOf, type Disk } from './disk.ts';
import type { Settled } from './keep.ts';
import { Linger, lingerMs } from './linger.ts';
import { type Recovered, recover } from './recover.ts';
import { type Planner, type Replaced, replace } from './replace.ts';
import { workOf } from './work.ts';

/**
 * The one that writes into a vault: one replacement at a time in this process, and, through the vault's lock, in all
 * processes. Without that lock two writers lose each other's text under every scheme.
 */
export class Writer {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #patience: number;
  readonly #linger: Linger;
  readonly #found: (recovered: Recovered) => void;
  readonly #noExchange = new Set<number>();
  #ready = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(disk: Disk, root: string, patience: number, found: (recovered: Recovered) => void) {
    this.#disk = disk;
    this.#root = root;
    this.#patience = patience;
    this.#found = found;
    this.#linger = new Linger(
      disk,
      root,
      (work) => this.#locked(work),
      (path, settled) => this.#tell(path, settled),
    );
  }

  /** One replacement; `insist` throws `locked` where another process does not finish in time. */
  async replace(
    at: Located,
    mode: 'lossless' | 'best-effort',
    insist: boolean,
    planner: Planner,
  ): Promise<Replaced> {
    const target = {
      disk: this.#disk,
      file: at.file,
      work: workOf(this.#root, at.path),
      mode,
      noExchange: this.#noExchange,
    };
    try {
      return await this.#locked(async () => {
        const done = await replace(target, planner);
        for (const item of done.waiting) this.#linger.add(item);
        return done;
      });
    } catch (error) {
      if (insist || !(error instanceof ChatvaultError) || error.code !== 'locked') throw error;
      return { kind: 'later', why: 'locked', caught: 0, exchanges: 0, copies: [], waiting: [] };
    }
  }

  /** Looks through the work folder, when there is one. Another process that writes at this moment does it itself. */
  async recover(): Promise<void> {
    try {
      if (!hasEntries(join(this.#root, stateFolder, 'tmp'))) return;
      await this.#locked(async () => {
        const { recovered, waiting } = await recover(this.#disk, this.#root, lingerMs);
        for (const each of recovered) this.#found(each);
        for (const item of waiting) this.#linger.add(item);
      });
    } catch (error) {
      // another process does it, or this one may only read; whoever writes is told what stands in the way
      if (!passedBy.has(error instanceof ChatvaultError ? error.code : (codeOf(error) ?? ''))) throw error;
    }
  }

  /** Runs what is due of the waiting work files now. */
  settle(): Promise<void> {
    return this.#linger.run();
  }

  async close(): Promise<void> {
    this.#linger.close();
    await this.#queue;
  }

  #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = async () => {
      const held = await this.#lock();
      try {
        return await work();
      } finally {
        held.release();
      }
    };
    const result = this.#queue.then(run, run);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #lock(): Promise<Lock> {
    const path = join(this.#root, stateFolder, 'lock');
    try {
      if (this.#ready) return await lock(this.#disk, path, this.#patience);
    } catch (error) {
      // somebody deleted the folder, as may be done at any time
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    await makeState(this.#disk, this.#root, { again: true });
    this.#ready = true;
    return lock(this.#disk, path, this.#patience);
  }

  #tell(path: string, settled: Settled): void {
    if (settled.kind === 'put-back' || settled.kind === 'copied') this.#found({ path, settled });
  }
}

const passedBy: ReadonlySet<string> = new Set([
  'locked',
  'disk',
  'EACCES',
  'EROFS',
  'EPERM',
  'ENOTDIR',
  'ELOOP',
]);

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
