import { readFrontMatter } from './frontmatter.ts';
import { findMarker, hasByteOrderMark } from './grammar.ts';
import { asBuffer, endOfLine, nextFullLine, withoutLineEnd } from './lines.ts';

export type BlockKind =
  | 'front-matter'
  | 'text'
  | 'message'
  | 'part'
  | 'compacted'
  | 'segment'
  | 'end-message'
  | 'note'
  | 'end-note'
  | 'earlier'
  | 'end-earlier'
  | 'unknown';

/** A marker line that is text of the block it stands in. */
export interface Stray {
  readonly name: string;
  /** Offset of the line. */
  readonly at: number;
}

/** A stretch of the file: a marker line with its header and body, free text, or the front matter. Offsets in bytes. */
export interface Block {
  readonly kind: BlockKind;
  /** The marker's name, '' for text and front matter. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The header line without its line end; both equal to bodyStart when there is none. */
  readonly headerStart: number;
  readonly headerEnd: number;
  readonly bodyStart: number;
  /** The body's end without the line end just before the next marker line. */
  readonly bodyEnd: number;
  readonly strays: readonly Stray[];
}

/**
 * The blocks of a file, in order. The tiling law: for any bytes the first block begins at 0, each begins where the one
 * before it ends, the last ends at the size, and none is empty. Code fences do not matter. Time is linear in the bytes.
 */
export function scan(bytes: Uint8Array): Block[] {
  const blocks: Block[] = [];
  eachBlock(asBuffer(bytes), (block) => blocks.push(block));
  return blocks;
}

/** Calls `take` with each block in order; see `scan`. */
export function eachBlock(bytes: Buffer, take: (block: Block) => void): void {
  const head = readFrontMatter(bytes)?.end ?? 0;
  if (head > 0) take(closed(bytes, { kind: 'front-matter', name: '', start: 0, after: 0 }, head));
  let open: Opened = { kind: 'text', name: '', start: head, after: head };
  let place: Place = 'top';
  for (let mark = findMarker(bytes, head); mark !== undefined; mark = findMarker(bytes, mark.end)) {
    const next = rule(place, mark.name, bytes, mark.end);
    if (next === undefined) {
      open.strays ??= [];
      open.strays.push({ name: mark.name, at: mark.start });
      continue;
    }
    if (mark.start > open.start) take(closed(bytes, open, mark.start));
    place = next;
    const kind = kinds.has(mark.name) ? (mark.name as BlockKind) : 'unknown';
    open = { kind, name: mark.name, start: mark.start, after: mark.end };
    if (ends.has(kind)) {
      take(closed(bytes, open, mark.end));
      open = { kind: 'text', name: '', start: mark.end, after: mark.end };
    }
  }
  if (bytes.length > open.start) take(closed(bytes, open, bytes.length));
}

/** Where the scanner stands: outside, in a message before / in / behind its compaction, in a note, in an account. */
type Place = 'top' | 'message' | 'compaction' | 'behind' | 'note' | 'earlier';

interface Opened {
  readonly kind: BlockKind;
  readonly name: string;
  readonly start: number;
  /** Offset behind the marker line. */
  readonly after: number;
  strays?: Stray[];
}

const none: readonly Stray[] = [];
const kinds: ReadonlySet<string> = new Set([
  'message',
  'part',
  'compacted',
  'segment',
  'end-message',
  'note',
  'end-note',
  'earlier',
  'end-earlier',
]);
const ends: ReadonlySet<BlockKind> = new Set(['end-message', 'end-note', 'end-earlier']);
const withHeader: ReadonlySet<BlockKind> = new Set(['message', 'part', 'compacted', 'segment', 'earlier']);

/** Where a marker leads from a place; undefined when it is text of where it stands. */
function rule(place: Place, name: string, bytes: Buffer, behind: number): Place | undefined {
  if (name === 'message' || name === 'earlier') {
    if (place === 'top') return name;
    const begins = beginsAs(bytes, behind);
    return begins === 'header' || begins === 'end' ? name : undefined;
  }
  const inMessage = place === 'message' || place === 'compaction' || place === 'behind';
  switch (name) {
    case 'part':
      if (!inMessage || beginsAs(bytes, behind) === 'text') return undefined;
      return place === 'message' ? 'message' : 'behind';
    case 'compacted':
      return inMessage ? 'compaction' : undefined;
    case 'segment':
      return place === 'compaction' ? 'compaction' : undefined;
    case 'end-message':
      return inMessage ? 'top' : undefined;
    case 'note':
      return inMessage ? undefined : 'note';
    case 'end-note':
      return place === 'note' ? 'top' : undefined;
    case 'end-earlier':
      return place === 'earlier' ? 'top' : undefined;
    default:
      return place === 'compaction' ? 'behind' : place;
  }
}

/** What the next line that is not blank begins with. */
function beginsAs(bytes: Buffer, from: number): 'header' | 'marker' | 'end' | 'text' {
  const at = nextFullLine(bytes, from, bytes.length);
  if (at === bytes.length) return 'end';
  if (bytes[at] === brace) return 'header';
  return bytes[at] === angle && findMarker(bytes.subarray(0, endOfLine(bytes, at)), at)?.start === at
    ? 'marker'
    : 'text';
}

const brace = 0x7b;
const angle = 0x3c;

function closed(bytes: Buffer, open: Opened, end: number): Block {
  const { kind, name, start, after, strays = none } = open;
  let headerStart = after;
  let headerEnd = after;
  let bodyStart = after;
  if (withHeader.has(kind)) {
    const line = nextFullLine(bytes, after, end);
    if (line < end && startsWithBrace(bytes, line, end)) {
      headerStart = line;
      bodyStart = Math.min(endOfLine(bytes, line), end);
      headerEnd = withoutLineEnd(bytes, line, bodyStart);
    }
  }
  const free = kind === 'text' || kind === 'front-matter';
  const bodyEnd = free ? end : withoutLineEnd(bytes, bodyStart, end);
  if (free && start === 0 && hasByteOrderMark(bytes)) bodyStart = 3;
  return { kind, name, start, end, headerStart, headerEnd, bodyStart, bodyEnd, strays };
}

function startsWithBrace(bytes: Buffer, line: number, end: number): boolean {
  let at = line;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return bytes[at] === brace;
}
