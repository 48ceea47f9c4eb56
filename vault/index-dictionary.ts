import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { packRising, Reading, sealed, Torn, unpackRising, unsealed, Writing } from './index-bytes.ts';
import type { FileRecord } from './index-record.ts';

/**
 * The large part of the search index: one file that is written whole and never changed. Terms in order, in blocks of 64
 * with the numbers of their messages; a small table says where each block stands, so that a query reads a few kilobytes.
 *
 *     "cvsearch2\n" · sealed(head as JSON, with the length of the table) · sealed(table) · sealed(block)…
 */
export interface Dictionary {
  readonly records: readonly FileRecord[];
  /** The numbers of a term's messages in the order of the records, rising; none when no file has it. */
  numbers(term: string): readonly number[];
  /** Terms from `first` on, in order, with their numbers. */
  from(first: string): Iterable<readonly [string, readonly number[]]>;
  close(): void;
}

const magic = Buffer.from('cvsearch2\n');
const blockTerms = 64;

/** Opens a base; throws `Torn` when its bytes are not what was written, and system errors (ENOENT among them). */
export function openDictionary(file: string): Dictionary {
  const fd = openSync(file, 'r');
  try {
    return read(fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Writes a base beside its name, brings it to the disk, and takes the name in one step. */
export function writeDictionary(
  file: string,
  records: readonly FileRecord[],
  terms: Iterable<readonly [string, readonly number[]]>,
): void {
  const blocks: Buffer[] = [];
  const table = new Writing();
  let offset = 0;
  for (const block of inBlocks(terms)) {
    const bytes = sealed(pack(block));
    text(table, block[0]![0]);
    table.number(offset);
    table.number(bytes.length);
    offset += bytes.length;
    blocks.push(bytes);
  }
  const head = sealed(Buffer.from(JSON.stringify({ records, blocks: blocks.length })));
  const work = `${file}.${process.pid}.tmp`;
  const fd = openSync(work, 'w', 0o600);
  try {
    for (const bytes of [magic, head, sealed(table.done()), ...blocks]) writeSync(fd, bytes);
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(work, { force: true });
    throw error;
  }
  closeSync(fd);
  renameSync(work, file);
}

interface Place {
  readonly first: string;
  readonly offset: number;
  readonly length: number;
}

function read(fd: number): Dictionary {
  const start = piece(fd, 0, magic.length);
  if (!start.equals(magic)) throw new Torn();
  const head = part(fd, magic.length);
  const table = part(fd, head.end);
  const { records, blocks } = JSON.parse(head.bytes.toString('utf8')) as {
    records: FileRecord[];
    blocks: number;
  };
  const places: Place[] = [];
  const reading = new Reading(table.bytes);
  for (let index = 0; index < blocks; index++) {
    places.push({ first: taken(reading), offset: reading.number(), length: reading.number() });
  }
  const block = (index: number) => {
    const { offset, length } = places[index]!;
    const whole = unsealed(piece(fd, table.end + offset, length), 0);
    if (whole === undefined) throw new Torn();
    return unpack(whole.bytes);
  };
  return {
    records,
    numbers: (term) => {
      const index = blockOf(places, term);
      if (index < 0) return [];
      const found = block(index).find(([name]) => name === term);
      return found === undefined ? [] : unpackRising(found[1]);
    },
    *from(first) {
      for (let index = Math.max(0, blockOf(places, first)); index < places.length; index++) {
        for (const [term, bytes] of block(index))
          if (term >= first) yield [term, unpackRising(bytes)] as const;
      }
    },
    close: () => closeSync(fd),
  };
}

/** The last block whose first term is not behind `term`; -1 when all are. */
function blockOf(places: readonly Place[], term: string): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.first <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function* inBlocks(terms: Iterable<readonly [string, readonly number[]]>) {
  let block: (readonly [string, readonly number[]])[] = [];
  for (const entry of terms) {
    block.push(entry);
    if (block.length === blockTerms) {
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

function pack(block: readonly (readonly [string, readonly number[]])[]): Buffer {
  const writing = new Writing();
  writing.number(block.length);
  for (const [term, numbers] of block) {
    const bytes = packRising(numbers);
    text(writing, term);
    writing.number(bytes.length);
    writing.add(bytes);
  }
  return writing.done();
}

function unpack(bytes: Buffer): (readonly [string, Buffer])[] {
  const reading = new Reading(bytes);
  const count = reading.number();
  return Array.from({ length: count }, () => [taken(reading), reading.take(reading.number())] as const);
}

/** Terms are kept as UTF-16: lone surrogates are terms too, and order and equality must be those of strings. */
function text(writing: Writing, term: string): void {
  const bytes = Buffer.from(term, 'utf16le');
  writing.number(bytes.length);
  writing.add(bytes);
}

function taken(reading: Reading): string {
  return reading.take(reading.number()).toString('utf16le');
}

function part(fd: number, at: number): { bytes: Buffer; end: number } {
  const length = piece(fd, at, 4).readUInt32LE(0);
  if (length > fstatSync(fd).size) throw new Torn();
  const whole = unsealed(piece(fd, at, length + 8), 0);
  if (whole === undefined) throw new Torn();
  return { bytes: whole.bytes, end: at + length + 8 };
}

function piece(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(fd, bytes, 0, length, at) !== length) throw new Torn();
  return bytes;
}
