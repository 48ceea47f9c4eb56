import type { Conversation, Meta, ProblemCode } from '../conversation.ts';
import { openSource, type Source } from './body.ts';
import { type Conflict, findConflicts } from './conflict.ts';
import { type Contents, type Kept, noteText, readContents } from './contents.ts';
import { readDraft } from './draft.ts';
import type { Frame } from './frame.ts';
import { asBuffer } from './lines.ts';
import { notAChat, readMeta, saysChat } from './meta.ts';
import { type Findings, findings } from './problems.ts';
import type { PlacedEarlier } from './read-earlier.ts';
import type { PlacedMessage } from './read-message.ts';
import { readSides } from './sides.ts';
import { firstInvalidUtf8 } from './utf8.ts';

export { isChat } from './meta.ts';

/** A file as read, with the bytes that each thing stands in: what edit and merge build on. */
export interface Reading {
  readonly source: Source;
  readonly chat: boolean;
  /** Where everything stands; empty for what is no chat or in conflict, because nothing is written to those. */
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

/** Reads a file and keeps where everything stands. Never throws, whatever the bytes. */
export function read(bytes: Uint8Array): Reading {
  const kept: Kept = { frames: [], messages: [], earlier: [] };
  return { ...readFile(asBuffer(bytes), kept), ...kept };
}

/**
 * The conversation that a file holds. Never throws, whatever the bytes; what is wrong is named in `problems`.
 * Linear in the bytes. Texts are decoded each time they are asked for, so the bytes must not change afterwards and stay
 * in memory as long as the conversation does.
 */
export function parse(bytes: Uint8Array): Conversation {
  return readFile(asBuffer(bytes), undefined).conversation;
}

function readFile(bytes: Buffer, kept: Kept | undefined): Omit<Reading, keyof Kept> {
  const source = openSource(bytes);
  const found = findings(source.lineOf);
  const meta = readMeta(bytes, found);
  if (!saysChat(bytes, meta.data)) {
    found.add('not-a-chat', 0, notAChat(meta.data));
    return { source, chat: false, conversation: { meta, messages: [], earlier: [], problems: found.all() } };
  }
  const invalid = noteInvalid(source, found);
  const conflicts = noteConflicts(source, found);
  if (conflicts.length > 0) {
    const sides = readSides(source, conflicts, found);
    return { source, chat: true, locked: 'git-conflict', conversation: { ...sides, problems: found.all() } };
  }
  const locked = invalid ? 'not-utf8' : undefined;
  const contents = readContents(source, locked, found, kept);
  const text = contents.last?.kind === 'text' ? readDraft(source, contents.last) : '';
  return {
    source,
    chat: true,
    ...(contents.note === undefined ? {} : { note: contents.note }),
    ...(text === '' ? {} : { draft: contents.last! }),
    ...(locked === undefined ? {} : { locked }),
    conversation: conversationOf(source, meta, contents, text, found),
  };
}

function conversationOf(
  source: Source,
  meta: Meta,
  contents: Contents,
  draft: string,
  found: Findings,
): Conversation {
  const { messages, earlier, note } = contents;
  return {
    meta,
    messages,
    earlier,
    ...(note === undefined ? {} : { note: noteText(source, note) }),
    ...(draft === '' ? {} : { draft }),
    problems: found.all(),
  };
}

function noteInvalid({ bytes, valid }: Source, found: Findings): boolean {
  if (valid) return false;
  const invalid = firstInvalidUtf8(bytes);
  if (invalid < 0) return false;
  const byte = bytes[invalid]!.toString(16).toUpperCase().padStart(2, '0');
  found.add('not-utf8', invalid, `byte ${byte} at offset ${invalid}`);
  return true;
}

function noteConflicts({ bytes, lineOf }: Source, found: Findings): Conflict[] {
  const conflicts = findConflicts(bytes);
  for (const conflict of conflicts) found.add('git-conflict', conflict.ours, describe(conflict, lineOf));
  return conflicts;
}

function describe({ ours, base, between, theirs }: Conflict, lineOf: (offset: number) => number): string {
  const middle = base === undefined ? '' : `base from line ${lineOf(base)}, `;
  return `one side from line ${lineOf(ours)}, ${middle}the other from line ${lineOf(between)} to line ${lineOf(theirs)}`;
}
