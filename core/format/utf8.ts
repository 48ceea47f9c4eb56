import { isUtf8 } from 'node:buffer';

/** Whether all of the bytes are valid UTF-8; one native pass. */
export function isValidUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes);
}

/**
 * Offset of the first byte that is not part of valid UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF), or -1. Valid bytes, even hundreds of megabytes, cost one native pass.
 */
export function firstInvalidUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at, bytes[at]!);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Bytes of the sequence that begins here, 0 when it is not valid. */
function sequenceLength(bytes: Buffer, at: number, first: number): number {
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isTail(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isTail(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    const rest = isTail(bytes[at + 2] ?? 0) && isTail(bytes[at + 3] ?? 0);
    return second >= low && second <= high && rest ? 4 : 0;
  }
  return 0;
}

function isTail(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
