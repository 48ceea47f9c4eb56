import { basename, dirname, extname, join } from 'node:path';
import { sha256 } from '../../core/index.ts';
import { codeOf, type Disk } from './disk.ts';
import { readSwapName, tidy, type Work } from './work.ts';

/** What became of one swap file. */
export type Settled =
  /** It only held what we wrote or what we had read and replaced: deleted. */
  | { readonly kind: 'deleted' }
  /** The same, but young: somebody may still be about to write into it. */
  | { readonly kind: 'lingers' }
  /** Somebody has it open for writing. */
  | { readonly kind: 'open' }
  /** It held a person's text, which is the chat again. */
  | { readonly kind: 'put-back' }
  /** It held a person's text, now beside the chat under the name `copy` (absolute). */
  | { readonly kind: 'copied'; readonly copy: string };

/** Where a swap file belongs. */
export interface Place {
  readonly disk: Disk;
  /** Absolute path of the chat. */
  readonly file: string;
  readonly work: Work;
}

/**
 * Looks at what a swap file holds now and brings it to rest: our own or replaced bytes are deleted once they are older
 * than `linger` milliseconds; a person's text becomes the chat again where the chat is just what we wrote, else a
 * visible copy beside it. Must run under the vault's lock. Throws system errors; the file then stays where it is.
 */
export async function settleSwap(place: Place, name: string, linger: number): Promise<Settled> {
  const { disk, work } = place;
  const swap = join(work.folder, name);
  const hashes = readSwapName(name)!;
  const fd = disk.open(swap, 'r');
  try {
    if (disk.unwritten(fd) === false) return { kind: 'open' };
    const stamp = disk.lookAt(fd);
    if (stamp.links === 1) {
      const hash = sha256(await disk.read(fd)).slice(0, 32);
      if (hash !== hashes.ours && hash !== hashes.read) return await giveToPerson(place, name, hashes.ours);
      const age = disk.wall() - Number(stamp.ctimeNs / 1_000_000n);
      if (Math.abs(age) < linger) return { kind: 'lingers' };
    }
  } finally {
    disk.close(fd);
  }
  disk.remove(swap);
  tidy(disk, work);
  return { kind: 'deleted' };
}

/** A swap file that should hold our own text, straight after it came back: kept visibly when it does not. */
export async function keepVisible(place: Place, name: string): Promise<string | undefined> {
  const settled = await settleSwap(place, name, Number.POSITIVE_INFINITY);
  return settled.kind === 'copied' ? settled.copy : undefined;
}

/** The name a person's text is kept under: `NAME (kept 2026-11-30 034501).md`. */
export const keptPattern = / \(kept \d{4}-\d\d-\d\d \d{6}(?: \d+)?\)(?=\.[^.]*$|$)/;

async function giveToPerson(place: Place, name: string, ours: string): Promise<Settled> {
  const { disk, file, work } = place;
  const swap = join(work.folder, name);
  if (await holdsOurs(disk, file, ours)) {
    disk.exchange(swap, file);
    await disk.syncFolder(dirname(file));
    // Ours came out, unless somebody saved in that moment; the next look, here or at the next start, will tell.
    return { kind: 'put-back' };
  }
  const copy = await makeVisible(disk, swap, file);
  tidy(disk, work);
  return { kind: 'copied', copy };
}

async function holdsOurs(disk: Disk, file: string, ours: string): Promise<boolean> {
  try {
    const fd = disk.open(file, 'r');
    try {
      return (
        disk.unwritten(fd) !== false &&
        disk.look(file).kind === 'file' &&
        sha256(await disk.read(fd)).startsWith(ours)
      );
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Gives the text a free name beside the chat, or as near above as a folder still exists. */
async function makeVisible(disk: Disk, swap: string, file: string): Promise<string> {
  const when = new Date(disk.wall()).toISOString().replace('T', ' ').replaceAll(':', '').slice(0, 17);
  const ending = extname(file);
  const stem = cut(basename(file, ending), 200);
  for (let folder = dirname(file), number = 1; ; ) {
    const count = number > 1 ? ` ${number}` : '';
    const copy = join(folder, `${stem} (kept ${when}${count})${ending}`);
    try {
      disk.link(swap, copy);
      disk.remove(swap);
      await disk.syncFolder(folder);
      return copy;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EEXIST') number += 1;
      else if (code === 'ENOENT' && dirname(folder) !== folder) folder = dirname(folder);
      else throw error;
    }
  }
}

/** The longest beginning of at most so many bytes that ends between two characters. */
function cut(text: string, bytes: number): string {
  let result = '';
  let size = 0;
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > bytes) break;
    result += char;
  }
  return result;
}
