import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ChatvaultError } from '../core/index.ts';
import { Torn } from './index-bytes.ts';
import { type Dictionary, openDictionary, writeDictionary } from './index-dictionary.ts';
import { appendJournal, type Change, readJournal } from './index-journal.ts';
import type { Entry, FileRecord } from './index-record.ts';
import { isStateFolder, makeState, stateFolder } from './state.ts';
import type { Vault } from './vault.ts';

/** A file of the vault in the index, and the numbers its messages have there. */
export interface Numbered {
  readonly record: FileRecord;
  readonly start: number;
}

/**
 * The kept half of the search index: a base that is written whole, and a journal of the files that changed since.
 * Everything in it can be made again from the chats; whatever is torn or foreign is thrown away.
 */
export class IndexStore {
  readonly #folder: string;
  readonly #vault: Vault;
  #base: Dictionary | undefined;
  /** Files that are newer than the base, by path; undefined for one that is gone. */
  #changes = new Map<string, Entry | undefined>();
  #numbered: readonly Numbered[] | undefined;

  constructor(vault: Vault) {
    this.#vault = vault;
    this.#folder = join(vault.root, stateFolder, folderName);
    this.#load();
  }

  /** Every file that is known, in the order of its numbers. */
  files(): readonly Numbered[] {
    if (this.#numbered !== undefined) return this.#numbered;
    const list: Numbered[] = [];
    let start = 0;
    for (const record of this.#base?.records ?? []) {
      if (!this.#changes.has(record.path)) list.push({ record, start });
      start += record.messages;
    }
    for (const entry of this.#changes.values()) {
      if (entry === undefined) continue;
      list.push({ record: entry.record, start });
      start += entry.record.messages;
    }
    this.#numbered = list;
    return list;
  }

  /** The numbers of the messages that have a term, rising; those of replaced files are left out. */
  numbers(term: string): number[] {
    const kept = this.#kept(this.#base?.numbers(term) ?? []);
    let start = this.#baseMessages;
    for (const entry of this.#changes.values()) {
      for (const index of entry?.terms.get(term) ?? []) kept.push(start + index);
      start += entry?.record.messages ?? 0;
    }
    return kept;
  }

  /** The terms that begin with `beginning`, in no order, at most `most` of the base's. */
  beginning(beginning: string, most: number): string[] {
    const found = new Set<string>();
    for (const [term] of this.#base?.from(beginning) ?? []) {
      if (!term.startsWith(beginning) || found.size >= most) break;
      found.add(term);
    }
    for (const entry of this.#changes.values()) {
      for (const term of entry?.terms.keys() ?? []) if (term.startsWith(beginning)) found.add(term);
    }
    return [...found];
  }

  /** Every term once, in no order. Reads the whole dictionary. */
  *terms(): Iterable<string> {
    const newer = new Set([...this.#changes.values()].flatMap((entry) => [...(entry?.terms.keys() ?? [])]));
    for (const [term] of this.#base?.from('') ?? []) if (!newer.has(term)) yield term;
    yield* newer;
  }

  /** Takes changes in, and keeps them: in the journal, or in a new base when there are many. */
  async keep(changes: readonly Change[]): Promise<void> {
    for (const change of changes) this.#take(change);
    this.#numbered = undefined;
    if (changes.length === 0) return;
    try {
      await makeState(this.#vault.disk, this.#vault.root, { again: true });
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#changes.size > mostChanges || !appendJournal(this.#journal, changes)) this.#rewrite();
    } catch (error) {
      // A vault that cannot be written, a full disk: the index lives as long as the process.
      if (!isBroken(error)) throw error;
    }
  }

  /** Throws everything away, kept and in memory: what is found torn is made again from the chats. */
  discard(): void {
    this.close();
    this.#changes = new Map();
    this.#numbered = undefined;
    if (!this.#isOwn) return;
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
  }

  close(): void {
    this.#base?.close();
    this.#base = undefined;
  }

  /** Whether the folder is there and really ours: through a link we would read, and throw away, what is not. */
  get #isOwn(): boolean {
    return isStateFolder(this.#vault.disk, this.#vault.root, folderName);
  }

  get #file(): string {
    return join(this.#folder, 'base');
  }

  get #journal(): string {
    return join(this.#folder, 'journal');
  }

  #load(): void {
    if (!this.#isOwn) return;
    try {
      this.#base = openDictionary(this.#file);
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
    try {
      for (const change of readJournal(this.#journal)) this.#take(change);
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.#changes.clear();
    }
  }

  #take(change: Change): void {
    const path = 'gone' in change ? change.gone : change.record.path;
    this.#changes.delete(path);
    this.#changes.set(path, 'gone' in change ? undefined : change);
  }

  #rewrite(): void {
    const records = this.files().map(({ record }) => record);
    writeDictionary(this.#file, records, this.#merged());
    rmSync(this.#journal, { force: true });
    this.#base?.close();
    this.#base = openDictionary(this.#file);
    this.#changes = new Map();
    this.#numbered = undefined;
  }

  /** All terms in order with numbers counted over the files that are left. */
  *#merged(): Iterable<readonly [string, readonly number[]]> {
    const renumber = this.#renumbering();
    const fresh = new Map<string, number[]>();
    let start = this.files().reduce(
      (sum, { record }) => sum + (this.#changes.has(record.path) ? 0 : record.messages),
      0,
    );
    for (const entry of this.#changes.values()) {
      if (entry === undefined) continue;
      for (const [term, list] of entry.terms) {
        const numbers = list.map((index) => start + index);
        const known = fresh.get(term);
        if (known === undefined) fresh.set(term, numbers);
        else for (const number of numbers) known.push(number);
      }
      start += entry.record.messages;
    }
    const names = [...fresh.keys()].sort();
    let next = 0;
    for (const [term, numbers] of this.#base?.from('') ?? []) {
      for (; next < names.length && names[next]! < term; next++)
        yield [names[next]!, fresh.get(names[next]!)!];
      const kept = renumber(numbers);
      if (names[next] === term) for (const number of fresh.get(names[next++]!)!) kept.push(number);
      if (kept.length > 0) yield [term, kept];
    }
    for (; next < names.length; next++) yield [names[next]!, fresh.get(names[next]!)!];
  }

  get #baseMessages(): number {
    return this.#base?.records.reduce((sum, { messages }) => sum + messages, 0) ?? 0;
  }

  #kept(numbers: readonly number[]): number[] {
    if (this.#changes.size === 0) return [...numbers];
    return this.#walk(numbers, (number) => number);
  }

  #renumbering(): (numbers: readonly number[]) => number[] {
    return (numbers) => this.#walk(numbers, (number, dead) => number - dead);
  }

  /** The numbers of files that were not replaced; `place` gets each with the count of replaced messages before it. */
  #walk(numbers: readonly number[], place: (number: number, dead: number) => number): number[] {
    const kept: number[] = [];
    const records = this.#base?.records ?? [];
    let index = 0;
    let start = 0;
    let dead = 0;
    for (const number of numbers) {
      while (number >= start + records[index]!.messages) {
        if (this.#changes.has(records[index]!.path)) dead += records[index]!.messages;
        start += records[index]!.messages;
        index++;
      }
      if (!this.#changes.has(records[index]!.path)) kept.push(place(number, dead));
    }
    return kept;
  }
}

const folderName = 'search';

/** So many changed files are kept in the journal before the base is written anew. */
const mostChanges = 64;

/** Bytes that are not what was written, or a file system that does not let us: never a bug of ours. */
function isBroken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    error instanceof Torn ||
    error instanceof SyntaxError ||
    error instanceof ChatvaultError ||
    code !== undefined
  );
}
