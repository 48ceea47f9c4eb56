import { distance } from 'fastest-levenshtein';
import {
  beginnings,
  type Census,
  type Found,
  hitsOf,
  type Language,
  prepare,
  type Query,
  type SearchHit,
  searchChat,
} from '../core/index.ts';
import { copyName } from './copies.ts';
import { Torn } from './index-bytes.ts';
import type { FileRecord } from './index-record.ts';
import { type OnProgress, refresh, update } from './index-refresh.ts';
import { sessionIdOf } from './index-sessions.ts';
import { IndexStore, type Numbered } from './index-store.ts';
import type { Vault } from './vault.ts';

/** What a search over the vault found, best first. */
export interface VaultFound extends Pick<Found, 'total' | 'corrections'> {
  readonly hits: readonly SearchHit[];
}

/**
 * Search over every chat of a vault. Its index is kept in `.chatvault/search/`: it may be deleted, is brought up to
 * date one file at a time, and outlives any kill. Which chats are read is decided by the index; the words are searched
 * and ranked in the chats themselves, by the same scorer as in one chat, with the vault's own word frequencies.
 */
export class SearchIndex {
  readonly #vault: Vault;
  readonly #store: IndexStore;
  #list: Searched | undefined;

  constructor(vault: Vault) {
    this.#vault = vault;
    this.#store = new IndexStore(vault);
  }

