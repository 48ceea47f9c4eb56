import { readFileSync } from 'node:fs';
import type { Counted, MessageRow, Rows } from '../core/index.ts';
import { Reading, sealed, unsealed, Writing } from './index-bytes.ts';

/** What is kept of a long chat, so that a request reads no more of it than it shows. */
export interface Catalog extends Rows {
  /** What the file looked like when it was read; '' when a further write could have left it looking the same. */
  readonly stamp: string;
  /** CRC-32 of the bytes before the first row. */
  readonly headSum: number;
  /** For each row, CRC-32 of the bytes from its start to the start of the next; of the last one to its end. */
  readonly sums: Uint32Array;
  /** For each row the first 32 bits of what a short form of it would be made from (`source`). */
  readonly sources: Uint32Array;
  /** What a row's message costs in a request. */
  readonly counted: (row: number) => Counted;
  /** The line that stands for a row's message when it is told as one. */
  readonly outline: (row: number) => string;
}

/** The catalog as sealed bytes; `maker` says how its numbers came about. */
export function packCatalog(catalog: Catalog, maker: string): Buffer {
  const { rows, accounts, stamp, headSum, sums, sources } = catalog;
  const words = { maker, stamp, headSum, accounts, length: rows.length };
  const uids = rows.some(({ uid }) => uid !== undefined) ? rows.map(({ uid }) => uid ?? null) : [];
  const costs = listed(rows.map((_, row) => packCounted(catalog.counted(row))));
  const outlines = listed(rows.map((_, row) => Buffer.from(catalog.outline(row))));
  const writing = new Writing();
  for (const bytes of [
    Buffer.from(JSON.stringify({ ...words, dates: rows.map(({ createdAt }) => createdAt), uids })),
    bytesOf(Float64Array.from(rows, ({ start }) => start)),
    bytesOf(Float64Array.from(rows, ({ end }) => end)),
    bytesOf(Float64Array.from(rows, ({ id }) => id)),
    Buffer.from(rows.map(({ role, compacted }) => roles.indexOf(role) * 2 + (compacted ? 1 : 0))),
    bytesOf(sums),
    bytesOf(sources),
    ...[bytesOf(costs.ends), costs.bytes, bytesOf(outlines.ends), outlines.bytes],
  ]) {
    writing.number(bytes.length);
    writing.add(bytes);
  }
  return sealed(writing.done());
}

/** The catalog in a file; undefined when there is none, when another maker wrote it, or when it is not whole. */
export function readCatalog(file: string, maker: string): Catalog | undefined {
  try {
    const found = unsealed(readFileSync(file), 0);
    return found === undefined ? undefined : unpack(new Reading(found.bytes), maker);
  } catch {
    // gone, not readable, torn in a way that its checksum does not show: all of it can be made again
    return undefined;
  }
}

const roles = ['user', 'assistant', 'system'] as const;

function unpack(reading: Reading, maker: string): Catalog | undefined {
  const next = (): Buffer => reading.take(reading.number());
  const words = JSON.parse(next().toString());
  if (words.maker !== maker) return undefined;
  const [starts, ends, ids] = [float64s(next()), float64s(next()), float64s(next())];
  const bits = next();
  const [sums, sources] = [uint32s(next()), uint32s(next())];
  const costs = { ends: uint32s(next()), bytes: next() };
  const outlines = { ends: uint32s(next()), bytes: next() };
  const rows: MessageRow[] = [];
  for (let index = 0; index < words.length; index++) {
    const row = {
      start: starts[index]!,
      end: ends[index]!,
      id: ids[index]!,
      role: roles[bits[index]! >> 1]!,
      createdAt: words.dates[index] as string,
      compacted: (bits[index]! & 1) > 0,
    };
    const uid: string | null | undefined = words.uids[index];
    rows.push(uid === null || uid === undefined ? row : { ...row, uid });
  }
  return {
    ...{ rows, sums, sources, stamp: words.stamp, headSum: words.headSum, accounts: words.accounts },
    counted: (row) => unpackCounted(new Reading(oneOf(costs, row))),
    outline: (row) => oneOf(outlines, row).toString(),
  };
}

/** Many byte strings as one, and where each ends. */
interface Listed {
  readonly ends: Uint32Array;
  readonly bytes: Buffer;
}

function listed(list: readonly Buffer[]): Listed {
  let end = 0;
  const ends = Uint32Array.from(list, ({ length }) => {
    end += length;
    return end;
  });
  return { ends, bytes: Buffer.concat(list) };
}

function oneOf({ ends, bytes }: Listed, index: number): Buffer {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

function packCounted({ text, short, results, others, pictures }: Counted): Buffer {
  const writing = new Writing(64);
  const add = (...numbers: readonly number[]) => numbers.forEach((number) => void writing.number(number));
  add(text, short === undefined ? 0 : short + 1, pictures, others.length);
  for (const other of others) add(other);
  add(results.length);
  for (const { record, names, args, output } of results) add(record, names, args, output);
  return writing.done();
}

function unpackCounted(reading: Reading): Counted {
  const text = reading.number();
  const short = reading.number();
  const pictures = reading.number();
  const others = list(reading.number(), () => reading.number());
  const results = list(reading.number(), () => ({
    record: reading.number(),
    names: reading.number(),
    args: reading.number(),
    output: reading.number(),
  }));
  return short === 0
    ? { text, results, others, pictures }
    : { text, results, others, pictures, short: short - 1 };
}

function list<One>(length: number, next: () => One): readonly One[] {
  return length === 0 ? none : Array.from({ length }, next);
}

const none: readonly never[] = [];

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/* Copies, because columns must begin at a multiple of their size. */
function uint32s(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function float64s(bytes: Buffer): Float64Array {
  return new Float64Array(Uint8Array.from(bytes).buffer);
}
