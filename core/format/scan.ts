import { readFrontMatter } from './frontmatter.ts';
import { findMarker, hasByteOrderMark, markerNames, nextMarker } from './grammar.ts';
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

/** Calls `take` with each block in order; see `scan`. One mark and one open block serve the whole file. */
export function eachBlock(bytes: Buffer, take: (block: Block) => void): void {
  const head = readFrontMatter(bytes)?.end ?? 0;
  const open: Opened = { kind: 'front-matter', name: '', start: 0, after: 0, strays: none };
  if (head > 0) take(closed(bytes, open, head));
  begin(open, 'text', '', head, head);
  let place: Place = 'top';
  const mark = { name: '', start: 0, end: head };
  while (nextMarker(bytes, mark.end, mark)) {
    const next = rule(place, mark.name, bytes, mark.end);
    if (next === undefined) {
      if (open.strays === none) open.strays = [];
      open.strays.push({ name: mark.name, at: mark.start });
      continue;
    }
    if (mark.start > open.start) take(closed(bytes, open, mark.start));
    place = next;
    const kind = kinds.has(mark.name) ? (mark.name as BlockKind) : 'unknown';
    begin(open, kind, mark.name, mark.start, mark.end);
    if (!ends.has(kind)) continue;
    take(closed(bytes, open, mark.end));
    begin(open, 'text', '', mark.end, mark.end);
  }
  if (bytes.length > open.start) take(closed(bytes, open, bytes.length));
}

/** Where the scanner stands: outside, in a message before / in / behind its compaction, in a note, in an account. */
type Place = 'top' | 'message' | 'compaction' | 'behind' | 'note' | 'earlier';

interface Opened {
  kind: BlockKind;
  name: string;
  start: number;
  /** Offset behind the marker line. */
  after: number;
  strays: Stray[];
}

function begin(open: Opened, kind: BlockKind, name: string, start: number, after: number): void {
  open.kind = kind;
  open.name = name;
  open.start = start;
  open.after = after;
  open.strays = none;
}

/* Never written to: the first stray of a block makes a list of its own. */
const none: Stray[] = [];
const kinds: ReadonlySet<string> = new Set(markerNames);
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
  const { kind, name, start, after, strays } = open;
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
