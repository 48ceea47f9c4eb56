import { join } from 'node:path';
import { ChatvaultError } from '../core/index.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** The folder inside a vault that holds caches, work files and backups. */
export const stateFolder = '.chatvault';

/**
 * Makes the vault's own folder where it is missing, with a `.gitignore` that keeps all of it out of git.
 * Throws `disk` when the vault is not there, and when something else stands in its place: a link would lead our writes
 * out of the vault.
 */
export async function makeState(disk: Disk, root: string): Promise<string> {
  // made anew, the root would stand in the way of a vault that is only moved or unmounted for a while
  if (!isThere(disk, root))
    throw new ChatvaultError(
      'disk',
      `${root} is not there`,
      'Bring the vault back to its place, or mount its disk.',
    );
  const folder = join(root, stateFolder);
  disk.makeFolder(folder);
  if (disk.look(folder).kind !== 'folder')
    throw new ChatvaultError(
      'disk',
      `${folder} is a link or a file, not a folder`,
      'Remove it; chatvault keeps its caches and backups in a real folder of that name.',
    );
  try {
    const fd = disk.open(join(folder, '.gitignore'), 'wx', 0o644);
    await disk.write(fd, [Buffer.from('*\n')]);
    disk.close(fd);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return folder;
}

function isThere(disk: Disk, root: string): boolean {
  try {
    return disk.look(root).kind === 'folder';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
