import { relative, sep } from 'node:path';
import { watch as chokidar } from 'chokidar';
import { ChatvaultError } from '../core/index.ts';
import { settingsFile } from '../vault/index.ts';

/** Milliseconds for which a file's size must stay the same before its change is told. */
export const settleTime = 300;

/** Hears of changes below a folder. What it says is a hint to look at a file, never a promise that all were said. */
export interface Watcher {
  close(): Promise<void>;
}

export interface Hints {
  /** A Markdown file changed, came or went; relative to the root, with `/`. */
  readonly changed: (path: string) => void;
  /** The vault's settings changed. */
  readonly settings: () => void;
  /** The watcher misses changes from now on: the system's limits, a folder that went away. */
  readonly failing: (text: string) => void;
}

/**
 * Watches a vault's folder. Links are not followed; dot folders and `node_modules` are passed by. `parcel` needs far
 * fewer watches of the system for very large vaults; its package is not ours. Throws `settings` when it is not there.
 */
export async function watchFolder(
  root: string,
  library: 'chokidar' | 'parcel',
  hints: Hints,
): Promise<Watcher> {
  return library === 'parcel' ? withParcel(root, hints) : withChokidar(root, hints);
}

async function withChokidar(root: string, hints: Hints): Promise<Watcher> {
  const watcher = chokidar(root, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: true,
    // without it a file is read half written, or its last change is never told
    awaitWriteFinish: { stabilityThreshold: settleTime, pollInterval: 50 },
    ignored: (path, stats) => isPassedBy(relative(root, path), stats?.isFile() === true),
  });
  watcher.on('all', (_, path) => hint(root, path, hints));
  watcher.on('error', (error) => hints.failing(wordsOf(error)));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    async close() {
      const closed = watcher.close();
      // closing takes all listeners off, and an error that comes later would end the process
      watcher.on('error', () => {});
      await closed;
    },
  };
}

/** As much of @parcel/watcher as is used here: the package is not among ours, so neither are its types. */
interface Parcel {
  subscribe(
    folder: string,
    hear: (error: Error | null, events: readonly { readonly path: string }[]) => void,
    options: { readonly ignore: readonly string[] },
  ): Promise<{ unsubscribe(): Promise<void> }>;
}

async function withParcel(root: string, hints: Hints): Promise<Watcher> {
  const name = '@parcel/watcher';
  const { subscribe } = await (import(name) as Promise<Parcel>).catch((cause) => {
    throw new ChatvaultError(
      'settings',
      'watcher: parcel needs the package @parcel/watcher, which is not installed beside chatvault',
      'Install it with npm, or set watcher: chokidar.',
      { cause },
    );
  });
  const hear: Parameters<Parcel['subscribe']>[1] = (error, events) => {
    if (error !== null) hints.failing(wordsOf(error));
    for (const { path } of events ?? [])
      if (!isPassedBy(relative(root, path), false)) hint(root, path, hints);
  };
  const subscription = await subscribe(root, hear, { ignore: ['**/.*/**', '**/node_modules/**'] });
  return { close: () => subscription.unsubscribe() };
}

function hint(root: string, path: string, { changed, settings }: Hints): void {
  const inner = relative(root, path).split(sep).join('/');
  if (inner === settingsFile) settings();
  else if (isMarkdown(inner)) changed(inner);
}

/** Tested on the part below the root: a vault may itself lie in a dot folder. */
function isPassedBy(inner: string, isFile: boolean): boolean {
  if (inner === '') return false;
  const names = inner.split(sep);
  if (names.some((name) => name.startsWith('.') || name === 'node_modules')) return true;
  return isFile && !isMarkdown(inner) && inner !== settingsFile;
}

function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
