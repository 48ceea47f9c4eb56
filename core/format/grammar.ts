/**
 * The words of the file format. This is the only file that spells a marker; everything else asks it.
 */

/** Names of markers that this version knows. */
export const markerNames = [
  'message',
  'part',
  'compacted',
  'segment',
  'end-message',
  'note',
  'end-note',
  'earlier',
  'end-earlier',
] as const;

export type MarkerName = (typeof markerNames)[number];

/** A marker line as it stands in the bytes. */
export interface Marker {
  readonly name: string;
  /** Offset of the line's first byte. */
  readonly start: number;
  /** Offset behind the line's end (LF or CRLF), or the size of the bytes. */
  readonly end: number;
}

/** The version of a message header that this program writes and understands. */
export const messageVersion = 2;
/** The version of a compaction header that this program writes and understands. */
export const compactionVersion = 4;
/** The version of an `earlier` header that this program writes and understands. */
export const earlierVersion = 1;

/** The line that a marker of this name is, without its line end. */
export function markerLine(name: MarkerName): string {
  return `${lead}${name}${tail}`;
}

/**
 * The first marker line at or behind `from`: a line at column 0 (behind the byte order mark on the first line),
 * perhaps with spaces or tabs behind it. Undefined when there is none. Linear in the bytes it passes.
 */
export function findMarker(bytes: Buffer, from: number): Marker | undefined {
  const found = { name: '', start: 0, end: 0 };
  return nextMarker(bytes, from, found) ? found : undefined;
}

/** `findMarker` into a value of the caller's, for loops over whole files; false when there is none. */
export function nextMarker(bytes: Buffer, from: number, found: Writable<Marker>): boolean {
  for (
    let at = bytes.indexOf(leadBytes, from);
    at >= 0;
    at = bytes.indexOf(leadBytes, at + leadBytes.length)
  ) {
    if (at > 0 && bytes[at - 1] !== LF && !(at === 3 && hasByteOrderMark(bytes))) continue;
    const nameStart = at + leadBytes.length;
    const nameEnd = endOfName(bytes, nameStart);
    if (nameEnd === nameStart || !standsAt(bytes, nameEnd, tailBytes)) continue;
    const end = endOfBlankRest(bytes, nameEnd + tailBytes.length);
    if (end < 0) continue;
    found.name = nameAt(bytes, nameStart, nameEnd);
    found.start = at;
    found.end = end;
    return true;
  }
  return false;
}

/** Whether the bytes begin with a UTF-8 byte order mark. */
export function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/**
 * A body as it may be written: each line that would read as a marker, or as a guarded one, gets one backslash more.
 * The text has LF line ends. `unguard(guard(text)) === text` for every text.
 */
export function guard(text: string): string {
  return text.includes(lead.slice(0, 5)) ? text.replace(lookAlike, '$1\\$2') : text;
}

/** A body as it was said: each guarded line loses one backslash. */
export function unguard(text: string): string {
  return text.includes(guardedLead) ? text.replace(guarded, '$1$2') : text;
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

const LF = 0x0a;
const lead = '<!-- clara:';
const tail = ' -->';
const guardedLead = '<!-- \\';
const leadBytes = Buffer.from(lead);
const tailBytes = Buffer.from(tail);
/* No m flag: it would also take CR, U+2028 and U+2029 for line ends. */
const lookAlike = /(?<=^|\n)(<!-- )(\\*clara:[a-z][a-z0-9-]* -->[ \t]*(?=\n|$))/g;
const guarded = /(?<=^|\n)(<!-- )\\(\\*clara:[a-z][a-z0-9-]* -->[ \t]*(?=\n|$))/g;

/** Offset behind `[a-z][a-z0-9-]*`, or `start` when no name begins there. */
function endOfName(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const letter = byte >= 0x61 && byte <= 0x7a;
    const other = (byte >= 0x30 && byte <= 0x39) || byte === 0x2d;
    if (!letter && !(other && at > start)) break;
  }
  return at;
}

/** The known names by their length; a name that is known costs no new string. */
const known: readonly (readonly (readonly [string, Buffer])[])[] = byLength(markerNames);

function byLength(names: readonly MarkerName[]): [string, Buffer][][] {
  const longest = Math.max(...names.map((name) => name.length));
  return Array.from({ length: longest + 1 }, (_, length) =>
    names.filter((name) => name.length === length).map((name): [string, Buffer] => [name, Buffer.from(name)]),
  );
}

function nameAt(bytes: Buffer, start: number, end: number): string {
  for (const [name, word] of known[end - start] ?? []) if (standsAt(bytes, start, word)) return name;
  return bytes.toString('latin1', start, end);
}

function standsAt(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

/** Offset behind the line end when only spaces and tabs stand before it; else -1. */
function endOfBlankRest(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  if (at >= bytes.length) return bytes.length;
  if (bytes[at] === LF) return at + 1;
  return bytes[at] === 0x0d && bytes[at + 1] === LF ? at + 2 : -1;
}
