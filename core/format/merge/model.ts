import type { Message } from '../../conversation.ts';
import { hasByteOrderMark } from '../grammar.ts';
import { type Header, readHeader } from '../header.ts';
import { identities } from '../identity.ts';
import { type Reading, read } from '../parse.ts';
import type { PlacedMessage } from '../read-message.ts';
import { readShort, type Short } from './short.ts';

/** A chat as the merge sees it, all texts with LF: every byte of the file but the blank lines around its draft. */
export interface Model {
  readonly byteOrderMark: boolean;
  /** Front matter with its two lines, '' without. */
  readonly head: string;
  /**
   * Free text and blocks that are not understood, before and behind the note and before the first message; undefined
   * where no block stands behind it, because there such text is the draft, or no note between them.
   */
  readonly before: string | undefined;
  /** The lines of the note, '' without, and its text. */
  readonly note: string;
  readonly noteText: string;
  readonly between: string | undefined;
  readonly units: readonly Unit[];
  readonly accounts: readonly Account[];
  /** The text behind the last block without the blank lines around it. */
  readonly draft: string;
  /** Whether the file's last byte is a line end. */
  readonly finalLineEnd: boolean;
}

/** A message with what belongs to it. */
export interface Unit {
  readonly identity: string;
  readonly message: Message;
  readonly id: number;
  /** The id it had before a merge gave that to another. */
  readonly was?: number;
  /** The lines before the header line, the header, and what was said, up to where short forms stand. */
  readonly open: string;
  readonly header: Header;
  readonly headerLine: string;
  readonly said: string;
  /** From there to the end line. */
  readonly close: string;
  /** Everything that was said, without what a merge may change: id, was, uid. */
  readonly content: string;
  readonly shorts: readonly Short[];
  /** What stands between it and the next message; undefined when it was the last. */
  readonly trailing?: string;
}

/** An account and the messages it covers. */
export interface Account {
  readonly raw: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly createdAt: number;
  /** The units it covers, in their file. */
  readonly covers: readonly Unit[];
}

/** Reads LF bytes of valid UTF-8; undefined when they are no chat or hold a git conflict. No bytes are an empty chat. */
export function readModel(bytes: Buffer): Model | undefined {
  if (bytes.length === 0) return emptyModel;
  const reading = read(bytes);
  if (!reading.chat || reading.locked !== undefined) return undefined;
  const text = (from: number, to: number): string => bytes.toString('utf8', from, to);
  const names = new Map(zip(reading.messages, identities(reading.messages, reading.source)));
  const byFrame = new Map(reading.messages.map((placed) => [placed.frame, placed]));
  const accounts = new Map(reading.earlier.map((placed) => [placed.frame, placed]));
  const found = { head: '', before: '', note: '', between: '' };
  const units: { unit: Unit; trailing: string }[] = [];
  const last = reading.frames.at(-1);
  for (const frame of reading.frames) {
    const raw = text(frame.start, frame.end);
    const placed = byFrame.get(frame);
    if (frame.kind === 'front-matter') found.head = withoutMark(raw);
    else if (placed !== undefined)
      units.push({ unit: unitOf(placed, names.get(placed)!, bytes), trailing: '' });
    else if (frame === reading.note) found.note = raw;
    else if (frame === last && frame.kind === 'text') break;
    else if (accounts.has(frame) && frame.ended) continue;
    else if (units.length > 0) units.at(-1)!.trailing += raw;
    else if (found.note === '') found.before += frame.start === 0 ? withoutMark(raw) : raw;
    else found.between += raw;
  }
  const listed = units.map(({ unit, trailing }, index): Unit => {
    const silent = trailing === '' && index === units.length - 1;
    return silent ? unit : { ...unit, trailing };
  });
  return {
    byteOrderMark: hasByteOrderMark(bytes),
    ...found,
    before: units.length > 0 || found.note !== '' ? found.before : undefined,
    between: units.length > 0 && found.note !== '' ? found.between : undefined,
    noteText: reading.conversation.note ?? '',
    units: listed,
    accounts: accountsOf(reading, listed, text),
    draft: reading.conversation.draft ?? '',
    finalLineEnd: bytes.at(-1) === 0x0a,
  };
}

const emptyModel: Model = {
  byteOrderMark: false,
  head: '',
  before: undefined,
  note: '',
  noteText: '',
  between: undefined,
  units: [],
  accounts: [],
  draft: '',
  finalLineEnd: true,
};

function unitOf(placed: PlacedMessage, identity: string, bytes: Buffer): Unit {
  const { message, frame, compactions } = placed;
  const [block] = frame.blocks;
  const header = readHeader(bytes, block!)!;
  const last = frame.blocks.at(-1)!;
  const cut = compactions[0]?.start ?? (frame.ended ? last.start : frame.end);
  const text = (from: number, to: number): string => bytes.toString('utf8', from, to);
  let close = '';
  let from = cut;
  for (const one of compactions) {
    close += text(from, one.start);
    from = one.end;
  }
  close += text(from, frame.end);
  const said = text(block!.headerEnd, cut);
  const { id: _id, was, uid: _uid, ...rest } = header;
  return {
    identity,
    message,
    id: message.id,
    ...(typeof was === 'number' && Number.isSafeInteger(was) && was > 0 ? { was } : {}),
    open: text(frame.start, block!.headerStart),
    header,
    headerLine: text(block!.headerStart, block!.headerEnd),
    said,
    close,
    content: `${JSON.stringify(rest)}${withLineEnd(said + close)}`,
    shorts: compactions.map((one) => readShort(one, message.id, bytes)),
  };
}

function accountsOf(
  reading: Reading,
  units: readonly Unit[],
  text: (from: number, to: number) => string,
): Account[] {
  return reading.earlier
    .filter(({ frame }) => frame.ended)
    .map(({ earlier: { kind, from, to, createdAt }, frame }) => {
      const first = units.findIndex(({ id }) => id === from);
      const last = units.findLastIndex(({ id }) => id === to);
      const covers = first >= 0 && last >= first ? units.slice(first, last + 1) : [];
      return { raw: withLineEnd(text(frame.start, frame.end)), kind, from, to, createdAt, covers };
    });
}

/** A text with a line end at its end; an empty one stays so. */
export function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function zip<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  return left.map((value, index) => [value, right[index]!]);
}
