import { dirname, join } from 'node:path';
import { codeOf, type Disk } from './disk.ts';

/**
 * Where a chat's work files stand and what their names mean. The folders below `.chatvault/tmp` repeat the vault's, so
 * that after a crash every file says by its place whose it is, and by its name what was read (`read`) and what
 * we wrote (`ours`): no other book-keeping has to survive.
 */
export interface Work {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** The chat's path, relative to the vault. */
  readonly path: string;
}

/** The work folder of one chat. */
export function workOf(root: string, path: string): Work {
  return { folder: join(root, '.chatvault', 'tmp', path), path };
}

/** May only ever hold our own bytes: deleted without a look. Numbered by process so that two never share one. */
export function partName(): string {
  return `${process.pid}.part`;
}

/** A file that holds our bytes before the exchange and the chat's former bytes after it. */
export function swapName(read: string, ours: string): string {
  return `${read.slice(0, 32)}-${ours.slice(0, 32)}.swap`;
}

/** The two hashes (their first 32 digits) in a swap file's name; undefined for any other name. */
export function readSwapName(name: string): { read: string; ours: string } | undefined {
  const found = /^([0-9a-f]{32})-([0-9a-f]{32})\.swap$/.exec(name);
  return found === null ? undefined : { read: found[1]!, ours: found[2]! };
}

/** Removes a work folder and those above it as far as they are empty. */
export function tidy(disk: Disk, work: Work): void {
  const levels = work.path.split('/').length;
  let folder = work.folder;
  for (let level = 0; level < levels; level += 1) {
    try {
      disk.removeFolder(folder);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT') return;
      throw error;
    }
    folder = dirname(folder);
  }
}
