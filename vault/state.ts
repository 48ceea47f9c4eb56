import { join } from 'node:path';
import { ChatvaultError } from '../core/index.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** The folder inside a vault that holds caches, work files and backups. */
export const stateFolder = '.chatvault';

/**
 * Makes the vault's own folder where it is missing, with a `.gitignore` that keeps all of it out of git.
 * Throws `disk` when something else stands there: a link would lead our writes out of the vault.
 */
export async function makeState(disk: Disk, root: string): Promise<string> {
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
