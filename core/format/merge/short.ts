import type { Compaction } from '../../conversation.ts';
import { sha256 } from '../../text/hash.ts';
import { type Header, readHeader } from '../header.ts';
import type { PlacedCompaction } from '../read-message.ts';
import { byCodeUnits, mergeSets } from './variants.ts';

/** A short form as it stands in a file. */
export interface Short {
  readonly compaction: Compaction;
  readonly header: Header;
  readonly headerLine: string;
  /** The lines around the header line, cut where a marker's body begins and ends: every second piece is such a body. */
  readonly pieces: readonly string[];
  /** The id of the message it stands in, when its header names that one. */
  readonly own: number | undefined;
  /** What it says whatever the id of its message: equal in all clones. */
  readonly name: string;
  /** Written or changed by a person: pinned, foreign, or with other words than its hash says. Never lost. */
  readonly personal: boolean;
}

/** A compaction of the message with this id. */
export function readShort(placed: PlacedCompaction, messageId: number, bytes: Buffer): Short {
  const { compaction, head, segments, end } = placed;
  const header = readHeader(bytes, head)!;
  const own = header.messageId === messageId ? messageId : undefined;
  const pieces: string[] = [];
  let from = head.headerEnd;
  for (const [index, segment] of segments.entries()) {
    if (compaction.segments[index]?.type !== 'marker') continue;
    pieces.push(
      bytes.toString('utf8', from, segment.bodyStart),
      bytes.toString('utf8', segment.bodyStart, segment.bodyEnd),
    );
    from = segment.bodyEnd;
  }
  pieces.push(bytes.toString('utf8', from, end));
  const untouched = compaction.text !== '' && compaction.text === sha256(texts(compaction.segments));
  const short = {
    compaction,
    header,
    headerLine: bytes.toString('utf8', head.headerStart, head.headerEnd),
    pieces: [bytes.toString('utf8', head.start, head.headerStart), ...pieces],
    own,
    personal: compaction.pinned === true || !untouched,
  };
  return { ...short, name: printShort({ ...short, name: '' }, 0) };
}

/** A short form as it stands in a message with this id: what cites the old id follows. */
export function printShort(short: Short, id: number): string {
  const { own, pieces, header, headerLine, compaction } = short;
  const [before, ...rest] = pieces;
  if (own === undefined || own === id) return before + headerLine + rest.join('');
  const follow = (text: string): string => text.replaceAll(`message:${own}:result:`, `message:${id}:result:`);
  const moved = rest.map((piece, index) => (index % 2 === 1 ? follow(piece) : piece));
  const segments = compaction.segments.map(({ type, text }) => ({
    text: type === 'marker' ? follow(text) : text,
  }));
  const old = sha256(texts(compaction.segments));
  const text = compaction.text === old ? { text: sha256(texts(segments)) } : {};
  return before + JSON.stringify({ ...header, messageId: id, ...text }) + moved.join('');
}

/** Whether it was made from words with this source, for the message it stands in. */
export function fits({ own, compaction }: Short, source: string): boolean {
  return own !== undefined && compaction.source === source;
}

/** The short forms that are left on three sides, each once. */
export function mergeShorts(
  base: readonly Short[],
  ours: readonly Short[],
  theirs: readonly Short[],
): Short[] {
  const byName = new Map([...base, ...ours, ...theirs].map((short) => [short.name, short]));
  const [before, left, right] = [base, ours, theirs].map((shorts) => shorts.map(({ name }) => name));
  return mergeSets(before!, left!, right!).map((name) => byName.get(name)!);
}

/**
 * Those of a message's short forms that stay, best first: every one that a person has a hand in, and one of ours when
 * there is none of a person's that is used. A stale one goes when a fresh one exists; of two fresh ones stays the one
 * with the earlier createdAt, then the smaller text. `source` is that of the message's words.
 */
export function chooseShorts(shorts: readonly Short[], source: string): Short[] {
  const rank = (short: Short): number =>
    (short.compaction.pinned === true ? 0 : 4) + (fits(short, source) ? 0 : 2) + (short.personal ? 0 : 1);
  const sorted = [...shorts].sort(
    (a, b) =>
      rank(a) - rank(b) || a.compaction.createdAt - b.compaction.createdAt || byCodeUnits(a.name, b.name),
  );
  const used = sorted.find((short) => !short.personal || fits(short, source));
  return sorted.filter((short) => short.personal || short === used);
}

function texts(segments: readonly { readonly text: string }[]): string {
  return segments.map((segment) => segment.text).join('\n');
}
