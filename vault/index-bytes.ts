import { crc32 } from 'node:zlib';

/** Bytes that grow while they are written. */
export class Writing {
  #bytes: Buffer;
  #length = 0;

  /** `room`: bytes that are expected. */
  constructor(room: number = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(room);
  }

  get length(): number {
    return this.#length;
  }

  /** An unsigned whole number of up to 53 bits in groups of seven bits, the lowest first. */
  number(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  add(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A copy of what was written so far. */
  done(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Bytes being read; throws `Torn` when they end too early. */
export class Reading {
  at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Torn();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Torn();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** Index bytes that are not what was written: the index is thrown away and made again. */
export class Torn extends Error {}

/** A rising list of numbers, each as its distance from the one before. */
export function packRising(numbers: readonly number[]): Buffer {
  const writing = new Writing();
  let last = -1;
  for (const number of numbers) {
    writing.number(number - last - 1);
    last = number;
  }
  return writing.done();
}

/** The list that `packRising` packed; throws `Torn` on anything else. */
export function unpackRising(bytes: Buffer): number[] {
  const reading = new Reading(bytes);
  const numbers: number[] = [];
  let last = -1;
  while (reading.at < bytes.length) {
    last += reading.number() + 1;
    numbers.push(last);
  }
  return numbers;
}

/** Bytes behind their length and checksum, so that a torn write is seen. */
export function sealed(bytes: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length, 0);
  head.writeUInt32LE(crc32(bytes), 4);
  return Buffer.concat([head, bytes]);
}

/** The sealed bytes that begin at `at`, and where they end; undefined when they are not whole. */
export function unsealed(file: Buffer, at: number): { bytes: Buffer; end: number } | undefined {
  if (at + 8 > file.length) return undefined;
  const end = at + 8 + file.readUInt32LE(at);
  if (end > file.length) return undefined;
  const bytes = file.subarray(at + 8, end);
  return crc32(bytes) === file.readUInt32LE(at + 4) ? { bytes, end } : undefined;
}