  /** Reads what changed since the last time; gives how many files that were. */
  refresh(onProgress?: OnProgress): Promise<number> {
    return refresh(this.#vault, this.#store, onProgress);
  }

  /** The same for one file that is known to have changed, appeared or gone. */
  update(path: string): Promise<void> {
    return update(this.#vault, this.#store, path);
  }

  /** Every chat that is known, copies of sync tools included. */
  files(): readonly FileRecord[] {
    return this.#store.files().flatMap(({ record }) => (record.chat ? [record] : []));
  }

  /** Looks a query up in all chats but the copies of sync tools. `refresh` first for what changed meanwhile. */
  async search(wanted: string, limit = 10): Promise<VaultFound> {
    try {
      return await this.#search(wanted, limit);
    } catch (error) {
      if (!(error instanceof Torn)) throw error;
      this.#store.discard();
      await this.refresh();
      return this.#search(wanted, limit);
    }
  }

  async #search(wanted: string, limit: number): Promise<VaultFound> {
    const { chats, languages } = this.#searched();
    const query = prepare(wanted, { languages, speakers: nobody });
    if (query.words.length === 0) return this.#read(chats, wanted, limit, undefined);
    const first = await this.#ranked(chats, query, wanted, limit);
    if (first.hits.length > 0) return first;
    const { words, corrections } = this.#corrected(query);
    if (corrections.length === 0) return first;
    const mended = words.map(({ stems }) => stems[0]).join(' ');
    return { ...(await this.#ranked(chats, { ...query, words }, mended, limit)), corrections };
  }

  close(): void {
    this.#store.close();
  }

  /** What is searched, as long as no file changes. */
  #searched(): Searched {
    const files = this.#store.files();
    if (this.#list?.files === files) return this.#list;
    const paths = new Map(files.map(({ record }) => [record.path, record]));
    const chats = files.filter(({ record }) => record.chat && !isCopy(record, paths));
    this.#list = { files, chats, languages: spoken(chats) };
    return this.#list;
  }

  async #ranked(
    chats: readonly Numbered[],
    query: Query,
    wanted: string,
    limit: number,
  ): Promise<VaultFound> {
    // copies of sync tools are counted like everything else that the words' numbers come from
    const documents = this.#store.files().reduce((sum, { record }) => sum + record.messages, 0);
    const frequencies = new Map<string, number>();
    const lists = query.words.map(({ stems }) => this.#numbersOf(stems));
    for (const [index, { stems }] of query.words.entries())
      frequencies.set(stems.join(' '), lists[index]!.length);
    const census: Census = {
      documents,
      frequency: (stems) => {
        const key = stems.join(' ');
        const known = frequencies.get(key) ?? this.#numbersOf(stems).length;
        frequencies.set(key, known);
        return known;
      },
    };
    const { best, total } = candidates(chats, query, lists, documents);
    const found = await this.#read(best.slice(0, limit + spare), wanted, limit, census);
    return { ...found, total: Math.max(found.hits.length, total) };
  }

  /** Searches the chats themselves and lays their hits together. */
  async #read(
    chats: readonly Numbered[],
    wanted: string,
    limit: number,
    census: Census | undefined,
  ): Promise<VaultFound> {
    const hits: SearchHit[] = [];
    let total = 0;
    for (const { record } of chats) {
      const snapshot = await this.#vault.read(record.path).catch(() => undefined);
      if (snapshot === undefined) continue;
      const { conversation, path } = snapshot;
      const found = searchChat(conversation.messages, wanted, {
        limit,
        ...(census === undefined ? {} : { census }),
      });
      total += found.total;
      if (found.corrections.length === 0)
        for (const hit of hitsOf({ sessionId: sessionIdOf(snapshot), path, conversation }, found.hits))
          hits.push(hit);
    }
    hits.sort((a, b) => b.score - a.score || (a.created_at < b.created_at ? 1 : -1));
    return { hits: hits.slice(0, limit), total, corrections: [] };
  }

  #numbersOf(stems: readonly string[]): number[] {
    const exact = union(stems.map((stem) => this.#store.numbers(stem)));
    if (exact.length > 0) return exact;
    const { starts, longest } = beginnings({ stems, weight: 1 });
    const alike = starts.flatMap((start) => this.#store.beginning(start, 100));
    const near = alike.filter((term) => term.length <= longest).slice(0, 24);
    return union(near.map((term) => this.#store.numbers(term)));
  }

  #corrected(query: Query) {
    const corrections: { from: string; to: string }[] = [];
    const terms = [...this.#store.terms()].filter((term) => /^[\p{L}\p{M}_]+$/u.test(term));
    const words = query.words.map((word) => {
      const [stem = ''] = word.stems;
      const reach = stem.length < 5 ? 1 : 2;
      if (stem.length < 4 || stem.length > 40) return word;
      const near = terms
        .filter((term) => Math.abs(term.length - stem.length) <= reach)
        .map((term) => ({ term, edits: distance(stem, term) }))
        .filter(({ term, edits }) => edits <= reach && (edits < 2 || stem.length >= 8 || term[0] === stem[0]))
        .sort((a, b) => a.edits - b.edits || (a.term < b.term ? -1 : 1))[0];
      if (near === undefined) return word;
      corrections.push({ from: stem, to: near.term });
      return { ...word, stems: [near.term] };
    });
    return { words, corrections };
  }
}

interface Searched {
  readonly files: readonly Numbered[];
  readonly chats: readonly Numbered[];
  readonly languages: readonly Language[];
}

const nobody = { names: [], of: new Int32Array(), label: new Int32Array() };
/** More chats are read than messages are wanted: the index knows words, not places and pairs. */
const spare = 2;
/** What a word in a neighbouring message counts when chats are chosen. */
const beside = 0.4;

/** The chats with the best messages, best first, by which of the query's words stand in them and beside them. */
function candidates(
  chats: readonly Numbered[],
  query: Query,
  lists: readonly (readonly number[])[],
  documents: number,
): { best: Numbered[]; total: number } {
  const last = chats.reduce((most, { start, record }) => Math.max(most, start + record.messages), 0);
  const sums = new Float64Array(last + 2);
  const own = new Uint8Array(last + 2);
  for (const [index, list] of lists.entries()) {
    const rarity = Math.log(1 + (documents - list.length + 0.5) / (list.length + 0.5)) ** 1.3;
    const weight = query.words[index]!.weight * rarity;
    for (const number of list) {
      sums[number]! += weight;
      sums[number + 1]! += weight * beside;
      if (number > 0) sums[number - 1]! += weight * beside;
      own[number] = 1;
    }
  }
  let total = 0;
  const ranked = chats.map((chat) => {
    let best = 0;
    for (let number = chat.start; number < chat.start + chat.record.messages; number++) {
      total += own[number]!;
      if (own[number] === 1 && sums[number]! > best) best = sums[number]!;
    }
    return { chat, best };
  });
  return {
    best: ranked
      .filter(({ best }) => best > 0)
      .sort((a, b) => b.best - a.best)
      .map(({ chat }) => chat),
    total,
  };
}

function union(lists: readonly (readonly number[])[]): number[] {
  const [only, another] = lists;
  if (another === undefined) return [...(only ?? [])];
  return [...new Set(lists.flat())];
}

function spoken(chats: readonly Numbered[]): readonly Language[] {
  const counts = new Map(chats.flatMap(({ record }) => record.languages).map((language) => [language, 0]));
  for (const { record } of chats) {
    const [main] = record.languages;
    if (main !== undefined) counts.set(main, counts.get(main)! + 1);
  }
  const languages = [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
  return languages.length === 0 ? ['en'] : languages;
}

/** A sync or merge tool's copy of another chat of the vault. */
function isCopy({ path, sessionId }: FileRecord, records: ReadonlyMap<string, FileRecord>): boolean {
  const slash = path.lastIndexOf('/');
  const name = copyName(path.slice(slash + 1));
  if (name === undefined) return false;
  const original = records.get(path.slice(0, slash + 1) + name.original);
  if (original === undefined) return false;
  return name.trust === 'sure' || (sessionId !== undefined && original.sessionId === sessionId);
}
