import { dirname, extname, join } from 'node:path';
import { ChatvaultError, fileName } from '../core/index.ts';
import type { Located } from './paths.ts';
import { makeState } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/**
 * Puts a new file in its place, whole or not at all, and never over another one. Throws `usage` when the name is
 * taken, and system errors of the disk; nothing is left behind then.
 */
export async function createFile(disk: Disk, root: string, at: Located, bytes: Uint8Array): Promise<void> {
  const folder = join(await makeState(disk, root), 'tmp');
  disk.makeFolder(folder);
  const part = join(folder, `${process.pid}.${created++}.part`);
  try {
    await writeFile(disk, part, bytes, 'w');
    disk.makeFolder(dirname(at.file));
    await place(disk, part, at.file, bytes);
    await disk.syncFolder(dirname(at.file));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(at.path);
    throw error;
  } finally {
    removeQuietly(disk, part);
  }
}

let created = 0;

/**
 * Gives free paths for chats with these titles in a folder of the vault (`''` is the root), relative to the root: a
 * file name that every system takes, ` (2)`, ` (3)` … behind it where another file has it in any spelling or case. The
 * folder is listed once, and a name that was given is not given again: as many as there are cost no more than each of them.
 */
export function freePaths(disk: Disk, root: string, folder: string): (title: string) => string {
  const used = new Set(listFolder(disk, join(root, folder)).map(folded));
  const next = new Map<string, number>();
  return (title) => {
    const stem = fileName(title);
    let number = next.get(folded(stem)) ?? 1;
    let name = '';
    do {
      name = number === 1 ? `${stem}.md` : `${stem} (${number}).md`;
      number += 1;
    } while (used.has(folded(name)));
    next.set(folded(stem), number);
    used.add(folded(name));
    return folder === '' ? name : `${folder}/${name}`;
  };
}

/** The path with `.md` behind it where it has no Markdown extension. */
export function withExtension(path: string): string {
  return /^\.(?:md|markdown)$/i.test(extname(path)) ? path : `${path}.md`;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function listFolder(disk: Disk, folder: string): string[] {
  try {
    return disk.list(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A second name, then the first away: the only way to a new name that never takes one that exists. */
async function place(disk: Disk, part: string, file: string, bytes: Uint8Array): Promise<void> {
  try {
    disk.link(part, file);
  } catch (error) {
    // file systems without hard links (exFAT, some network disks)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].includes(codeOf(error) ?? ''))
      throw error;
    await writeFile(disk, file, bytes, 'wx');
  }
}

async function writeFile(disk: Disk, file: string, bytes: Uint8Array, flags: string): Promise<void> {
  const fd = disk.open(file, flags, 0o666);
  try {
    await disk.write(fd, [bytes]);
    await disk.sync(fd);
  } finally {
    disk.close(fd);
  }
}

function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch {
    // never created, or the disk refuses: recovery deletes it
  }
}

function taken(path: string): ChatvaultError {
  return new ChatvaultError('usage', `${path} exists already`, 'Choose another name; nothing was written.');
}
