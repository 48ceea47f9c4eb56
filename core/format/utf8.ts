/**
 * Offset of the first byte that is not part of valid UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF), or -1. Four ASCII bytes are passed at a time, because whole chats of hundreds of megabytes are checked.
 */
export function firstInvalidUtf8(bytes: Buffer): number {
  const size = bytes.length;
  const first = Math.min(size, -bytes.byteOffset & 3);
  const words =
    size < 8
      ? new Int32Array(0)
      : new Int32Array(bytes.buffer, bytes.byteOffset + first, (size - first) >> 2);
  let at = 0;
  while (at < size) {
    const byte = bytes[at]!;
    if (byte >= 0x80) {
      const length = sequenceLength(bytes, at, byte);
      if (length === 0) return at;
      at += length;
    } else {
      const behind =
        at < first || ((at - first) & 3) !== 0 ? at : first + 4 * asciiWords(words, (at - first) >> 2);
      at = behind > at ? behind : at + 1;
    }
  }
  return -1;
}

/** Index of the first word at or behind `from` that holds other bytes than ASCII. */
function asciiWords(words: Int32Array, from: number): number {
  let at = from;
  while (at < words.length && (words[at]! & 0x80808080) === 0) at++;
  return at;
}

/** Bytes of the sequence that begins here, 0 when it is not valid. */
function sequenceLength(bytes: Buffer, at: number, first: number): number {
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
  return byte >= 0x80 && byte <= 0xbf;
}
