import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeOf, makeState, stateFolder, type Vault } from '../vault/index.ts';
import { type Clock, clock as realClock } from './clock.ts';

/** Milliseconds after which a sign that nobody renews is not believed any more. */
const leaseLimit = 600_000;

const folderName = 'busy';
let made = 0;

/** A sign that the assistant is replying; the compactor starts no model call while one stands. */
export interface Lease {
  /** To be called now and again during a reply that takes longer than ten minutes. */
  renew(): Promise<void>;
  /** Takes the sign away. Calling it twice is fine. */
  release(): void;
}

/**
 * Says to every compactor of this vault, in whatever process, that the assistant is replying. The sign is a file with
 * our process in it, so one that a crash leaves behind is not believed. Throws system errors of the disk.
 */
export async function replying({ disk, root }: Vault): Promise<Lease> {
  const folder = join(await makeState(disk, root, { again: true }), folderName);
  disk.makeFolder(folder);
  const file = join(folder, `${process.pid}-${++made}.json`);
  let renewals = 0;
  const write = (): Promise<void> =>
    writeFileAtomic(file, JSON.stringify({ pid: process.pid, host: hostname(), renewals: renewals++ }));
  await write();
  return {
    renew: write,
    release() {
      try {
        disk.remove(file);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    },
  };
}

/** Sees whether the assistant is replying in one vault. */
export class Busy {
  readonly #folder: string;
  readonly #clock: Clock;
  /** When each sign was first seen as it is now, by our own clock: the clocks of others are not trusted. */
  readonly #seen = new Map<string, { readonly text: string; readonly at: number }>();

  constructor(root: string, clock: Clock = realClock) {
    this.#folder = join(root, stateFolder, folderName);
    this.#clock = clock;
  }

  now(): boolean {
    const names = list(this.#folder).filter((name) => name.endsWith('.json'));
    for (const name of this.#seen.keys()) if (!names.includes(name)) this.#seen.delete(name);
    return names.some((name) => this.#stands(name));
  }

  #stands(name: string): boolean {
    const text = read(join(this.#folder, name));
    if (text === undefined || isOfTheDead(text)) return false;
    const now = this.#clock.monotonic();
    const seen = this.#seen.get(name);
    if (seen?.text === text) return now - seen.at < leaseLimit;
    this.#seen.set(name, { text, at: now });
    return true;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isOfTheDead(text: string): boolean {
  try {
    const { pid, host } = JSON.parse(text) as { pid: number; host: string };
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // a file that is no sign of ours is none
    return codeOf(error) !== 'EPERM';
  }
}
