import type { Earlier, Message, ProblemCode } from '../conversation.ts';
import { readBody, type Source } from './body.ts';
import { eachFrame, type Frame } from './frame.ts';
import { secondFrontMatter } from './frontmatter.ts';
import { markerLine } from './grammar.ts';
import { nextFullLine } from './lines.ts';
import type { Findings } from './problems.ts';
import { type PlacedEarlier, readEarlier } from './read-earlier.ts';
import { type PlacedMessage, readMessage } from './read-message.ts';

/** What stands in a chat, in file order. */
export interface Contents {
  readonly messages: readonly Message[];
  readonly earlier: readonly Earlier[];
  readonly note?: Frame;
  readonly last?: Frame;
}

/** Where everything stands, kept only for those who ask: it weighs as much as the messages. */
export interface Kept {
  readonly frames: Frame[];
  readonly messages: PlacedMessage[];
  readonly earlier: PlacedEarlier[];
}

/** Reads the frames of a chat one by one. `locked` is why nothing may be written to the file. */
export function readContents(
  source: Source,
  locked: ProblemCode | undefined,
  found: Findings,
  kept: Kept | undefined,
): Contents {
  const desk: Desk = { source, locked, found, kept, messages: [], earlier: [], ids: new Set() };
  eachFrame(source.bytes, (frame) => {
    kept?.frames.push(frame);
    if (frame.kind === 'message') startMessage(desk, frame);
    else takeOther(desk, frame);
    desk.last = frame;
  });
  finishMessage(desk);
  return desk;
}

/** The text of a note's frame. */
export function noteText(source: Source, note: Frame): string {
  const { bodyStart, bodyEnd } = note.blocks[0]!;
  return readBody(source, { start: bodyStart, end: bodyEnd }, 'lines');
}

interface Desk extends Contents {
  readonly source: Source;
  readonly locked: ProblemCode | undefined;
  readonly found: Findings;
  readonly kept: Kept | undefined;
  readonly messages: Message[];
  readonly earlier: Earlier[];
  readonly ids: Set<number>;
  note?: Frame;
  last?: Frame;
  /** A message waits here for what stands behind it: an end line that closes nothing there is its problem. */
  waiting?:
    | { readonly frame: Frame; blocked: ProblemCode | undefined; readonly strays: number[] }
    | undefined;
}

function startMessage(desk: Desk, frame: Frame): void {
  const torn = desk.last?.kind === 'message' && !desk.last.ended;
  finishMessage(desk);
  desk.waiting = { frame, blocked: desk.locked ?? (torn ? 'missing-end' : undefined), strays: [] };
}

function finishMessage(desk: Desk): void {
  if (desk.waiting === undefined) return;
  const { source, found } = desk;
  const { frame, blocked, strays } = desk.waiting;
  desk.waiting = undefined;
  const placed = readMessage(frame, source, found, blocked);
  const id = placed?.message.id;
  for (const at of strays) found.add('pasted-marker', at, markerLine('end-message'), id);
  if (placed === undefined || id === undefined) return;
  if (desk.ids.has(id)) found.add('duplicate-id', frame.start, String(id), id);
  desk.ids.add(id);
  desk.messages.push(placed.message);
  desk.kept?.messages.push(placed);
}

function takeOther(desk: Desk, frame: Frame): void {
  const { source, found } = desk;
  for (const block of frame.blocks) {
    for (const { name, at } of block.strays) {
      if (name === 'end-message' && desk.waiting !== undefined) {
        desk.waiting.strays.push(at);
        desk.waiting.blocked ??= 'pasted-marker';
      } else found.add('pasted-marker', at, strayLine(source.bytes, at));
    }
  }
  if (frame.kind === 'earlier') {
    const placed = readEarlier(frame, source, found);
    if (placed === undefined) return;
    desk.earlier.push(placed.earlier);
    desk.kept?.earlier.push(placed);
  } else if (frame.kind === 'note') takeNote(desk, frame);
  else if (frame.kind === 'unknown') found.add('unknown-block', frame.start, frame.blocks[0]!.name);
  else if (frame.kind === 'text' && frame.start > 0) noteSecondHead(frame, source.bytes, found);
}

function takeNote(desk: Desk, frame: Frame): void {
  const { found } = desk;
  if (desk.note !== undefined) found.add('misplaced-block', frame.start, 'A second note stands in this file');
  else if (desk.waiting !== undefined)
    found.add('misplaced-block', frame.start, 'A note stands behind a message');
  else desk.note = frame;
  if (!frame.ended) found.add('missing-end', frame.start, `The note has no ${markerLine('end-note')}`);
}

function strayLine(bytes: Buffer, at: number): string {
  return bytes
    .toString('utf8', at, at + 80)
    .split(/\r?\n/, 1)[0]!
    .trimEnd();
}

function noteSecondHead(frame: Frame, bytes: Buffer, found: Findings): void {
  const at = nextFullLine(bytes, frame.start, frame.end);
  if (bytes[at] !== dash || at === frame.end) return;
  const keys = secondFrontMatter(bytes.subarray(at, frame.end));
  if (keys !== undefined) found.add('two-front-matters', at, keys);
}

const dash = 0x2d;
