/** Lines of a file as bytes: where they end, what number they have, how they end. */

/** How a line ends. */
export type LineEnd = '\n' | '\r\n';

/** The same bytes as a Buffer; nothing is copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Offset behind the line end of the line that holds `at`, or the size of the bytes. */
export function endOfLine(bytes: Buffer, at: number): number {
  const found = bytes.indexOf(LF, at);
  return found < 0 ? bytes.length : found + 1;
}

/** `end` without the one line end (LF or CRLF) that stands just before it, never below `start`. */
export function withoutLineEnd(bytes: Buffer, start: number, end: number): number {
  if (end <= start || bytes[end - 1] !== LF) return end;
  return end - 1 > start && bytes[end - 2] === CR ? end - 2 : end - 1;
}

/** Offset of the first line at or behind `at` (a line's beginning) that is not blank, or `end`. Blank: space, tab, CR. */
export function nextFullLine(bytes: Buffer, at: number, end: number): number {
  let line = at;
  for (let i = at; i < end; i++) {
    const byte = bytes[i];
    if (byte === LF) line = i + 1;
    else if (byte !== 0x20 && byte !== 0x09 && byte !== CR) return line;
  }
  return end;
}

/** Whether only white space (space, tab, CR, LF) stands in the range. */
export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return nextFullLine(bytes, start, end) === end;
}

/** The line end that most lines of the file have; LF when there are as many of each, or none. */
export function majorityLineEnd(bytes: Buffer): LineEnd {
  if (!bytes.includes(CR)) return '\n';
  let both = 0;
  let alone = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (at > 0 && bytes[at - 1] === CR) both++;
    else alone++;
  }
  return both > alone ? '\r\n' : '\n';
}

/**
 * A function that gives the 1-based number of the line that holds an offset. The first call counts the line ends of
 * the file once (one number kept for each kilobyte); each call after that looks at one kilobyte at most.
 */
export function lineNumbers(bytes: Buffer): (offset: number) => number {
  let counts: Uint32Array | undefined;
  return (offset) => {
    counts ??= countLineEnds(bytes);
    const block = Math.min(offset >> shift, counts.length - 1);
    let line = counts[block]! + 1;
    for (let at = block << shift; at < offset; at++) if (bytes[at] === LF) line++;
    return line;
  };
}

const LF = 0x0a;
const CR = 0x0d;
const shift = 10;

function countLineEnds(bytes: Buffer): Uint32Array {
  const counts = new Uint32Array((bytes.length >> shift) + 1);
  let total = 0;
  for (let block = 0; block < counts.length; block++) {
    counts[block] = total;
    const end = Math.min((block + 1) << shift, bytes.length);
    for (let at = block << shift; at < end; at++) if (bytes[at] === LF) total++;
  }
  return counts;
}
