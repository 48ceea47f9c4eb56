import { ChatvaultError, isChat, vocabulary } from '../core/index.ts';
import { markdownFiles } from './find.ts';
import type { Change } from './index-journal.ts';
import { type FileRecord, recordOf, stampText } from './index-record.ts';
import type { IndexStore } from './index-store.ts';
import type { Vault } from './vault.ts';
import { codeOf } from './write/disk.ts';

/** Told while many files are read: how many are done, of how many. */
export type OnProgress = (done: number, of: number) => void;

/**
 * Brings the index up to the files as they stand: those with another stamp are read again, those that are gone leave.
 * Gives how many files were read. Everything else costs one look at each file.
 */
export async function refresh(
  vault: Vault,
  store: IndexStore,
  onProgress: OnProgress = () => {},
): Promise<number> {
  const known = new Map(store.files().map(({ record }) => [record.path, record.stamp]));
  const stale: string[] = [];
  const here = new Set<string>();
  for (const path of markdownFiles(vault.root)) {
    const stamp = stampOf(vault, path);
    if (stamp === undefined) continue;
    here.add(path);
    if (known.get(path) !== stamp) stale.push(path);
  }
  const gone = [...known.keys()].filter((path) => !here.has(path)).map((path) => ({ gone: path }));
  let changes: Change[] = gone;
  let pairs = 0;
  for (const [index, path] of stale.entries()) {
    onProgress(index, stale.length);
    const change = await read(vault, path);
    if (change === undefined) continue;
    changes.push(change);
    if ('terms' in change) for (const list of change.terms.values()) pairs += list.length;
    if (pairs < mostPairs) continue;
    await store.keep(changes);
    changes = [];
    pairs = 0;
  }
  await store.keep(changes);
  return stale.length;
}

/** Reads one file again, whatever its stamp. */
export async function update(vault: Vault, store: IndexStore, path: string): Promise<void> {
  const isThere = stampOf(vault, path) !== undefined;
  const change = isThere ? await read(vault, path) : { gone: path };
  if (change !== undefined) await store.keep([change]);
}

/** So many places of terms are held before they are written: about 100 MB of memory. */
const mostPairs = 1_500_000;

function stampOf(vault: Vault, path: string): string | undefined {
  try {
    return stampText(vault.disk.look(vault.locate(path).file));
  } catch (error) {
    if (error instanceof ChatvaultError || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function read(vault: Vault, path: string): Promise<Change | undefined> {
  try {
    const snapshot = await vault.read(path);
    if (!isChat(snapshot.bytes)) return { record: note(path, stampText(snapshot.stamp)), terms: new Map() };
    const words = vocabulary(snapshot.conversation.messages);
    return { record: recordOf(snapshot, words), terms: words.terms };
  } catch (error) {
    // Gone meanwhile, not readable, too large: not in the index.
    if (error instanceof ChatvaultError) return undefined;
    throw error;
  }
}

function note(path: string, stamp: string): FileRecord {
  return { path, stamp, chat: false, messages: 0, languages: [] };
}
