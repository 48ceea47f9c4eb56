import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  ChatvaultError,
  type Edit,
  type Edited,
  isChat,
  type NewChat,
  parse,
  printChat,
  type Settings,
} from '../core/index.ts';
import { backup } from './backup.ts';
import { Cache } from './cache.ts';
import { copyName } from './copies.ts';
import { createFile, freePaths, withExtension } from './create.ts';
import { type Change, type EditOptions, type EditPlace, type EditReport, editing, plan } from './edit.ts';
import { markdownFiles } from './find.ts';
import { joined } from './join.ts';
import { type Located, locate } from './paths.ts';
import { readChat, type Snapshot } from './read.ts';
import { type Repaired, repairing, whole } from './repair.ts';
import { chatSettings, readSettings, type VaultSettings } from './settings.ts';
import { codeOf, type Disk, disk as realDisk, type Stamp, sameStamp } from './write/disk.ts';
import { Quiet } from './write/guards.ts';
import type { Recovered } from './write/recover.ts';
import { Writer } from './write/writer.ts';

export interface VaultOptions {
  /** Where the person's config is looked for (XDG_CONFIG_HOME, HOME). Default: the process's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** The calls on the disk; another object lets a test fail any of them. */
  readonly disk?: Disk;
  /** Milliseconds to wait for another process of ours that is writing. Default: 10,000. */
  readonly patience?: number;
}

/** One chat of the vault, as listed. */
export interface ChatEntry {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly stamp: Stamp;
  /** What its front matter says, where it says it. */
  readonly sessionId?: string;
  /** A sync or merge tool's copy of this other chat: not a chat of its own. */
  readonly copyOf?: string;
}

/**
 * Opens the folder `dir` as a vault. Reads its settings, and brings back a person's text that an interrupted write may
 * have left in the work folder. Throws `not-found` when there is no such folder.
 */
export async function openVault(dir: string, options: VaultOptions = {}): Promise<Vault> {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new ChatvaultError(
      'not-found',
      `there is no folder ${dir}`,
      'Make a vault with: chatvault init DIR',
    );
  const vault = new Vault(realpathSync(dir), options);
  await vault.recover();
  return vault;
}

/** What the last look at a file said of it. */
interface Known {
  readonly stamp: Stamp;
  readonly chat: boolean;
  readonly sessionId?: string;
}

/** A folder of chats. The only way to a chat file on the disk, for reading and for writing. */
export class Vault {
  /** Absolute, without links. */
  readonly root: string;
  readonly cache: Cache;
  readonly disk: Disk;
  /** A person's texts that were brought back when the vault was opened or while it is open. */
  readonly recovered: Recovered[] = [];
  #settings: VaultSettings;
  readonly #env: NodeJS.ProcessEnv;
  readonly #quiet: Quiet;
  readonly #writer: Writer;
  readonly #known = new Map<string, Known>();

  constructor(root: string, { env = process.env, disk = realDisk, patience = 10_000 }: VaultOptions) {
    this.root = root;
    this.disk = disk;
    this.cache = new Cache(disk, root);
    this.#env = env;
    this.#settings = readSettings(root, env);
    this.#quiet = new Quiet(disk);
    this.#writer = new Writer(disk, root, patience, (found) => this.recovered.push(found));
  }

  /** What holds for the whole vault; `settingsFor` for one chat. */
  get settings(): Settings {
    return this.#settings.settings;
  }

  /** Where the settings came from and what could not be taken. */
  get settingsFound(): VaultSettings {
    return this.#settings;
  }

  /** Reads the settings files again. */
  reload(): VaultSettings {
    this.#settings = readSettings(this.root, this.#env);
    return this.#settings;
  }

  settingsFor({
    path,
    conversation,
  }: Pick<Snapshot, 'path' | 'conversation'>): ReturnType<typeof chatSettings> {
    return chatSettings(this.#settings, path, conversation.meta);
  }

  /** Every chat, found by its content, in a fixed order; conflict copies of sync tools are not among them. */
  async chats(): Promise<ChatEntry[]> {
    return (await this.everyChat()).filter(({ copyOf }) => copyOf === undefined);
  }

  /** Every chat with the copies of sync and merge tools, which say of what they are copies. */
  async everyChat(): Promise<ChatEntry[]> {
    const paths = [...markdownFiles(this.root)];
    const found = new Map<string, Known>();
    for (const path of paths) {
      const known = await this.#look(path);
      if (known?.chat === true) found.set(path, known);
    }
    const there = new Set(paths);
    for (const path of this.#known.keys()) if (!there.has(path)) this.#known.delete(path);
    return [...found].map(([path, { stamp, sessionId }]) => {
      const copyOf = this.#copyOf(path, sessionId);
      return {
        path,
        stamp,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(copyOf === undefined ? {} : { copyOf }),
      };
    });
  }

  /** One file as it stands now. Damage is on the result; throws `not-found`, `outside-vault`, `not-a-chat`, `disk`. */
  async read(path: string): Promise<Snapshot> {
    return readChat(this.disk, this.locate(path));
  }

  /**
   * Applies edits to a chat, all in one write, without ever losing or changing a byte of anyone else's (see
   * `replace`); where that cannot be promised nothing is written and the report says why. Edits name messages, so they
   * are applied to whatever the text has become. Throws `not-a-chat`, `outside-vault`, `locked` (by hand) and system errors.
   */
  async edit(path: string, edits: readonly Edit[], options: EditOptions = {}): Promise<EditReport> {
    let edited: Edited | undefined;
    const report = await this.#rewrite(path, options, (place, at) =>
      editing(place, at.path, edits, (each) => {
        edited = each;
      }),
    );
    if (edited === undefined || report.why !== undefined) return report;
    return { ...report, outcomes: edited.outcomes, ids: edited.ids };
  }

  /**
   * Mends what can be mended in a chat without changing a word that was said (see `mend`), after a copy of the file in
   * `.chatvault/backup/`. Throws as `edit` does.
   */
  async repair(path: string): Promise<Repaired> {
    let repaired: Omit<Repaired, 'report'> = { mended: [] };
    const report = await this.#rewrite(path, { byHand: true, resolving: true }, (place, at) =>
      repairing(place, at, (each) => {
        repaired = each;
      }),
    );
    return report.outcome === 'written' ? { ...repaired, report } : { mended: [], report };
  }

