import { createHash } from 'node:crypto';
import type { NewMessage } from '../format/print.ts';
import type { Imported, ImportedMessage } from './imported.ts';

/** What an import adds to a chat file, and what of it was there. */
export interface Additions {
  readonly messages: readonly NewMessage[];
  /** Messages of the source that the file already holds, whatever a person made of them since. */
  readonly known: number;
  /**
   * Messages of the source that stand before the last known one and are not in the file: deleted by a person, or not readable
   * at the time. They are added only when asked for.
   */
  readonly missing: number;
}

/** What must be known of the file: the uids and ids of its messages. */
export interface Present {
  readonly uids: ReadonlySet<string>;
  /** The highest message id in the file; 0 for a new one. */
  readonly lastId: number;
  /** Adds what is missing too, behind the rest. */
  readonly wantsMissing?: boolean;
}

/**
 * The messages of an import that a file does not have yet, numbered behind its last one.
 *
 * Who a message is stands in its uid, which is made from where it came from: the first eight characters from conversation and
 * message, the last four from the range of its parts. So two clones that import the same session write the same bytes, a second
 * import adds only what is new, and what a person changed or deleted is left alone. Parts that came to a known message since
 * (a result that was still out) become a message of their own.
 */
export function additions(imported: Imported, present: Present): Additions {
  const pieces = new Map<string, number>();
  for (const uid of present.uids) {
    const mark = uid.slice(0, headLength);
    pieces.set(mark, (pieces.get(mark) ?? 0) + 1);
  }
  const marks = imported.messages.map((message) => head(imported, message));
  const lastKnown = marks.findLastIndex((mark) => pieces.has(mark));
  const messages: NewMessage[] = [];
  let known = 0;
  let missing = 0;
  for (const [index, message] of imported.messages.entries()) {
    const mark = marks[index]!;
    if (pieces.has(mark)) known += 1;
    else if (index < lastKnown) {
      missing += 1;
      if (present.wantsMissing !== true) continue;
    }
    const from = partsPresent(mark, message.parts.length, pieces.get(mark) ?? 0, present.uids);
    if (from === message.parts.length) continue;
    messages.push({
      id: present.lastId + messages.length + 1,
      uid: mark + tail(mark, from, message.parts.length),
      role: message.role,
      createdAt: message.createdAt,
      parts: message.parts.slice(from),
    });
  }
  return { messages, known, missing };
}

/** Twelve lower-case base-32 characters that say who a message is; 8 for the message, 4 for the parts it was written with. */
const headLength = 8;

function head({ kind, id }: Imported, { key }: ImportedMessage): string {
  return base32(JSON.stringify([kind, id, key])).slice(0, headLength);
}

function tail(mark: string, from: number, to: number): string {
  return base32(JSON.stringify([mark, from, to])).slice(0, 12 - headLength);
}

/**
 * How many of a known message's first parts the file was given, in one or several pieces. When a piece fits nowhere
 * (the file was made from a longer export), all of them.
 */
function partsPresent(mark: string, count: number, pieces: number, uids: ReadonlySet<string>): number {
  let from = 0;
  for (let left = pieces; left > 0; left -= 1) {
    let to = count;
    while (to > from && !uids.has(mark + tail(mark, from, to))) to -= 1;
    if (to === from) return count;
    from = to;
  }
  return from;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first 60 bits of the SHA-256 of a text, five a character. */
function base32(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length: 12 }, (_, index) => {
    const bit = index * 5;
    const pair = (bytes[bit >> 3]! << 8) | bytes[(bit >> 3) + 1]!;
    return alphabet[(pair >> (11 - (bit & 7))) & 31];
  }).join('');
}
