import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../core/index.ts';
import { codeOf, type Disk, type Stamp, sameStamp } from './disk.ts';
import { type Alone, type Later, leaveAlone } from './guards.ts';
import { keepVisible } from './keep.ts';
import type { Waiting } from './recover.ts';
import { partName, swapName, type Work } from './work.ts';

/** What to write in place of some bytes, in slices; or that nothing is to be written, or not now. */
export type Plan =
  | { readonly kind: 'write'; readonly slices: readonly Uint8Array[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly why: Later }
  | { readonly kind: 'alone'; readonly why: Alone };

/** Makes a plan for the bytes as they stand. Called again with newer bytes when a save met ours. */
export type Planner = (bytes: Uint8Array, stamp: Stamp) => Plan | Promise<Plan>;

/** What became of one replacement. */
export type Replaced = (
  | { readonly kind: 'written' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly why: Later }
  | { readonly kind: 'alone'; readonly why: Alone }
) & {
  /** Saves of others that met ours and were put back in their place. */
  readonly caught: number;
  readonly exchanges: number;
  /** Visible copies that had to be made because two programs disagreed. */
  readonly copies: readonly string[];
  /** Swap files in the work folder that must be looked at once more later. */
  readonly waiting: readonly Waiting[];
};

export interface Target {
  readonly disk: Disk;
  /** Absolute path of the chat. */
  readonly file: string;
  readonly work: Work;
  /** What to do where files cannot be swapped: leave them alone, or compare and rename. */
  readonly mode: 'lossless' | 'best-effort';
  /** Devices that were found unable to swap. */
  readonly noExchange: Set<number>;
}

/**
 * Replaces a chat without ever removing or changing a byte that anyone else wrote, as long as it is called under the
 * vault's lock: the new text takes the name and the old text's file takes ours in one step (exchange). Only then is the
 * old file looked at, when no writer can be missed: whoever still has it open for writing, or saved just before, gets
 * it back at once, and the plan is made again from the newer text. The old file stays in the work folder as `swap`.
 * Throws system errors of the disk; the chat is then sameStamp, or fully replaced with its old text in the work folder.
 */
export async function replace(target: Target, planner: Planner): Promise<Replaced> {
  const tally: Tally = { caught: 0, exchanges: 0, copies: [], waiting: [] };
  for (let round = 0; round < mostRounds; round += 1) {
    const result = await attempt(target, planner, tally);
    if (result.kind !== 'again') return { ...result, ...tally };
  }
  return { kind: 'later', why: 'moving', ...tally };
}

const mostRounds = 5;

interface Tally {
  caught: number;
  exchanges: number;
  copies: string[];
  waiting: Waiting[];
}

type Attempt =
  | { kind: 'again' }
  | { kind: 'written' }
  | { kind: 'nothing' }
  | { kind: 'later'; why: Later }
  | { kind: 'alone'; why: Alone };

async function attempt(target: Target, planner: Planner, tally: Tally): Promise<Attempt> {
  const { disk, file } = target;
  let fd: number;
  let stamp: Stamp;
  try {
    stamp = disk.look(file);
    const alone = leaveAlone(disk, file, stamp);
    if (alone !== undefined) return { kind: 'alone', why: alone };
    if (target.mode === 'lossless' && target.noExchange.has(stamp.dev))
      return { kind: 'alone', why: 'no-exchange' };
    fd = disk.open(file, 'r');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'later', why: 'moving' };
    if (code === 'EACCES' || code === 'EPERM') return { kind: 'alone', why: 'read-only' };
    throw error;
  }
  try {
    if (disk.unwritten(fd) === false) return { kind: 'later', why: 'open' };
    const bytes = await disk.read(fd);
    if (!sameStamp(stamp, disk.lookAt(fd))) return { kind: 'again' };
    const plan = await planner(bytes, stamp);
    if (plan.kind !== 'write') return plan;
    const made = await makeSwap(target, plan.slices, { fd, bytes, stamp });
    if (typeof made !== 'string') return { kind: 'alone', why: made.alone };
    return await swapIn(target, made, { bytes, stamp }, tally);
  } finally {
    disk.close(fd);
  }
}

interface Read {
  readonly bytes: Uint8Array;
  readonly stamp: Stamp;
}

/** The new text under its speaking name, on the disk for certain. */
async function makeSwap(
  { disk, work }: Target,
  slices: readonly Uint8Array[],
  read: Read & { readonly fd: number },
): Promise<string | { alone: Alone }> {
  const part = join(work.folder, partName());
  let name: string;
  try {
    disk.makeFolder(work.folder);
    const fd = disk.open(part, 'wx', 0o600);
    try {
      await disk.write(fd, slices);
      const dressed = dress(disk, read, fd);
      if (dressed !== undefined) {
        disk.remove(part);
        return { alone: dressed };
      }
      const synced = disk.sync(fd);
      // while the disk works
      name = swapName(sha256(read.bytes), hashOf(slices));
      await synced;
    } finally {
      disk.close(fd);
    }
    const swap = join(work.folder, name);
    disk.rename(part, swap);
    return swap;
  } catch (error) {
    removeQuietly(disk, part);
    if (codeOf(error) === 'ENAMETOOLONG') return { alone: 'name-too-long' };
    throw error;
  }
}

