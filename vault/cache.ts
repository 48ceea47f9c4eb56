import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Compaction, sha256 } from '../core/index.ts';
import { lock } from './lock.ts';
import { makeState, stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** Why a message keeps its own words: no try with this recipe gave a short form that may stand for it. */
export interface Refusal {
  readonly reason: string;
  readonly detail: string;
}

/** That an account of a chat could not be made: the chat's messages then, and whether a reply to it was refused. */
export interface AccountFailure {
  readonly messages: number;
  readonly refused: boolean;
}

/** How many entries the cache keeps; the oldest go first when it is tidied at a start. */
const mostEntries = 200_000;

const fileName = 'summaries.jsonl';
const patience = 10_000;

type Entry = Readonly<Record<string, unknown>>;

/**
 * What was accepted and what was refused, by (source, recipe): derived data that may be deleted at any time and costs
 * model calls to make again. A journal of checked lines: what `keep…` has promised is on the disk and survives every
 * crash; damaged or half lines are passed by. Many processes may use it at once; each sees what stood there at its start.
 */
export class Cache {
  #entries: Map<string, string> | undefined;
  /** Lines in the journal, dead ones included. */
  #lines = 0;
  #pending: { line: string; done: () => void; failed: (error: unknown) => void }[] = [];
  #flushing: Promise<void> | undefined;
  #tidied = false;
  /** The beginnings of all sources, while there are as many entries. */
  #beginnings: { readonly sources: ReadonlySet<number>; readonly entries: number } | undefined;
  readonly #disk: Disk;
  readonly #root: string;

  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
  }

  /** The accepted short form; its message id is that of the message it was first made for. */
  summary(source: string, recipe: string): Compaction | undefined {
    return this.#get('summary', source, recipe) as Compaction | undefined;
  }

  /** Remembers an accepted short form; resolves when no crash can lose it any more. Throws system errors of the disk. */
  keepSummary(compaction: Compaction): Promise<void> {
    return this.#keep('summary', compaction.source, compaction.recipe, compaction);
  }

  refusal(source: string, recipe: string): Refusal | undefined {
    return this.#get('refusal', source, recipe) as Refusal | undefined;
  }

  keepRefusal(source: string, recipe: string, refusal: Refusal): Promise<void> {
    return this.#keep('refusal', source, recipe, refusal);
  }

  /** How the account of a chat failed last; undefined when it did not, or was made since. */
  accountFailure(chat: string, recipe: string): AccountFailure | undefined {
    return (this.#get('account-failure', chat, recipe) as AccountFailure | null | undefined) ?? undefined;
  }

  /** Remembers how an account failed, or with undefined that it did not. `chat` is any name without blanks. */
  async keepAccountFailure(chat: string, recipe: string, failure: AccountFailure | undefined): Promise<void> {
    if (failure === undefined && this.accountFailure(chat, recipe) === undefined) return;
    await this.#keep('account-failure', chat, recipe, failure ?? null);
  }

  /** Whether a short form may be kept whose `source` begins with these 32 bits: costs no hash of a message. */
  mayHave(beginning: number): boolean {
    const entries = this.#load();
    if (this.#beginnings?.entries !== entries.size) {
      const known = [...entries.keys()].filter((key) => key.startsWith('summary '));
      const sources = new Set(known.map((key) => Number.parseInt(key.slice(8, 16), 16)));
      this.#beginnings = { sources, entries: entries.size };
    }
    return this.#beginnings.sources.has(beginning);
  }

  /** Resolves when everything asked for is on the disk. */
  async close(): Promise<void> {
    await this.#flushing;
  }

  #get(kind: string, source: string, recipe: string): unknown {
    const line = this.#load().get(`${kind} ${source} ${recipe}`);
    return line === undefined ? undefined : (JSON.parse(line) as { value: unknown }).value;
  }

  #keep(kind: string, source: string, recipe: string, value: unknown): Promise<void> {
    const line = JSON.stringify({ kind, source, recipe, value });
    const entries = this.#load();
    const key = `${kind} ${source} ${recipe}`;
    if (entries.get(key) === line) return Promise.resolve();
    return new Promise<void>((resolve, reject) => {
      const done = () => {
        entries.set(key, line);
        resolve();
      };
      this.#pending.push({ line, done, failed: reject });
      this.#flushing ??= this.#flush();
    });
  }

  #load(): Map<string, string> {
    if (this.#entries !== undefined) return this.#entries;
    const { entries, lines } = this.#read();
    this.#lines = lines;
    this.#entries = entries;
    return entries;
  }

  /** What cannot be read is as good as none: all of it can be made again. */
  #read(): ReturnType<typeof readJournal> {
    try {
      return readJournal(join(this.#root, stateFolder, fileName));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return { entries: new Map(), lines: 0 };
    }
  }

  /** Everything that waits goes out with one write and one sync. */
  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0);
      try {
        await this.#append(batch.map(({ line }) => checked(line)).join(''));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#flushing = undefined;
  }

  async #append(text: string): Promise<void> {
    const folder = await makeState(this.#disk, this.#root, { again: true });
    const held = await lock(this.#disk, join(folder, 'cache.lock'), patience);
    try {
      await this.#tidy(folder);
      const fd = this.#disk.open(join(folder, fileName), 'a', 0o600);
      try {
        await this.#disk.write(fd, [Buffer.from(text)]);
        await this.#disk.sync(fd);
      } finally {
        this.#disk.close(fd);
      }
    } finally {
      held.release();
    }
  }

  /** Once in a process, before its first entry: the journal without its dead lines, when those are the most. */
  async #tidy(folder: string): Promise<void> {
    const entries = this.#load();
    if (this.#tidied) return;
    this.#tidied = true;
    if (this.#lines < 1000 + 2 * entries.size && entries.size <= mostEntries) return;
    // read again under the lock: others may have added to it
    const now = readJournal(join(folder, fileName)).entries;
    const lines = [...now.values()].slice(-mostEntries).map(checked);
    const part = join(folder, `${fileName}.${process.pid}`);
    const fd = this.#disk.open(part, 'w', 0o600);
    try {
      await this.#disk.write(fd, [Buffer.from(lines.join(''))]);
      await this.#disk.sync(fd);
    } finally {
      this.#disk.close(fd);
    }
    this.#disk.rename(part, join(folder, fileName));
    await this.#disk.syncFolder(folder);
  }
}

/** A line begins with its line end, so that half a line left by a crash never joins the next one. */
function checked(line: string): string {
  return `\n${sha256(line).slice(0, 8)} ${line}`;
}

function readJournal(file: string): { entries: Map<string, string>; lines: number } {
  const entries = new Map<string, string>();
  const lines = readText(file).split('\n');
  for (const checkedLine of lines) {
    const line = checkedLine.slice(9);
    if (line === '' || sha256(line).slice(0, 8) !== checkedLine.slice(0, 8)) continue;
    const { kind, source, recipe } = JSON.parse(line) as Entry;
    const key = `${kind} ${source} ${recipe}`;
    entries.delete(key);
    entries.set(key, line);
  }
  return { entries, lines: lines.length };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
