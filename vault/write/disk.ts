import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { native } from './native.ts';

/** What a file looked like at one moment. Two equal stamps do not promise equal bytes: they are only a filter. */
export interface Stamp {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly dev: number;
  readonly ino: number;
  /** Bytes. */
  readonly size: number;
  /** Permission bits only. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly links: number;
  /** Nanoseconds since 1970. */
  readonly atimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/**
 * Every call on the disk that writing a chat needs, and none besides: whoever wants to know what happens when one of
 * them fails, or when the machine stops after it, puts an object of his own in its place. All throw system errors.
 */
export interface Disk {
  /** Milliseconds that never go back. */
  now(): number;
  /** Milliseconds since 1970, by the clock on the wall. */
  wall(): number;
  wait(ms: number): Promise<void>;
  /** The user the process runs as; 0 may do everything. */
  user(): number;
  list(folder: string): string[];
  look(path: string): Stamp;
  lookAt(fd: number): Stamp;
  open(path: string, flags: string, mode?: number): number;
  close(fd: number): void;
  read(fd: number): Promise<Uint8Array>;
  /** Appends all slices at the file's position. */
  write(fd: number, slices: readonly Uint8Array[]): Promise<void>;
  sync(fd: number): Promise<void>;
  syncFolder(folder: string): Promise<void>;
  /** Gives `to` the mode, owner, attributes and time stamps of `from`. */
  dress(from: number, to: number, like: Stamp): void;
  rename(from: string, to: string): void;
  /** A second name for a file; fails when the name is taken. */
  link(from: string, to: string): void;
  remove(path: string): void;
  /** Makes a folder and those above it; an existing one is fine. */
  makeFolder(path: string): void;
  removeFolder(path: string): void;
  writable(path: string): boolean;
  /** Swaps two names in one step. Throws ENOSYS where the system cannot. */
  exchange(one: string, other: string): void;
  /** Whether nobody has it open for writing; undefined where the system cannot tell. */
  unwritten(fd: number): boolean | undefined;
  /** The kernel's lock, without waiting; undefined where there is none. */
  lock(fd: number): boolean | undefined;
}

/** The disk of this machine. */
export const disk: Disk = {
  now: () => performance.now(),
  wall: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  user: () => process.geteuid?.() ?? -1,
  list: (folder) => fs.readdirSync(folder),
  look: (path) => stamp(fs.lstatSync(path, { bigint: true })),
  lookAt: (fd) => stamp(fs.fstatSync(fd, { bigint: true })),
  open: (path, flags, mode = 0o600) => fs.openSync(path, flags, mode),
  close: (fd) => fs.closeSync(fd),
  read: readAll,
  write: writeAll,
  sync: promisify(fs.fsync),
  syncFolder,
  dress,
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  remove: (path) => fs.unlinkSync(path),
  makeFolder: (path) => void fs.mkdirSync(path, { recursive: true, mode: 0o700 }),
  removeFolder: (path) => fs.rmdirSync(path),
  writable,
  exchange,
  unwritten: (fd) => native()?.unwritten(fd),
  lock: (fd) => native()?.lock(fd),
};

/** The code of a system error, or undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether two stamps are of one file that nobody touched in between, as far as stamps can tell. */
export function sameStamp(one: Stamp, other: Stamp): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}

function stamp(stats: fs.BigIntStats): Stamp {
  return {
    kind: stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'folder'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other',
    dev: Number(stats.dev),
    ino: Number(stats.ino),
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    links: Number(stats.nlink),
    atimeNs: stats.atimeNs,
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
  };
}

const piece = 8 * 1024 * 1024;

/** Reads from the start to the end, however long it has become meanwhile; lets others run between large pieces. */
async function readAll(fd: number): Promise<Uint8Array> {
  const { size } = fs.fstatSync(fd);
  let room = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const got = fs.readSync(fd, room, length, Math.min(piece, room.length - length), length);
    if (got === 0) return room.subarray(0, length);
    length += got;
    if (length === room.length) room = Buffer.concat([room], room.length * 2);
    if (got === piece) await new Promise(setImmediate);
  }
}

async function writeAll(fd: number, slices: readonly Uint8Array[]): Promise<void> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const slice of slices.flatMap(pieces)) {
    batch.push(slice);
    size += slice.length;
    if (size < piece && batch.length < 512) continue;
    writeBatch(fd, batch);
    batch = [];
    size = 0;
    await new Promise(setImmediate);
  }
  writeBatch(fd, batch);
}

function pieces(slice: Uint8Array): Uint8Array[] {
  if (slice.length <= piece) return slice.length > 0 ? [slice] : [];
  const count = Math.ceil(slice.length / piece);
  return Array.from({ length: count }, (_, at) => slice.subarray(at * piece, (at + 1) * piece));
}

function writeBatch(fd: number, batch: readonly Uint8Array[]): void {
  let left = batch.map((slice) => slice);
  while (left.length > 0) {
    let wrote = fs.writevSync(fd, left);
    while (left.length > 0 && wrote >= left[0]!.length) wrote -= left.shift()!.length;
    if (wrote > 0) left = [left[0]!.subarray(wrote), ...left.slice(1)];
  }
}

async function syncFolder(folder: string): Promise<void> {
  const fd = fs.openSync(folder, 'r');
  try {
    await disk.sync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function dress(from: number, to: number, like: Stamp): void {
  const now = fs.fstatSync(to);
  if (now.uid !== like.uid || now.gid !== like.gid) fs.fchownSync(to, like.uid, like.gid);
  fs.fchmodSync(to, like.mode);
  const found = native();
  // Without native calls only `write: best-effort` gets here; attributes are then part of what it risks.
  found?.copyAttributes(from, to);
  if (found !== undefined) found.stamp(to, like.atimeNs, like.mtimeNs);
  else fs.futimesSync(to, Number(like.atimeNs) / 1e9, Number(like.mtimeNs) / 1e9);
}

function writable(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function exchange(one: string, other: string): void {
  const found = native();
  if (found === undefined)
    throw Object.assign(new Error('ENOSYS: koffi is not installed'), { code: 'ENOSYS' });
  found.exchange(one, other);
}