/** SHA-256 of slices as one text. */
function hashOf(slices: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const slice of slices) hash.update(slice);
  return hash.digest('hex');
}

function dress(disk: Disk, { fd, stamp }: { fd: number; stamp: Stamp }, to: number): Alone | undefined {
  try {
    disk.dress(fd, to, stamp);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO') throw error;
    return 'attributes';
  }
}

async function swapIn(target: Target, swap: string, read: Read, tally: Tally): Promise<Attempt> {
  const { disk, file } = target;
  if (!(await stillAsRead(target, read))) {
    disk.remove(swap);
    return { kind: 'again' };
  }
  try {
    disk.exchange(swap, file);
  } catch (error) {
    const why = refused(error);
    if (why === 'no-exchange') target.noExchange.add(read.stamp.dev);
    if (why === 'no-exchange' && target.mode === 'best-effort') return await renameIn(target, swap, read);
    removeQuietly(disk, swap);
    if (why === undefined) throw error;
    return why === 'moving' ? { kind: 'later', why } : { kind: 'alone', why };
  }
  tally.exchanges += 1;
  tally.waiting.push({ work: target.work, name: basename(swap) });
  const out = await swappedOut(disk, swap, read);
  if (out === 'as-read') {
    await disk.syncFolder(dirname(file));
    return { kind: 'written' };
  }
  tally.caught += 1;
  await giveBack(target, swap, tally);
  return out === 'open' ? { kind: 'later', why: 'open' } : { kind: 'again' };
}

/**
 * A last look before the exchange, which spares the chat from showing our text for a moment over a save that was made
 * meanwhile. What decides is the look behind it: so large files are not read a third time here.
 */
async function stillAsRead({ disk, file }: Target, { bytes, stamp }: Read): Promise<boolean> {
  try {
    if (!sameStamp(stamp, disk.look(file))) return false;
    if (bytes.length > mostComparedTwice) return true;
    const fd = disk.open(file, 'r');
    try {
      return equal(await disk.read(fd), bytes) && sameStamp(stamp, disk.look(file));
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

const mostComparedTwice = 256 * 1024;

/** Why the system did not swap; undefined for a failure of the disk. */
function refused(error: unknown): 'moving' | 'protected' | 'no-exchange' | undefined {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'moving';
  if (code === 'EPERM' || code === 'EACCES') return 'protected';
  return code !== undefined && unable.has(code) ? 'no-exchange' : undefined;
}

const unable = new Set(['EINVAL', 'ENOSYS', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP']);

/** `best-effort`: a save between the last look and the rename is lost (2.5 to 3 of 100 aimed ones were). */
async function renameIn({ disk, file, ...rest }: Target, swap: string, read: Read): Promise<Attempt> {
  if (!(await stillAsRead({ disk, file, ...rest }, read))) {
    removeQuietly(disk, swap);
    return { kind: 'again' };
  }
  disk.rename(swap, file);
  await disk.syncFolder(dirname(file));
  return { kind: 'written' };
}

/** The first look at the old file after its name was taken: nobody can newly open it by that name now. */
async function swappedOut(disk: Disk, swap: string, read: Read): Promise<'as-read' | 'open' | 'other'> {
  const fd = disk.open(swap, 'r');
  try {
    if (disk.unwritten(fd) === false) return 'open';
    const now = disk.lookAt(fd);
    if (now.ino !== read.stamp.ino || now.size !== read.bytes.length) return 'other';
    return equal(await disk.read(fd), read.bytes) ? 'as-read' : 'other';
  } finally {
    disk.close(fd);
  }
}

/**
 * Puts what stands under `swap` back in the chat's place. What comes out of that place should be our own text; where
 * somebody wrote into it or replaced it in that moment, it is kept as a visible copy.
 */
async function giveBack(target: Target, swap: string, tally: Tally): Promise<void> {
  const { disk, file } = target;
  for (let tries = 0; ; tries += 1) {
    try {
      disk.exchange(swap, file);
      tally.exchanges += 1;
      break;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries >= 100) throw error;
    }
    // The name is free: an editor moved our text aside, or the person deleted the chat.
    try {
      disk.link(swap, file);
      disk.remove(swap);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  const copy = await keepVisible(target, basename(swap));
  if (copy !== undefined) tally.copies.push(copy);
}

/** Without a copy. */
function equal(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch {
    // nothing there, or the disk refuses: recovery deletes it, it only holds our own bytes
  }
}
