import { isAscii } from 'node:buffer';

/**
 * The text of a range of bytes that are known to be valid UTF-8, the same that `toString('utf8')` gives. Node 20 decodes
 * text that is not ASCII at about 110 MB/s; plain code over numbers, into memory that is used again, at several times that.
 */
export function decodeValid(bytes: Buffer, start: number, end: number): string {
  const size = end - start;
  if (isAscii(bytes.subarray(start, end))) return bytes.toString('latin1', start, end);
  if (size > room || !littleEndian) return bytes.toString('utf8', start, end);
  const count = decode(bytes, start, end);
  return wide.toString('utf16le', 0, count * 2);
}

/* A longer text takes long enough that it is not worth keeping memory for it. */
const room = 65_536;
const units = new Uint16Array(room);
const wide = Buffer.from(units.buffer);
/* Node reads 'utf16le' as little endian everywhere; a Uint16Array is written as the machine does it. */
const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Puts the UTF-16 units of a range of valid UTF-8 into `units`; gives their number, never more than the bytes. */
function decode(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  let at = start;
  while (at < end) {
    const first = bytes[at++]!;
    if (first < 0x80) units[count++] = first;
    else if (first < 0xe0) units[count++] = ((first & 0x1f) << 6) | (bytes[at++]! & 0x3f);
    else if (first < 0xf0) {
      units[count++] = ((first & 0x0f) << 12) | ((bytes[at]! & 0x3f) << 6) | (bytes[at + 1]! & 0x3f);
      at += 2;
    } else {
      const high = ((first & 0x07) << 18) | ((bytes[at]! & 0x3f) << 12);
      const point = high | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
      units[count++] = 0xd7c0 + (point >> 10);
      units[count++] = 0xdc00 | (point & 0x3ff);
      at += 3;
    }
  }
  return count;
}
