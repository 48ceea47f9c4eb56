import type { Conversation, Message, Meta, ProblemCode } from '../conversation.ts';
import { readBody, readLines, type Source } from './body.ts';
import { type Conflict, findConflicts } from './conflict.ts';
import { type Frame, frames } from './frame.ts';
import { frontMatterTrouble, readFrontMatter, secondFrontMatter } from './frontmatter.ts';
import { findMarker, markerLine } from './grammar.ts';
import { shown } from './header.ts';
import { asBuffer, lineNumbers, nextFullLine } from './lines.ts';
import { type Findings, findings } from './problems.ts';
import { type PlacedEarlier, readEarlier } from './read-earlier.ts';
import { type PlacedMessage, readMessage } from './read-message.ts';
import { type Block, scan } from './scan.ts';
import { firstInvalidUtf8 } from './utf8.ts';

/** A file as read, with the bytes that each thing stands in: what parse, edit and merge build on. */
export interface Reading {
  readonly source: Source;
  readonly chat: boolean;
  readonly frames: readonly Frame[];
  readonly messages: readonly PlacedMessage[];
  readonly earlier: readonly PlacedEarlier[];
  readonly note?: Frame;
  /** The frame whose text is the draft. */
  readonly draft?: Frame;
  /** Why nothing may be written to this file. */
  readonly locked?: ProblemCode;
  readonly conversation: Conversation;
}

/** Reads a file. Never throws, whatever the bytes. */
export function read(input: Uint8Array): Reading {
  const bytes = asBuffer(input);
  const source = { bytes, hasCr: bytes.includes(0x0d) };
  const lineOf = lineNumbers(bytes);
  const found = findings(lineOf);
  const meta = readMeta(bytes, found);
  const chat = saysChat(meta.data) ?? hasMessage(bytes);
  if (!chat) return notAChat(source, meta, found);
  const blocks = scan(bytes);
  const tops = frames(blocks);
  const locked = noteDamage(bytes, blocks, lineOf, found);
  const contents = readContents(tops, { source, lineOf, found, locked });
  const last = tops.at(-1);
  const draft = last?.kind === 'text' ? last : undefined;
  const note = contents.note;
  const draftText = draft === undefined ? '' : readDraft(source, draft);
  return {
    source,
    chat,
    frames: tops,
    ...contents,
    ...(draftText === '' ? {} : { draft: draft! }),
    ...(locked === undefined ? {} : { locked }),
    conversation: {
      meta,
      messages: contents.messages.map((placed) => placed.message),
      earlier: contents.earlier.map((placed) => placed.earlier),
      ...(note === undefined ? {} : { note: readNote(source, note) }),
      ...(draftText === '' ? {} : { draft: draftText }),
      problems: found.all(),
    },
  };
}

/**
 * Whether the bytes are a chat: front matter with `type: chat`, or a message line and no other `type`.
 * Looks no further than the first message line.
 */
export function isChat(input: Uint8Array): boolean {
  const bytes = asBuffer(input);
  return saysChat(readFrontMatter(bytes)?.data ?? {}) ?? hasMessage(bytes);
}

interface Task {
  readonly source: Source;
  readonly lineOf: (offset: number) => number;
  readonly found: Findings;
  readonly locked: ProblemCode | undefined;
}

function saysChat(data: Meta['data']): boolean | undefined {
  return data.type === undefined || data.type === null ? undefined : data.type === 'chat';
}

function hasMessage(bytes: Buffer): boolean {
  for (let mark = findMarker(bytes, 0); mark !== undefined; mark = findMarker(bytes, mark.end)) {
    if (mark.name === 'message') return true;
  }
  return false;
}

function notAChat(source: Source, meta: Meta, found: Findings): Reading {
  const type = meta.data.type;
  const why =
    type === undefined || type === null
      ? `No line ${markerLine('message')} stands in this file`
      : `The front matter says type: ${shown(type)}`;
  found.add('not-a-chat', 0, why);
  const conversation = { meta, messages: [], earlier: [], problems: found.all() };
  return { source, chat: false, frames: [], messages: [], earlier: [], conversation };
}

function readMeta(bytes: Buffer, found: Findings): Meta {
  const head = readFrontMatter(bytes);
  if (head === undefined) {
    const trouble = frontMatterTrouble(bytes);
    if (trouble !== undefined) found.add('front-matter', 0, trouble);
    return { data: {} };
  }
  const text = (key: string): string | undefined => {
    const value = head.data[key];
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return undefined;
    found.add(
      'front-matter',
      0,
      `The front matter has ${key}: ${shown(value)}, which is no text. Put it in quotes.`,
    );
    return undefined;
  };
  const [sessionId, title, createdAt, type] = ['session_id', 'title', 'created_at', 'type'].map(text);
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(title === undefined ? {} : { title }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(type === undefined ? {} : { type }),
    data: head.data,
  };
}

