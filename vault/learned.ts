import { join } from 'node:path';
import type { Learned } from '../core/index.ts';
import { moveInto, readKept } from './keep-file.ts';
import { readLearned } from './learned-check.ts';
import { lock } from './lock.ts';
import { makeState, stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** A model at the address of its server. */
export interface ModelPlace {
  readonly endpoint: string;
  readonly model: string;
}

/** What is kept about one model. */
export interface LearnedEntry extends ModelPlace {
  /** When it changed last, ISO 8601. */
  readonly at: string;
  readonly learned: Learned;
}

/**
 * Everything that is kept about models in `.chatvault/learned.json`, oldest change first. A file that is damaged, too
 * large, a link or not readable is as good as none: all of it is learned again.
 */
export async function everyLearned(disk: Disk, root: string): Promise<readonly LearnedEntry[]> {
  try {
    const folder = join(root, stateFolder);
    const file = join(folder, fileName);
    const { kind, size } = disk.look(file);
    if (disk.look(folder).kind !== 'folder' || kind !== 'file' || size > mostBytes) return [];
    return entriesOf(JSON.parse(await readKept(disk, file)));
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) !== undefined) return [];
    throw error;
  }
}

/** What is kept about one model; empty where nothing is. */
export async function learnedOf(disk: Disk, root: string, place: ModelPlace): Promise<Learned> {
  return found(await everyLearned(disk, root), named(place))?.learned ?? {};
}

/**
 * Changes what is kept about one model, at the time `now` (milliseconds since 1970), and gives what is kept then. Under
 * a lock: `change` sees what every other process has written, and may be called once only. Of many models the 200 that
 * changed last stay. No name, password or query of an address is kept. Moved into place whole, but not forced to the
 * disk. Throws system errors, `disk` where the vault's own folder is none, `locked` after ten seconds.
 */
export async function keepLearned(
  disk: Disk,
  root: string,
  place: ModelPlace,
  now: number,
  change: (known: Learned) => Learned,
): Promise<Learned> {
  const folder = await makeState(disk, root, { again: true });
  const held = await lock(disk, join(folder, lockName), patience);
  try {
    const entries = await everyLearned(disk, root);
    const name = named(place);
    const old = found(entries, name);
    const learned = change(old?.learned ?? {});
    if (JSON.stringify(learned) === JSON.stringify(old?.learned ?? {})) return learned;
    const others = entries.filter((entry) => entry !== old);
    const entry: LearnedEntry = { ...name, at: new Date(now).toISOString(), learned };
    const models = [...others, entry].slice(-mostEntries);
    const text = `${JSON.stringify({ version: 1, models }, null, 2)}\n`;
    await moveInto(disk, join(folder, fileName), Buffer.from(text));
    return learned;
  } finally {
    held.release();
  }
}

const fileName = 'learned.json';
const lockName = 'learned.lock';
const patience = 10_000;
const mostBytes = 4 * 1024 * 1024;
const mostEntries = 200;

function entriesOf(value: unknown): LearnedEntry[] {
  const { version, models } = (value ?? {}) as { readonly version?: unknown; readonly models?: unknown };
  if (version !== 1 || !Array.isArray(models)) return [];
  return models.slice(-mostEntries).flatMap((one: Partial<Record<keyof LearnedEntry, unknown>> | null) => {
    const { endpoint, model, at, learned } = one ?? {};
    if (![endpoint, model, at].every((text) => typeof text === 'string' && isPlain(text))) return [];
    return [{ endpoint, model, at, learned: readLearned(learned) } as LearnedEntry];
  });
}

/** It is printed by `status`, and a vault may come from a stranger. */
function isPlain(text: string): boolean {
  return text.length <= 2000 && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

function found(entries: readonly LearnedEntry[], { endpoint, model }: ModelPlace): LearnedEntry | undefined {
  return entries.findLast((entry) => entry.endpoint === endpoint && entry.model === model);
}

/** The name under which a model is kept: the address without what is secret or says nothing. */
function named({ endpoint, model }: ModelPlace): ModelPlace {
  const address = new URL(endpoint);
  return {
    endpoint: `${address.protocol}//${address.host}${address.pathname.replace(/\/+$/, '')}`,
    model: model.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, 200),
  };
}
