import type { Conversation, Earlier, Message } from '../conversation.ts';
import { openSource, type Range } from './body.ts';
import { mayHoldConflict } from './conflict.ts';
import { type Kept, noteText, readContents } from './contents.ts';
import { readDraft } from './draft.ts';
import { asBuffer } from './lines.ts';
import { readMeta } from './meta.ts';
import { type Reading, read } from './parse.ts';
import { findings, silent } from './problems.ts';
import type { Row } from './row.ts';
import { messagesOf } from './row-messages.ts';
import { type ReadBlock, sourceAt } from './source-at.ts';

/** Where everything stands in a chat without damage: enough to read any part of it alone. */
export interface Rows {
  /** In file order; never empty. */
  readonly rows: readonly Row[];
  /** The accounts of what left, in file order. */
  readonly accounts: readonly Range[];
}

/** A file, or its end, as its rows and its messages. */
export interface RowsRead extends Rows {
  readonly messages: readonly Message[];
}

/**
 * The rows of a whole file. Undefined for what has to be read as a whole each time: no chat or no message in it, any
 * problem, a line with which a git conflict could begin.
 */
export function readRows(bytes: Uint8Array): RowsRead | undefined {
  const buffer = asBuffer(bytes);
  if (mayHoldConflict(buffer)) return undefined;
  const { chat, conversation, ...kept } = read(buffer);
  if (!chat || conversation.problems.length > 0) return undefined;
  return placed(kept, 0);
}

/**
 * The rows of a file of which all bytes before the row `from` are as they were when `before` was made: that row and
 * everything behind it is read again. `bytes` are those from that row's start to the end of the file. Undefined as for
 * `readRows`. `messages` are those from that row on.
 */
export function readRowsFrom(before: Rows, from: number, bytes: Uint8Array): RowsRead | undefined {
  const buffer = asBuffer(bytes);
  const base = before.rows[from]?.start ?? 0;
  const source = openSource(buffer);
  if (!source.valid || mayHoldConflict(buffer)) return undefined;
  const found = findings(source.lineOf);
  const kept: Kept = { frames: [], messages: [], earlier: [] };
  readContents(source, undefined, found, kept);
  const fresh = found.all().length > 0 ? undefined : placed(kept, base);
  if (fresh === undefined || fresh.rows[0]?.start !== base) return undefined;
  const rows = [...before.rows.slice(0, from), ...fresh.rows];
  if (new Set(rows.map(({ id }) => id)).size < rows.length) return undefined;
  const accounts = before.accounts.filter(({ start }) => start < base);
  return { rows, accounts: [...accounts, ...fresh.accounts], messages: fresh.messages };
}

/**
 * The conversation of a file of `size` bytes whose rows these are, equal to what `parse` gives for it. A message is
 * read when one of its parts, its short form or its line is asked for, together with its neighbours, and kept; until
 * then it costs nothing. Throws `changed` when what is read does not fit the rows.
 */
export function openRows({ rows, accounts }: Rows, size: number, readBlock: ReadBlock): Conversation {
  const first = rows[0]!;
  const head = asBuffer(readBlock(0, first.start));
  const source = openSource(head);
  const { note } = readContents(source, undefined, silent, undefined);
  const draft = draftBehind(Math.max(rows.at(-1)!.end, accounts.at(-1)?.end ?? 0), size, readBlock);
  return {
    meta: readMeta(head, silent),
    messages: messagesOf(rows, readBlock),
    earlier: accounts.flatMap((range) => earlierIn(range, readBlock)),
    ...(note === undefined ? {} : { note: noteText(source, note) }),
    ...(draft === '' ? {} : { draft }),
    problems: [],
  };
}

function placed(
  { messages, earlier }: Pick<Reading, 'messages' | 'earlier'>,
  base: number,
): RowsRead | undefined {
  if (messages.length === 0) return undefined;
  return {
    rows: messages.map(({ message, frame }) => rowOf(message, base + frame.start, base + frame.end)),
    accounts: earlier.map(({ frame }) => ({ start: base + frame.start, end: base + frame.end })),
    messages: messages.map(({ message }) => message),
  };
}

function rowOf({ id, uid, role, createdAt, compaction }: Message, start: number, end: number): Row {
  const compacted = compaction !== undefined;
  return uid === undefined
    ? { start, end, id, role, createdAt, compacted }
    : { start, end, id, role, createdAt, compacted, uid };
}

function earlierIn({ start, end }: Range, readBlock: ReadBlock): readonly Earlier[] {
  const source = sourceAt(readBlock, asBuffer(readBlock(start, end)), start);
  return readContents(source, undefined, silent, undefined).earlier;
}

function draftBehind(start: number, size: number, readBlock: ReadBlock): string {
  if (start >= size) return '';
  const source = openSource(asBuffer(readBlock(start, size)));
  const { last } = readContents(source, undefined, silent, undefined);
  return last?.kind === 'text' ? readDraft(source, last) : '';
}