function noteDamage(
  bytes: Buffer,
  blocks: readonly Block[],
  lineOf: (offset: number) => number,
  found: Findings,
): ProblemCode | undefined {
  const invalid = firstInvalidUtf8(bytes);
  if (invalid >= 0) {
    const byte = bytes[invalid]!.toString(16).toUpperCase().padStart(2, '0');
    found.add('not-utf8', invalid, `byte ${byte} at offset ${invalid}`);
  }
  const conflicts = findConflicts(bytes, blocks);
  for (const conflict of conflicts) found.add('git-conflict', conflict.ours, describe(conflict, lineOf));
  if (conflicts.length > 0) return 'git-conflict';
  return invalid >= 0 ? 'not-utf8' : undefined;
}

function describe({ ours, base, between, theirs }: Conflict, lineOf: (offset: number) => number): string {
  const middle = base === undefined ? '' : `base from line ${lineOf(base)}, `;
  return `one side from line ${lineOf(ours)}, ${middle}the other from line ${lineOf(between)} to line ${lineOf(theirs)}`;
}

function readContents(tops: readonly Frame[], task: Task) {
  const messages: PlacedMessage[] = [];
  const earlier: PlacedEarlier[] = [];
  const blockedByStray = messagesBeforeStrays(tops);
  const ids = new Set<number>();
  let note: Frame | undefined;
  let before: Frame | undefined;
  for (const [index, frame] of tops.entries()) {
    const { found } = task;
    if (frame.kind === 'message') {
      const torn = before?.kind === 'message' && !before.ended ? 'missing-end' : undefined;
      const stray = blockedByStray.has(frame) ? 'pasted-marker' : undefined;
      const blocked = task.locked ?? torn ?? stray;
      const placed = readMessage(frame, { ...task, findings: found, blocked });
      if (placed !== undefined) {
        const { id } = placed.message;
        if (ids.has(id)) found.add('duplicate-id', frame.start, String(id), id);
        ids.add(id);
        messages.push(placed);
      }
    } else if (frame.kind === 'earlier') {
      const placed = readEarlier(frame, task.source, task.lineOf, found);
      if (placed !== undefined) earlier.push(placed);
    } else if (frame.kind === 'note') {
      if (note === undefined && messages.length === 0) note = frame;
      else found.add('misplaced-block', frame.start, note === undefined ? noteBehind : noteTwice);
      if (!frame.ended) found.add('missing-end', frame.start, `The note has no ${markerLine('end-note')}`);
    } else if (frame.kind === 'unknown') found.add('unknown-block', frame.start, frame.blocks[0]!.name);
    else if (frame.kind === 'text' && index < tops.length - 1 && index > 0) noteSecondHead(frame, task);
    if (frame.kind !== 'message') noteStrays(frame, blockedByStray, messages.at(-1)?.message, found);
    if (frame.kind !== 'text') before = frame;
  }
  return { messages, earlier, ...(note === undefined ? {} : { note }) };
}

const noteBehind = 'A note stands behind the first message';
const noteTwice = 'A second note stands in this file';

/** The message frames behind which an end-message line closes nothing before the next frame that is not text. */
function messagesBeforeStrays(tops: readonly Frame[]): Set<Frame> {
  const found = new Set<Frame>();
  let last: Frame | undefined;
  for (const frame of tops) {
    if (frame.kind === 'message') last = frame;
    else if (last !== undefined && hasStrayEnd(frame)) found.add(last);
  }
  return found;
}

function hasStrayEnd(frame: Frame): boolean {
  return frame.blocks.some((block) => block.strays.some((stray) => stray.name === 'end-message'));
}

function noteStrays(
  frame: Frame,
  blocked: ReadonlySet<Frame>,
  before: Message | undefined,
  found: Findings,
): void {
  for (const block of frame.blocks) {
    for (const { name, at } of block.strays) {
      const owner = name === 'end-message' && blocked.size > 0 ? before?.id : undefined;
      found.add('pasted-marker', at, `<!-- … ${name} -->`, owner);
    }
  }
}

function noteSecondHead(frame: Frame, { source, found }: Task): void {
  const at = nextFullLine(source.bytes, frame.start, frame.end);
  const keys = secondFrontMatter(source.bytes.subarray(at, frame.end));
  if (keys !== undefined) found.add('two-front-matters', at, keys);
}

function readNote(source: Source, frame: Frame): string {
  const { bodyStart, bodyEnd } = frame.blocks[0]!;
  return readBody(source, { start: bodyStart, end: bodyEnd }, 'lines');
}

/** The draft without its outer blank lines; '' when nothing else is there. */
function readDraft(source: Source, frame: Frame): string {
  const range = draftRange(source.bytes, frame);
  return readLines(source, range);
}

/** The bytes of a draft without outer blank lines and the last line end. */
export function draftRange(bytes: Buffer, frame: Frame): { start: number; end: number } {
  const block = frame.blocks[0]!;
  const start = nextFullLine(bytes, block.bodyStart, frame.end);
  let end = frame.end;
  while (end > start && blanks.has(bytes[end - 1]!)) end--;
  while (end < frame.end && bytes[end] !== 0x0a && !(bytes[end] === 0x0d && bytes[end + 1] === 0x0a)) end++;
  return { start, end: start === frame.end ? start : end };
}

const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0x0a]);
