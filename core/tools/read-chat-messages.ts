import type { Message, Role } from '../conversation.ts';
import { ids, record, whole } from './arguments.ts';
import { clip, few, pageSize, refusal, safeCut, type ToolAnswer, type ToolChat } from './tool.ts';
import { originalWords } from './words.ts';

/** A page of messages: their exact words from a character offset on. */
export interface ReadPage {
  readonly session_id: string;
  readonly path?: string;
  readonly messages: readonly ReadMessage[];
  /** Characters (UTF-16 code units) of all the words asked for, headers not counted. */
  readonly total: number;
  readonly offset: number;
  /** The offset of the next page, or null at the end. */
  readonly next: number | null;
  /** Ids that this chat does not have. */
  readonly missing: readonly number[];
  /** Ids that more than one message has; all of them are given. */
  readonly doubled: readonly number[];
}

export interface ReadMessage {
  readonly id: number;
  readonly role: Role;
  readonly created_at: string;
  /** The words on this page; pages put together give exactly the original. */
  readonly text: string;
  /** Where `text` begins in the message's words, and how many characters they have. */
  readonly from: number;
  readonly of: number;
  /** The message has no end yet. */
  readonly incomplete?: true;
}

/** The most messages, and neighbours on each side, that one call may ask for. */
export const readLimits = { messages: 100, neighbours: 20 } as const;

/** What a reader that is no model may ask for beside the arguments. */
export interface Reader {
  /** The most characters of the answer (4,000), and so of its `limit`. */
  readonly room?: number;
  /** How a saved output is read, by its result id; by default the call of the tool. */
  readonly reach?: (resultId: string) => string;
}

/**
 * The tool `read_chat_messages` on one chat: the exact original words of the messages with these ids, in file order, with
 * `before` and `after` neighbours of each, 4,000 characters a page from the character `offset`, and what comes next named.
 */
export function readChatMessages(
  chat: ToolChat,
  input: unknown,
  { room = pageSize, reach }: Reader = {},
): ToolAnswer<ReadPage> {
  const args = record(input);
  if ('refused' in args) return refusal(args.refused);
  const wanted = ids(args.value, 'message_ids', readLimits.messages);
  if ('refused' in wanted) return refusal(wanted.refused);
  const before = whole(args.value, 'before', [0, readLimits.neighbours], 0);
  if ('refused' in before) return refusal(before.refused);
  const after = whole(args.value, 'after', [0, readLimits.neighbours], 0);
  if ('refused' in after) return refusal(after.refused);
  const offset = whole(args.value, 'offset', [0, Number.MAX_SAFE_INTEGER], 0);
  if ('refused' in offset) return refusal(offset.refused);
  const limit = whole(args.value, 'limit', [1, room], pageSize);
  if ('refused' in limit) return refusal(limit.refused);
  const { messages } = chat.conversation;
  const missing = wanted.value.filter((id) => !messages.some((message) => message.id === id));
  if (missing.length === wanted.value.length) return refusal(noSuch(messages, missing));
  const selected = select(messages, wanted.value, before.value, after.value);
  const pieces = selected.map((message) => ({ message, words: originalWords(message, reach) }));
  const total = pieces.reduce((sum, { words }) => sum + words.length, 0);
  if (offset.value > 0 && offset.value >= total) {
    return refusal(
      `offset ${offset.value} is behind the end: these messages have ${total} characters. Begin at offset 0.`,
    );
  }
  const doubled = wanted.value.filter((id) => messages.filter((message) => message.id === id).length > 1);
  const notes = [
    ...(missing.length > 0 ? [`There is no message ${few(missing)} in this chat.`] : []),
    ...doubled.slice(0, 3).map((id) => `More than one message has the number ${id}; all of them are given.`),
  ];
  const cut = { total, offset: offset.value, limit: limit.value, room, missing, doubled };
  return page(chat, pieces, cut, notes);
}

