import { fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  ChatvaultError,
  type MessageRow,
  type RowsRead,
  readRows,
  readRowsFrom,
  sha256,
} from '../core/index.ts';
import { type Catalog, packCatalog, readCatalog } from './catalog-file.ts';
import { type Described, describe, maker } from './catalog-message.ts';
import { keepFile } from './keep-file.ts';
import { stateFolder } from './state.ts';
import type { Disk } from './write/disk.ts';

/** A catalog for a file as it stands. */
export interface CatalogFound {
  readonly catalog: Catalog;
  readonly look: Look;
  /** So many rows, from the first, were not compared with the file: `CatalogPages` does when they are used. */
  readonly unsure: number;
  /** What it has that the kept one has not: `little` is read again faster than it is kept. */
  readonly news: 'none' | 'little' | 'much';
}

/** What an open file looks like. */
export interface Look {
  readonly size: number;
  readonly stamp: string;
}

/**
 * The catalog of an open chat file: the kept one where the file is as it was then; the kept one with the end read again
 * where the file seems to have grown only; where `trusting` is off, or the file did not only grow, all rows before the
 * first changed byte (CRC-32) and the rest read again; else one made from the whole file. Undefined for a file that has
 * to be read as a whole (`readRows`). Throws `changed` when somebody writes to the file meanwhile, and system errors.
 */
export function catalogOf(fd: number, kept: string, trusting: boolean): CatalogFound | undefined {
  const look = lookAt(fd);
  const before = readCatalog(kept, maker());
  if (before?.stamp === look.stamp) return { catalog: before, look, unsure: 0, news: 'none' };
  const grown = before !== undefined && trusting && hasGrown(fd, look.size, before);
  const same = before === undefined ? 0 : grown ? before.rows.length : unchangedRows(fd, look.size, before);
  const end = same > 0 ? readEnd(fd, look.size, before!, same - 1) : undefined;
  const read = end ?? readWhole(fd, look.size);
  if (read === undefined) return undefined;
  const unsure = grown ? read.from : 0;
  const stamp = unsure === 0 && isSettled(fd) ? look.stamp : '';
  const catalog = { ...described(read, before), stamp };
  if (lookAt(fd).stamp !== look.stamp) throw changed();
  const isMuch = before === undefined || read.bytes.length > worthKeeping;
  return { catalog, look, unsure, news: isMuch ? 'much' : 'little' };
}

/** Where the catalog of a chat is kept. */
export function catalogPath(root: string, path: string): string {
  return join(root, stateFolder, folderName, `${sha256(path).slice(0, 32)}.catalog`);
}

/** Keeps a catalog for the next request; of many chats the newest 200 stay. Throws system errors, and `disk`. */
export function keepCatalog(disk: Disk, root: string, path: string, catalog: Catalog): Promise<void> {
  return keepFile(disk, root, catalogPath(root, path), packCatalog(catalog, maker()), mostFiles);
}

/** The bytes of an open file from an offset to another. Throws `changed` when the file ends before. */
export function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(to - from);
  for (let length = 0; length < bytes.length; ) {
    const got = readSync(fd, bytes, length, bytes.length - length, from + length);
    if (got === 0) throw changed();
    length += got;
  }
  return bytes;
}