  /**
   * Joins a sync tool's copy into its chat, by message; both are kept in `.chatvault/backup/`, and the copy goes when
   * all of it is in the chat. Throws `not-a-chat` where they cannot be joined, and as `edit` does.
   */
  async join(path: string, copy: string): Promise<EditReport> {
    const other = await this.read(copy);
    const report = await this.#rewrite(path, { byHand: true }, ({ disk, root }, at) => async (bytes) => {
      const both = joined(bytes, other.bytes);
      if (both === undefined || at.path === other.path) throw cannotJoin(at.path, other.path);
      await backup(disk, root, at.path, bytes);
      return whole(bytes, both);
    });
    if (report.why !== undefined) return report;
    await backup(this.disk, this.root, other.path, other.bytes);
    const now = await this.read(copy);
    if (now.hash === other.hash) this.disk.remove(this.locate(copy).file);
    return report;
  }

  /** Makes a new chat; `.md` is added to a path without it. Throws `usage` when something stands there already. */
  async create(path: string, chat: NewChat): Promise<Snapshot> {
    const at = this.locate(withExtension(path));
    await createFile(this.disk, this.root, at, Buffer.from(printChat(chat)));
    return readChat(this.disk, at);
  }

  /** Gives free paths for chats with these titles in a folder of the vault, each of them once. */
  freePaths(folder: string): (title: string) => string {
    return freePaths(this.disk, this.root, folder);
  }

  /** Where a chat stands on the disk. */
  locate(path: string): Located {
    return locate(this.root, path);
  }

  /** Brings left work files to rest; called at the start, and where a crash of another process was seen. */
  recover(): Promise<void> {
    return this.#writer.recover();
  }

  /** Ends orderly: what was begun is finished, what is still young in the work folder is left to the next start. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.cache.close();
  }

  async #rewrite(
    path: string,
    options: EditOptions,
    changeFor: (place: EditPlace, at: Located) => Change,
  ): Promise<EditReport> {
    const at = this.locate(path);
    const { disk, root } = this;
    const place = { disk, root, quiet: this.#quiet, quietTime: this.settings.compactor.quiet };
    const change = changeFor(place, at);
    const done = await this.#writer.replace(
      at,
      this.settings.write,
      options.byHand === true,
      (bytes, stamp) => plan(place, at, options, bytes, stamp, change),
    );
    const names = { written: 'written', nothing: 'unchanged', later: 'later', alone: 'left-alone' } as const;
    return {
      path: at.path,
      outcome: names[done.kind],
      ...('why' in done ? { why: done.why } : {}),
      outcomes: [],
      ids: [],
      caught: done.caught,
      exchanges: done.exchanges,
      copies: done.copies.map((copy) => relative(this.root, copy).split(sep).join('/')),
    };
  }

  async #look(path: string): Promise<Known | undefined> {
    try {
      const stamp = this.disk.look(join(this.root, path));
      const known = this.#known.get(path);
      if (known !== undefined && sameStamp(known.stamp, stamp)) return known;
      const { bytes, stamp: read } = await readChat(this.disk, { file: join(this.root, path), path });
      const chat = isChat(bytes);
      const sessionId = chat ? parse(bytes).meta.sessionId : undefined;
      const found = { stamp: read, chat, ...(sessionId === undefined ? {} : { sessionId }) };
      this.#known.set(path, found);
      return found;
    } catch (error) {
      // gone meanwhile, not readable, or too large: not listed
      if (error instanceof ChatvaultError || codeOf(error) !== undefined) return undefined;
      throw error;
    }
  }

  #copyOf(path: string, sessionId: string | undefined): string | undefined {
    const name = copyName(basename(path));
    if (name === undefined) return undefined;
    const folder = dirname(path);
    const original = folder === '.' ? name.original : `${folder}/${name.original}`;
    const known = this.#known.get(original);
    if (known === undefined && statSync(join(this.root, original), { throwIfNoEntry: false }) === undefined)
      return undefined;
    if (name.trust === 'sure') return original;
    return sessionId !== undefined && known?.sessionId === sessionId ? original : undefined;
  }
}

function cannotJoin(path: string, copy: string): ChatvaultError {
  return new ChatvaultError(
    'not-a-chat',
    `${path} and ${copy} cannot be joined by message`,
    'Name two different chats without conflict lines, both UTF-8.',
  );
}
