import { relative, sep } from 'node:path';
import { watch as chokidar } from 'chokidar';
import { settingsFile } from '../vault/index.ts';

/** Milliseconds for which a file's size must stay the same before its change is told. */
export const settleTime = 300;

/** Hears of changes below a folder. What it says is a hint to look at a file, never a promise that all were said. */
export interface Watcher {
  /** Resolves when changes from now on are heard. */
  readonly ready: Promise<void>;
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

/** Watches a vault's folder. Links are not followed; dot folders and `node_modules` are passed by. */
export function watchFolder(root: string, hints: Hints): Watcher {
  const watcher = chokidar(root, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: true,
    // without it a file is read half written, or its last change is never told
    awaitWriteFinish: { stabilityThreshold: settleTime, pollInterval: 50 },
    ignored: (path, stats) => isPassedBy(relative(root, path), stats?.isFile() === true),
  });
  watcher.on('all', (_, path) => {
    const inner = relative(root, path).split(sep).join('/');
    if (inner === settingsFile) hints.settings();
    else if (isMarkdown(inner)) hints.changed(inner);
  });
  const failing = (error: unknown): void =>
    hints.failing(error instanceof Error ? error.message : String(error));
  watcher.on('error', failing);
  return {
    ready: new Promise((resolve) => watcher.once('ready', () => resolve())),
    async close() {
      const closed = watcher.close();
      // closing takes all listeners off, and an error that comes later would end the process
      watcher.on('error', () => {});
      await closed;
    },
  };
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