/** What an open file looks like now. Throws system errors. */
export function lookAt(fd: number): Look {
  const { size, ino, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  return { size: Number(size), stamp: `${size}.${ino}.${mtimeNs}.${ctimeNs}` };
}

/** The error of a read that met a write. */
export function changed(): ChatvaultError {
  return new ChatvaultError('changed', 'the chat was changed while it was read', 'Try again.');
}

/** Whether a further write would leave other times: not so when the last one was a moment ago. */
function isSettled(fd: number): boolean {
  const { mtimeMs, ctimeMs } = fstatSync(fd);
  return Date.now() - Math.max(mtimeMs, ctimeMs) > clockStep;
}

const folderName = 'catalog';
const mostFiles = 200;
/** Bytes that have to be read again before a request keeps a new catalog. */
const worthKeeping = 262_144;
/** Milliseconds; file systems count times in steps of up to so much. */
const clockStep = 50;
const blockSize = 1_048_576;

/** Whether what stands before the first row and the last row stand where they stood. */
function hasGrown(fd: number, size: number, { rows, headSum, sums }: Catalog): boolean {
  const { start, end } = rows.at(-1)!;
  if (size < end || crc32(readRange(fd, 0, rows[0]!.start)) !== headSum) return false;
  return crc32(readRange(fd, start, end)) === sums.at(-1);
}

/** How many rows are as they were, byte for byte, counted from the first; 0 also when the head is another. */
function unchangedRows(fd: number, size: number, { rows, headSum, sums }: Catalog): number {
  const block = Buffer.allocUnsafeSlow(blockSize);
  let row = -1;
  let end = rows[0]!.start;
  let sum = 0;
  for (let at = 0; at < size; ) {
    const got = readSync(fd, block, 0, blockSize, at);
    if (got === 0) break;
    let from = 0;
    while (end <= at + got) {
      sum = crc32(block.subarray(from, end - at), sum);
      if (sum !== (row < 0 ? headSum : sums[row])) return Math.max(0, row);
      from = end - at;
      sum = 0;
      row++;
      if (row === rows.length) return row;
      end = endOf(rows, row);
    }
    sum = crc32(block.subarray(from, got), sum);
    at += got;
  }
  return Math.max(0, row);
}

/** The rows of a file, and the bytes from the row `from` on that were read for them. */
interface Read extends RowsRead {
  readonly from: number;
  readonly base: number;
  readonly bytes: Buffer;
}

function readWhole(fd: number, size: number): Read | undefined {
  const bytes = readRange(fd, 0, size);
  const found = readRows(bytes);
  return found === undefined ? undefined : { ...found, bytes, from: 0, base: 0 };
}

/** The row before the first changed byte is read again too: what stands behind it may rule how it ends. */
function readEnd(fd: number, size: number, before: Catalog, from: number): Read | undefined {
  const base = before.rows[from]!.start;
  const bytes = readRange(fd, base, size);
  const found = readRowsFrom(before, from, bytes);
  return found === undefined ? undefined : { ...found, bytes, from, base };
}

/** What is kept of the rows: of those that stood in the file before, wherever, nothing is counted again. */
function described(read: Read, before: Catalog | undefined): Omit<Catalog, 'stamp'> {
  const { rows, accounts, messages, from, base, bytes } = read;
  const old = from > 0 ? before : undefined;
  const known = knownRows(before, from);
  const sums = new Uint32Array(rows.length);
  const sources = new Uint32Array(rows.length);
  sums.set(old?.sums.subarray(0, from) ?? []);
  sources.set(old?.sources.subarray(0, from) ?? []);
  const fresh: Described[] = [];
  for (let row = from; row < rows.length; row++) {
    const stretch = bytes.subarray(rows[row]!.start - base, endOf(rows, row) - base);
    const sum = crc32(stretch);
    const message = messages[row - from]!;
    const one = known.get(`${sum} ${stretch.length}`)?.() ?? describe(message);
    sums[row] = sum;
    sources[row] = one.source;
    fresh.push(one);
  }
  const headSum = old?.headSum ?? crc32(bytes.subarray(0, rows[0]!.start));
  return {
    ...{ rows, accounts, headSum, sums, sources },
    counted: (row) => (row < from ? old!.counted(row) : fresh[row - from]!.counted),
    outline: (row) => (row < from ? old!.outline(row) : fresh[row - from]!.outline),
  };
}

/** How each row from `from` on was described, by checksum and length of its bytes. */
function knownRows(before: Catalog | undefined, from: number): ReadonlyMap<string, () => Described> {
  const known = new Map<string, () => Described>();
  const rows = before?.rows ?? [];
  for (let row = from; row < rows.length; row++) {
    const { counted, outline, sources, sums } = before!;
    const length = endOf(rows, row) - rows[row]!.start;
    known.set(`${sums[row]} ${length}`, () => ({
      counted: counted(row),
      outline: outline(row),
      source: sources[row]!,
    }));
  }
  return known;
}

/** The offset up to which bytes belong to a row: the start of the next, the end of the last. */
export function endOf(rows: readonly MessageRow[], row: number): number {
  return rows[row + 1]?.start ?? rows[row]!.end;
}
