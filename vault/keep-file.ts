import { basename, dirname, join } from 'node:path';
import { makeState } from './state.ts';
import type { Disk } from './write/disk.ts';

/**
 * Keeps derived bytes as one file in a folder of `.chatvault/`, in the place of the file before; of many files in that
 * folder the newest `most` stay. Moved into place whole, but not forced to the disk: after a power failure it may be
 * gone or torn, which its reader has to see. Throws system errors, and `disk` where the vault's own folder is none.
 */
export async function keepFile(
  disk: Disk,
  root: string,
  file: string,
  bytes: Uint8Array,
  most: number,
): Promise<void> {
  const folder = join(await makeState(disk, root, { again: true }), basename(dirname(file)));
  disk.makeFolder(folder);
  // a link that came with a stranger's vault would lead our writes out of it
  if (disk.look(folder).kind !== 'folder')
    throw Object.assign(new Error(`ENOTDIR: ${folder} is no folder`), { code: 'ENOTDIR' });
  const part = `${file}.${process.pid}.part`;
  const fd = disk.open(part, 'w', 0o600);
  try {
    await disk.write(fd, [bytes]);
  } finally {
    disk.close(fd);
  }
  disk.rename(part, file);
  tidy(disk, folder, most);
}

function tidy(disk: Disk, folder: string, most: number): void {
  const names = disk.list(folder);
  if (names.length <= most) return;
  const aged = names.map((name) => ({ name, at: disk.look(join(folder, name)).mtimeNs }));
  aged.sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { name } of aged.slice(0, names.length - most)) disk.remove(join(folder, name));
}
