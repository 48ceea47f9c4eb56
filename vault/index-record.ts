import type { Language, Vocabulary } from '../core/index.ts';
import type { Snapshot } from './read.ts';
import type { Stamp } from './write/disk.ts';

/** What the search index knows of one Markdown file of the vault. */
export interface FileRecord {
  readonly path: string;
  /** What the file looked like when it was read; another stamp means: read it again. */
  readonly stamp: string;
  /** False for a note that is no chat: it is remembered so that it is not read again. */
  readonly chat: boolean;
  /** Absent where the chat names none. */
  readonly sessionId?: string;
  readonly title?: string;
  /** ISO 8601 of the last message, as written. */
  readonly date?: string;
  readonly messages: number;
  readonly languages: readonly Language[];
}

/** One file as it is put into the index. */
export interface Entry {
  readonly record: FileRecord;
  readonly terms: Vocabulary['terms'];
}

/** A stamp as text: size, inode, and both times that a save changes. */
export function stampText({ size, ino, mtimeNs, ctimeNs }: Stamp): string {
  return `${size}.${ino}.${mtimeNs}.${ctimeNs}`;
}

/** The record of a chat as it was read. */
export function recordOf(
  { path, stamp, conversation }: Snapshot,
  words: Omit<Vocabulary, 'terms'>,
): FileRecord {
  const { sessionId, title } = conversation.meta;
  const date = conversation.messages.at(-1)?.createdAt;
  return {
    ...{ path, stamp: stampText(stamp), chat: true },
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(title === undefined ? {} : { title }),
    ...(date === undefined || date === '' ? {} : { date }),
    ...{ messages: words.messages, languages: words.languages },
  };
}
