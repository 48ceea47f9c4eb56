import { basename, dirname, join } from 'node:path';
import { codeOf, type Disk, type Stamp } from './disk.ts';

/** Why a chat is not written now; it is worth trying again. */
export type Later =
  | 'not-quiet' // changed a moment ago
  | 'open' // somebody has it open for writing
  | 'editor' // an editor's sign stands beside it
  | 'git' // git is at work
  | 'torn' // its last message is still being written
  | 'moving' // it changed or went away while we looked
  | 'conflict' // it holds git's conflict lines
  | 'locked'; // another process of ours is writing and did not finish in time

/** Why a chat is never written as long as this holds; its summaries are served from the cache. */
export type Alone =
  | 'not-a-file'
  | 'hard-links'
  | 'owner'
  | 'read-only'
  | 'protected' // immutable, or the system refused
  | 'attributes' // attributes or access lists that cannot be copied
  | 'no-exchange' // this file system cannot swap two files in one step
  | 'not-utf8'
  | 'too-large'
  | 'name-too-long';

/** Why nothing was written just now, in words. */
export const laterSays: Readonly<Record<Later, string>> = {
  'not-quiet': 'was changed a moment ago',
  open: 'is open for writing in another program',
  editor: 'is open in an editor',
  git: 'belongs to a repository in which git is at work or waits for a merge to be finished',
  torn: 'ends in a message that is still being written',
  moving: 'went away or kept changing',
  conflict: 'holds unresolved git conflict lines',
  locked: 'could not be written because another chatvault process was writing',
};

/** Why a chat is left alone, in words. */
export const aloneSays: Readonly<Record<Alone, string>> = {
  'not-a-file': 'is not an ordinary file',
  'hard-links': 'has more than one name (hard links); a rewrite would part them',
  owner: 'belongs to another user',
  'read-only': 'is read-only',
  protected: 'is protected by the system (immutable, or the folder refuses changes)',
  attributes: 'has attributes or access lists that cannot be copied',
  'no-exchange':
    'lies on a file system that cannot swap two files in one step, or koffi is not installed; `write: best-effort` writes there at a risk',
  'not-utf8': 'is not UTF-8',
  'too-large': 'is larger than 512 MB',
  'name-too-long': 'has a path too long to work beside',
};

/** The most bytes a chat may have to be read and written. */
export const mostBytes = 512 * 1024 * 1024;

/** What must hold before the bytes are looked at. */
export function leaveAlone(disk: Disk, file: string, stamp: Stamp): Alone | undefined {
  if (stamp.kind !== 'file') return 'not-a-file';
  if (stamp.links > 1) return 'hard-links';
  if (disk.user() !== -1 && stamp.uid !== disk.user()) return 'owner';
  if ((stamp.mode & 0o222) === 0 || !disk.writable(file) || !disk.writable(dirname(file))) return 'read-only';
  if (stamp.size > mostBytes) return 'too-large';
  return undefined;
}

/** Signs that a program is in the middle of something with this chat. */
export function signBeside(disk: Disk, file: string): boolean {
  const folder = dirname(file);
  const name = basename(file);
  return [`.${name}.swp`, `.#${name}`, `.~lock.${name}#`].some((sign) => exists(disk, join(folder, sign)));
}

/**
 * How long files have been unchanged. The clock on the wall may be wrong or jump, and a file may carry a time from the
 * future: what this process saw itself counts by the monotonic clock.
 */
export class Quiet {
  readonly #seen = new Map<string, { size: number; mtimeNs: bigint; at: number }>();
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Milliseconds without a change, as far as can be known. */
  since(file: string, { size, mtimeNs }: Stamp): number {
    const now = this.#disk.now();
    let seen = this.#seen.get(file);
    if (seen === undefined || seen.size !== size || seen.mtimeNs !== mtimeNs) {
      seen = { size, mtimeNs, at: now };
      this.#seen.set(file, seen);
      if (this.#seen.size > mostSeen) this.#seen.delete(this.#seen.keys().next().value!);
    }
    const byWall = this.#disk.wall() - Number(mtimeNs / 1_000_000n);
    return Math.max(byWall, now - seen.at);
  }
}

const mostSeen = 100_000;

function exists(disk: Disk, path: string): boolean {
  try {
    disk.look(path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENAMETOOLONG') return false;
    throw error;
  }
}
