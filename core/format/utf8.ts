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
  for (let at = 0; at < size; ) {
    const byte = bytes[at]!;
    if (byte < 0x80) {
      at++;
      if (((at - first) & 3) === 0 && at >= first) at = first + 4 * behindAscii(words, (at - first) >> 2);
      continue;
    }
    // The two commonest kinds in line; the rest, and what is wrong, one call away.
    const second = bytes[at + 1]! & 0xc0;
    if (byte >= 0xc2 && byte < 0xe0 && second === 0x80) at += 2;
    else if (byte > 0xe0 && byte < 0xed && second === 0x80 && (bytes[at + 2]! & 0xc0) === 0x80) at += 3;
    else {
      const length = sequenceLength(bytes, at, byte);
      if (length === 0) return at;
      at += length;
    }
  }
  return -1;
}

/** Index of the first word at or behind `from` that holds other bytes than ASCII. */
function behindAscii(words: Int32Array, from: number): number {
  let at = from;
  const last = words.length - 3;
  while (at < last && ((words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!) & 0x80808080) === 0)
    at += 4;
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
  return (byte & 0xc0) === 0x80;
}
