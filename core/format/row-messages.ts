import type { Compaction, Message, Part } from '../conversation.ts';
import { ChatvaultError } from '../error.ts';
import { readContents } from './contents.ts';
import { Same } from './lazy.ts';
import { asBuffer } from './lines.ts';
import { silent } from './problems.ts';
import { pageNumber, pageOf, type Row } from './row.ts';
import { type ReadBlock, sourceAt } from './source-at.ts';

/** The messages of these rows, each read with its neighbours when something of it is asked for that no row says. */
export function messagesOf(rows: readonly Row[], readBlock: ReadBlock): readonly Message[] {
  const pages = new Map<number, Page>();
  const read = (index: number): Page => {
    const number = pageNumber(rows[index]!);
    let page = pages.get(number);
    if (page === undefined) {
      page = readPage(rows, index, readBlock);
      pages.set(number, page);
    }
    return page;
  };
  const get = (index: number): Message => {
    const { from, messages } = read(index);
    return messages[index - from]!;
  };
  return rows.map((row, index) => unread(row, index, get));
}

/** Neighbouring messages as they were read. */
interface Page {
  readonly from: number;
  readonly messages: readonly Message[];
}

function readPage(rows: readonly Row[], index: number, readBlock: ReadBlock): Page {
  const { from, to } = pageOf(rows, index);
  const wanted = rows.slice(from, to);
  const { start } = wanted[0]!;
  const end = rows[to]?.start ?? wanted.at(-1)!.end;
  const source = sourceAt(readBlock, asBuffer(readBlock(start, end)), start);
  const { messages } = readContents(source, undefined, silent, undefined);
  if (messages.length !== wanted.length || wanted.some((row, at) => differs(row, messages[at]!)))
    throw new ChatvaultError('changed', 'the chat is not what its catalog says', 'Read it as a whole.');
  return { from, messages };
}

function differs(row: Row, { id, uid, role, createdAt, compaction }: Message): boolean {
  return (
    row.id !== id ||
    row.uid !== uid ||
    row.role !== role ||
    row.createdAt !== createdAt ||
    row.compacted !== (compaction !== undefined)
  );
}

function unread(row: Row, index: number, get: (index: number) => Message): Message {
  const { id, uid, role, createdAt } = row;
  const fields = uid === undefined ? { id, role, createdAt } : { id, role, createdAt, uid };
  const message = new Unread(fields, index, get);
  Object.defineProperty(message, 'parts', parts);
  if (row.compacted) Object.defineProperty(message, 'compaction', compaction);
  return Object.defineProperty(message, 'line', line) as unknown as Message;
}

/** Puts onto a plain object, where nobody sees it, how the rest of a message is read (see `Place` in lazy.ts). */
class Unread extends Same {
  readonly #index: number;
  readonly #get: (index: number) => Message;

  constructor(fields: object, index: number, get: (index: number) => Message) {
    super(fields);
    this.#index = index;
    this.#get = get;
  }

  static message(self: Unread): Message {
    return self.#get(self.#index);
  }
}

const parts = {
  enumerable: true,
  configurable: true,
  get(this: Unread): readonly Part[] {
    return Unread.message(this).parts;
  },
};
const compaction = {
  enumerable: true,
  configurable: true,
  get(this: Unread): Compaction | undefined {
    return Unread.message(this).compaction;
  },
};
const line = {
  enumerable: true,
  configurable: true,
  get(this: Unread): number {
    return Unread.message(this).line;
  },
};
