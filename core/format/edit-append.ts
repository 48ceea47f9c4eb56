import { writeBody } from './body.ts';
import { holdsConflictMark } from './conflict.ts';
import { type Desk, lineEndBefore } from './desk.ts';
import type { Outcome } from './edits.ts';
import type { Frame } from './frame.ts';
import { type NewMessage, printMessage, printNote } from './print.ts';

/** Adds messages behind the last block, each below a blank line. */
export function append(desk: Desk, messages: readonly NewMessage[]): Outcome {
  if (messages.length === 0) return 'same';
  return addBehindLast(desk, messages, 0, 1);
}

/** Turns the draft into a message that stands where new messages stand. */
export function sendDraft(desk: Desk, message: NewMessage): Outcome {
  const { draft, conversation } = desk.reading;
  if (draft === undefined || desk.splices.some((splice) => splice.rank === 2)) return 'gone';
  const text = message.parts.find((part) => part.type === 'text')?.text;
  if (text !== conversation.draft) return 'stale';
  return addBehindLast(desk, [message], draft.end - draft.start, 2);
}

/**
 * Makes the text the conversation note: in place of the old one, else before the first block. Blocked when the text holds
 * a line that could begin or end a git conflict, outside code fences: a note has no other spelling, and it would lock the file.
 */
export function setNote(desk: Desk, text: string): Outcome {
  const { reading, bytes, eol } = desk;
  const clean = text.replaceAll(/\r\n?/g, '\n');
  if (reading.conversation.note === clean) return 'same';
  if (holdsConflictMark(clean)) return 'blocked';
  if (reading.note !== undefined) {
    if (!reading.note.ended) return 'blocked';
    const { bodyStart, end } = reading.note.blocks[0]!;
    const insert = Buffer.from(writeBody(clean, 'lines', eol));
    desk.splices.push({ at: bodyStart, remove: end - bodyStart, insert, rank: 0 });
    return 'done';
  }
  const first = reading.frames.find((frame) => frame.kind !== 'front-matter' && frame.kind !== 'text');
  const at = first?.start ?? endOfHead(reading.frames);
  const printed = printNote(clean, eol) + (at < bytes.length ? eol : '');
  desk.splices.push({ at, remove: 0, insert: Buffer.from(lineEndBefore(desk, at) + printed), rank: 0 });
  return 'done';
}

function addBehindLast(desk: Desk, messages: readonly NewMessage[], remove: number, rank: 1 | 2): Outcome {
  const { reading, bytes, eol } = desk;
  const last = reading.frames.findLast((frame) => frame.kind !== 'text');
  if (last !== undefined && !last.ended) return 'blocked';
  const at = reading.chat ? (last?.end ?? 0) : bytes.length;
  const gap = reading.chat && at > 0 ? lineEndBefore(desk, at) + eol : '';
  const printed = messages.map((message) => printMessage(withFreeId(desk, message), eol));
  desk.splices.push({ at, remove, insert: Buffer.from(gap + printed.join(eol)), rank });
  return 'done';
}

/** The message under its own id, or the next free one when that is taken or no positive whole number. */
function withFreeId(desk: Desk, message: NewMessage): NewMessage {
  const fits = Number.isSafeInteger(message.id) && message.id > 0 && !desk.taken.has(message.id);
  const id = fits ? message.id : desk.highest + 1;
  desk.taken.add(id);
  desk.highest = Math.max(desk.highest, id);
  desk.ids.push(id);
  const { compaction } = message;
  return {
    ...message,
    id,
    ...(compaction === undefined ? {} : { compaction: { ...compaction, messageId: id } }),
  };
}

function endOfHead(frames: readonly Frame[]): number {
  return frames[0]?.kind === 'front-matter' ? frames[0].end : 0;
}
