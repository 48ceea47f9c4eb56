import { join } from 'node:path';
import { ChatvaultError } from '../core/index.ts';
import { codeOf, type Disk, type Stamp } from './write/disk.ts';

/** The folder inside a vault that holds caches, work files and backups. */
export const stateFolder = '.chatvault';

/**
 * Makes the vault's own folder where it is missing, with a `.gitignore` that keeps all of it out of git.
 * Throws `disk` when the vault is not there, and when something else than a folder stands in its place or a link in
 * it: a link would lead our writes out of the vault. With `again` the vault stood there before, and an empty folder in
 * its place is what an unmounted disk leaves: nothing is made in it. Throws system errors.
 */
export async function makeState(
  disk: Disk,
  root: string,
  { again = false }: { readonly again?: boolean } = {},
): Promise<string> {
  // made anew, the root would stand in the way of a vault that is only moved or unmounted for a while
  if (kindOf(disk, root) !== 'folder' || (again && disk.list(root).length === 0)) throw away(disk, root);
  const folder = join(root, stateFolder);
  const there = kindOf(disk, folder);
  if (there !== undefined && there !== 'folder') throw inTheWay(folder, there);
  disk.makeFolder(folder);
  for (const name of disk.list(folder)) {
    const inner = kindOf(disk, join(folder, name));
    if (inner === 'link') throw inTheWay(join(folder, name), inner);
  }
  try {
    const fd = disk.open(join(folder, '.gitignore'), 'wx', 0o644);
    await disk.write(fd, [Buffer.from('*\n')]);
    disk.close(fd);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return folder;
}

/** Whether a folder of `.chatvault` may be read and thrown away: neither it nor `.chatvault` is a link or a file. */
export function isStateFolder(disk: Disk, root: string, name: string): boolean {
  try {
    const folder = join(root, stateFolder);
    return kindOf(disk, folder) === 'folder' && kindOf(disk, join(folder, name)) === 'folder';
  } catch {
    return false;
  }
}

function kindOf(disk: Disk, path: string): Stamp['kind'] | undefined {
  try {
    return disk.look(path).kind;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function away(disk: Disk, root: string): ChatvaultError {
  const isThere = kindOf(disk, root) === 'folder';
  return new ChatvaultError(
    'disk',
    isThere
      ? `${root} is an empty folder now; the vault that stood there is not there`
      : `${root} is not there`,
    'Bring the vault back to its place, or mount its disk.',
  );
}

function inTheWay(path: string, kind: Stamp['kind']): ChatvaultError {
  const what = { link: 'a link', file: 'a file', other: 'a device or a pipe', folder: 'a folder' }[kind];
  return new ChatvaultError(
    'disk',
    `${path} is no folder${path.endsWith(stateFolder) ? '' : ' or file'} of chatvault’s own: it is ${what}`,
    'Move it away; chatvault makes its caches anew and keeps them and its backups there.',
  );
}
