import { endOfLine } from './lines.ts';
import { scan } from './scan.ts';

/** The marks of one git conflict: offsets of its lines. */
export interface Conflict {
  readonly ours: number;
  readonly base?: number;
  readonly between: number;
  readonly theirs: number;
  /** Offset behind the last mark's line. */
  readonly end: number;
}

/**
 * The git conflicts of a file: full sets in order (`<`, perhaps `|`, `=`, `>`, the same seven or more characters each)
 * outside code fences. A fence never reaches over the block it stands in. A file without `<<<<<<<` at the beginning
 * of a line costs one search.
 */
export function findConflicts(bytes: Buffer): Conflict[] {
  if (!mayHoldConflict(bytes)) return [];
  const conflicts: Conflict[] = [];
  let open: Open | undefined;
  for (const block of scan(bytes)) {
    for (const mark of marks(bytes, block.start, block.end)) {
      open = step(open, mark);
      if (open?.theirs === undefined) continue;
      conflicts.push(finished(open, endOfLine(bytes, open.theirs)));
      open = undefined;
    }
  }
  return conflicts;
}

/** Whether a text has a line outside code fences with which a git conflict could begin or end. */
export function holdsConflictMark(text: string): boolean {
  if (!/(?<=^|\n)(?:<{7}|>{7})/.test(text)) return false;
  const bytes = Buffer.from(text);
  for (const { sign } of marks(bytes, 0, bytes.length)) if (sign === '<' || sign === '>') return true;
  return false;
}

interface Open {
  readonly count: number;
  readonly ours: number;
  readonly base?: number;
  readonly between?: number;
  readonly theirs?: number;
}

interface Mark {
  readonly sign: string;
  readonly count: number;
  readonly at: number;
}

interface Fence {
  readonly sign: number;
  readonly count: number;
}

/** Whether seven `<` stand at the beginning of a line: only such a file can hold a git conflict. One search. */
export function mayHoldConflict(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(seven); at >= 0; ) {
    if (at === 0 || bytes[at - 1] === 0x0a) return true;
    while (bytes[at] === seven[0]) at++;
    at = bytes.indexOf(seven, at);
  }
  return false;
}

const seven = Buffer.from('<<<<<<<');
const backtick = 0x60;
const tilde = 0x7e;
const longestMark = 256;

/** The lines of a range that are marks of a conflict, outside the code fences of that range. */
function* marks(bytes: Buffer, start: number, end: number): Generator<Mark> {
  let fence: Fence | undefined;
  for (let at = start; at < end; at = endOfLine(bytes, at)) {
    const byte = bytes[behindIndent(bytes, at)];
    if (byte === backtick || byte === tilde) fence = nextFence(bytes, at, fence);
    else if (fence === undefined) {
      const mark = readMark(bytes, at);
      if (mark !== undefined) yield mark;
    }
  }
}

function finished(open: Open, end: number): Conflict {
  const { ours, base, between, theirs } = open;
  return { ours, ...(base === undefined ? {} : { base }), between: between!, theirs: theirs!, end };
}

/** The mark on the line at `at`, if it is one: n equal signs, then nothing or a space and a label (none behind =). */
function readMark(bytes: Buffer, at: number): Mark | undefined {
  const sign = bytes[at];
  if (sign !== 0x3c && sign !== 0x3d && sign !== 0x3e && sign !== 0x7c) return undefined;
  let end = at;
  while (bytes[end] === sign && end - at < longestMark) end++;
  if (end - at < 7) return undefined;
  const next = bytes[end];
  const ends = next === undefined || next === 0x0a || (next === 0x0d && bytes[end + 1] === 0x0a);
  if (!ends && (sign === 0x3d || next !== 0x20)) return undefined;
  return { sign: String.fromCharCode(sign), count: end - at, at };
}

function step(open: Open | undefined, mark: Mark): Open | undefined {
  if (mark.sign === '<') return { count: mark.count, ours: mark.at };
  if (open === undefined || open.count !== mark.count) return open;
  if (mark.sign === '|')
    return open.base === undefined && open.between === undefined ? { ...open, base: mark.at } : open;
  if (mark.sign === '=') return open.between === undefined ? { ...open, between: mark.at } : open;
  return open.between === undefined ? undefined : { ...open, theirs: mark.at };
}

/** The fence that is open behind a line which begins with back-ticks or tildes (CommonMark 0.31, 4.5). */
function nextFence(bytes: Buffer, at: number, open: Fence | undefined): Fence | undefined {
  const start = behindIndent(bytes, at);
  const sign = bytes[start]!;
  let end = start;
  while (bytes[end] === sign) end++;
  const count = end - start;
  if (count < 3 || (sign !== backtick && sign !== tilde)) return open;
  const rest = bytes.toString('latin1', end, endOfLine(bytes, end));
  if (open === undefined) return sign === backtick && rest.includes('`') ? undefined : { sign, count };
  return sign === open.sign && count >= open.count && rest.trim() === '' ? undefined : open;
}

/** Offset behind up to three spaces. */
function behindIndent(bytes: Buffer, at: number): number {
  let start = at;
  while (start - at < 3 && bytes[start] === 0x20) start++;
  return start;
}
