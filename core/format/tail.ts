import type { Conversation, Earlier, Message } from '../conversation.ts';
import { openSource, type Source } from './body.ts';
import { type Contents, type Kept, noteText, readContents } from './contents.ts';
import { readDraft } from './draft.ts';
import type { Frame } from './frame.ts';
import { nextMarker } from './grammar.ts';
import { asBuffer, nextFullLine } from './lines.ts';
import { readMeta, saysChat } from './meta.ts';
import { parse } from './parse.ts';
import { silent } from './problems.ts';
import { readMessage } from './read-message.ts';
import { type ReadBlock, sourceAt } from './source-at.ts';

/** The end of a chat. */
export interface Tail {
  /** Front matter, note and draft as in the whole file; messages and accounts only those that were read; no problems. */
  readonly conversation: Conversation;
  /** Whether that is all of them. */
  readonly whole: boolean;
}

/**
 * The newest messages of a chat of `size` bytes, read from its end in blocks until `enough` says so of the messages read
 * so far. They equal the last ones that `parse` gives for the whole file, except that a git conflict and bytes that
 * are not UTF-8 are not looked for, and that an id given twice is not named: whoever writes reads the whole file.
 * `line` is exact; the first time it is asked for costs reading what stands before.
 */
export function parseTail(
  readBlock: ReadBlock,
  size: number,
  enough: (messages: readonly Message[]) => boolean,
  blockSize: number = 262_144,
): Tail {
  const head = readHead(readBlock, size);
  if (head === undefined) return { conversation: parse(readBlock(0, size)), whole: true };
  const walk: Walk = {
    readBlock,
    messages: [],
    earlier: [],
    end: size,
    read: size,
    rest: nothing,
    ahead: nothing,
  };
  let step = blockSize;
  while (walk.read > 0 && !enough(sure(walk))) {
    // A message longer than the blocks must not be copied once for each of them.
    step = stepBack(walk, Math.max(0, walk.read - step)) ? blockSize : step * 2;
  }
  const { earlier, draft = '' } = walk;
  const conversation = {
    ...head,
    messages: sure(walk),
    earlier,
    ...(draft === '' ? {} : { draft }),
    problems: [],
  };
  return { conversation, whole: walk.end === 0 };
}

/** The most bytes in which the front matter, the note and the first message's beginning are looked for. */
const headSize = 1_048_576;
const nothing = Buffer.alloc(0);

interface Walk {
  readonly readBlock: ReadBlock;
  messages: Message[];
  earlier: Earlier[];
  draft?: string;
  /** Offset from which everything is understood. */
  end: number;
  /** Offset from which everything is read. */
  read: number;
  /** The bytes between the two. */
  rest: Buffer;
  /** The beginning of what stands at `end`, as far as what stands before it is ruled by it. */
  ahead: Buffer;
  /** Whether the first message read stands at `end`, so that what stands before may be a message without its end. */
  doubtful?: { readonly frame: Frame; readonly source: Source } | undefined;
}

/** The messages of which nothing can change any more. */
function sure({ messages, doubtful, end }: Walk): readonly Message[] {
  return doubtful !== undefined && end > 0 ? messages.slice(1) : messages;
}

/** Front matter and note, or undefined when the file must be read as a whole: no chat, or no message near its head. */
function readHead(readBlock: ReadBlock, size: number): Pick<Conversation, 'meta' | 'note'> | undefined {
  for (const length of [headSize / 16, headSize]) {
    const bytes = asBuffer(readBlock(0, Math.min(size, length)));
    const first = firstCertain(bytes, bytes.length);
    if (first === undefined) continue;
    const meta = readMeta(bytes, silent);
    if (!saysChat(bytes, meta.data)) return undefined;
    const source = openSource(bytes.subarray(0, first.behind));
    const { note } = readContents(source, undefined, silent, undefined);
    return { meta, ...(note === undefined ? {} : { note: noteText(source, note) }) };
  }
  return undefined;
}

/** Reads on to `from`, and understands what stands behind the first message line there that opens in any case. */
function stepBack(walk: Walk, from: number): boolean {
  const fresh = asBuffer(walk.readBlock(from, walk.read));
  const bytes = Buffer.concat([fresh, walk.rest, walk.ahead]);
  const own = bytes.length - walk.ahead.length;
  walk.read = from;
  const first = from === 0 ? { start: 0, behind: 0 } : firstCertain(bytes, own);
  if (first === undefined) {
    walk.rest = bytes.subarray(0, own);
    return false;
  }
  understand(walk, bytes.subarray(first.start), from + first.start);
  walk.rest = bytes.subarray(0, first.start);
  walk.ahead = bytes.subarray(first.start, first.behind);
  walk.end = from + first.start;
  return true;
}

function understand(walk: Walk, bytes: Buffer, base: number): void {
  const last = walk.ahead.length === 0;
  const kept: Kept = { frames: [], messages: [], earlier: [] };
  const source = sourceAt(walk.readBlock, bytes, base);
  const contents: Contents = readContents(source, undefined, silent, kept);
  if (last && contents.last?.kind === 'text') walk.draft = readDraft(source, contents.last);
  // What is ahead reads as one more message, whose header is cut off: it is not among the messages.
  const before = last ? undefined : kept.frames.at(-2);
  if (before?.kind === 'message' && !before.ended && walk.doubtful !== undefined) {
    const { frame, source } = walk.doubtful;
    const again = readMessage(frame, source, silent, 'missing-end');
    walk.messages = [again!.message, ...walk.messages.slice(1)];
  }
  walk.messages = [...contents.messages, ...walk.messages];
  walk.earlier = [...contents.earlier, ...walk.earlier];
  const frame = kept.messages[0]?.frame;
  walk.doubtful = frame !== undefined && frame === kept.frames[0] ? { frame, source } : undefined;
}

/**
 * The first message line that opens a message wherever it stands: its next line that is not blank begins with a brace.
 * `behind` is the offset behind that brace. Only lines that begin in the bytes before `limit` count.
 */
function firstCertain(bytes: Buffer, limit: number): { start: number; behind: number } | undefined {
  const mark = { name: '', start: 0, end: 0 };
  // A block may begin inside a line; only what stands behind a line end surely begins one.
  let from = bytes.indexOf(0x0a) + 1;
  while (from > 0 && nextMarker(bytes, from, mark) && mark.start < limit) {
    from = mark.end;
    const line = nextFullLine(bytes, mark.end, bytes.length);
    if (mark.name === 'message' && bytes[line] === 0x7b) return { start: mark.start, behind: line + 1 };
  }
  return undefined;
}
