import { join } from 'node:path';
import { makeState } from '../state.ts';
import { codeOf, type Disk } from './disk.ts';

/** Whether two files of this vault can be swapped in one step; tried with two work files. Throws other errors of the disk. */
export async function canExchange(disk: Disk, root: string): Promise<boolean> {
  const folder = join(await makeState(disk, root), 'tmp');
  disk.makeFolder(folder);
  const [one, other] = ['one', 'other'].map((name) => join(folder, `${process.pid}.probe-${name}.part`)) as [
    string,
    string,
  ];
  try {
    for (const file of [one, other]) disk.close(disk.open(file, 'w'));
    disk.exchange(one, other);
    return true;
  } catch (error) {
    if (['EINVAL', 'ENOSYS', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) return false;
    throw error;
  } finally {
    for (const file of [one, other]) removeQuietly(disk, file);
  }
}

function removeQuietly(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch {
    // never made; recovery deletes it otherwise
  }
}