interface Piece {
  readonly message: Message;
  readonly words: string;
}

type Cut = Pick<ReadPage, 'total' | 'offset' | 'missing' | 'doubled'> & {
  readonly limit: number;
  readonly room: number;
};

/** Room kept for the line that says what comes next. */
const footerRoom = 160;

function page(
  chat: ToolChat,
  pieces: readonly Piece[],
  cut: Cut,
  notes: readonly string[],
): ToolAnswer<ReadPage> {
  const blocks = notes.length > 0 ? [notes.join(' ')] : [];
  const messages: ReadMessage[] = [];
  let room = cut.room - footerRoom - blocks.join('').length - 2;
  let left = cut.limit;
  let start = 0;
  let next = cut.total;
  for (const { message, words } of pieces) {
    const end = start + words.length;
    const from = Math.max(0, cut.offset - start);
    start = end;
    if (from > words.length || (from === words.length && words.length > 0)) continue;
    const head = header(message, from);
    const space = Math.min(room - head.length - 3, left);
    const to = from + space >= words.length ? words.length : safeCut(words, from + space);
    // A page holds at least one character, so that reading on always ends.
    if (to <= from && words.length > 0 && messages.length > 0) {
      next = end - words.length + from;
      break;
    }
    const stop = to > from || words.length === 0 ? to : Math.min(words.length, from + 2);
    const text = words.slice(from, stop);
    blocks.push(`${head}\n${text === '' ? '(no words)' : text}`);
    messages.push(readMessage(message, text, from, words.length));
    room -= head.length + text.length + 3;
    left -= text.length;
    if (stop < words.length) {
      next = end - words.length + stop;
      break;
    }
  }
  if (next < cut.total) blocks.push(footer(pieces, next));
  const { sessionId, path } = chat;
  const { total, offset, missing, doubled } = cut;
  return {
    found: true,
    text: blocks.join('\n\n'),
    value: {
      ...{ session_id: sessionId, ...(path === undefined ? {} : { path }), messages, total, offset },
      ...{ next: next < total ? next : null, missing, doubled },
    },
  };
}

function readMessage(message: Message, text: string, from: number, of: number): ReadMessage {
  const { id, role, createdAt, open } = message;
  return { id, role, created_at: createdAt, text, from, of, ...(open === true ? { incomplete: true } : {}) };
}

function header({ id, role, createdAt, open }: Message, from: number): string {
  const date = createdAt === '' ? '' : `, ${clip(createdAt, 40)}`;
  return `#${id} ${role}${date}${open === true ? ', incomplete' : ''}${from > 0 ? `, from character ${from}` : ''}`;
}

function footer(pieces: readonly Piece[], next: number): string {
  let start = 0;
  for (const { message, words } of pieces) {
    if (next < start + words.length) {
      const what = next > start ? `message ${message.id} goes on` : `message ${message.id} comes next`;
      return `More: ${what}. Ask the same again with "offset": ${next}.`;
    }
    start += words.length;
  }
  return '';
}

/** The messages with these ids and their neighbours, in file order, each once. */
function select(
  messages: readonly Message[],
  wanted: readonly number[],
  before: number,
  after: number,
): Message[] {
  const set = new Set(wanted);
  const taken = new Set<number>();
  for (const [index, { id }] of messages.entries()) {
    if (!set.has(id)) continue;
    for (
      let near = Math.max(0, index - before);
      near <= Math.min(messages.length - 1, index + after);
      near++
    ) {
      taken.add(near);
    }
  }
  return messages.filter((_, index) => taken.has(index));
}

function noSuch(messages: readonly Message[], missing: readonly number[]): string {
  const numbers = messages.map(({ id }) => id);
  const range =
    numbers.length === 0 ? 'It has no messages' : `Its numbers go from ${least(numbers)} to ${most(numbers)}`;
  return `There is no message ${few(missing)} in this chat. ${range}; search_chat_messages finds one by its words.`;
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}
