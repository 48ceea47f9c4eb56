import { basename, dirname, join } from 'node:path';
import { makeState } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

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
  await moveInto(disk, file, bytes);
  tidy(disk, folder, most);
}

/** Puts bytes in the place of a file, whole or not at all; not forced to the disk. Throws system errors. */
export async function moveInto(disk: Disk, file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  removeLeft(disk, part);
  const fd = disk.open(part, 'wx', 0o600);
  try {
    await disk.write(fd, [bytes]);
  } finally {
    disk.close(fd);
  }
  disk.rename(part, file);
}

/** A file of ours as text. Throws system errors. */
export async function readKept(disk: Disk, file: string): Promise<string> {
  const fd = disk.open(file, 'r');
  try {
    return Buffer.from(await disk.read(fd)).toString('utf8');
  } finally {
    disk.close(fd);
  }
}

/** What a killed process with our number left, or a link in its place. */
function removeLeft(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function tidy(disk: Disk, folder: string, most: number): void {
  const names = disk.list(folder);
  if (names.length <= most) return;
  const aged = names.map((name) => ({ name, at: disk.look(join(folder, name)).mtimeNs }));
  aged.sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { name } of aged.slice(0, names.length - most)) disk.remove(join(folder, name));
}
