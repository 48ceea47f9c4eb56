import type { Compaction } from '../conversation.ts';
import type { NewEarlier, NewMessage } from './print.ts';
import type { Splice } from './splice.ts';

/** A change, in words that stay true when the file has changed meanwhile: messages go by id and source, never by offset. */
export type Edit =
  | {
      /** Puts a short form into a message, in place of the one that stands there. */
      readonly kind: 'compact';
      readonly messageId: number;
      /** The source hash of the words it was made from; when the message says something else by now, nothing is done. */
      readonly source: string;
      readonly compaction: Compaction;
    }
  | {
      /** Takes short forms out: of one message, pinned and foreign ones too; or, without an id, all that we wrote, and the accounts. */
      readonly kind: 'uncompact';
      readonly messageId?: number;
      /** What stood there before we replaced it, byte for byte; the first of a message's id is put back. */
      readonly restore?: readonly Replaced[];
    }
  | {
      /** Adds messages behind the last block and before the draft. An id that is taken becomes the next free one. */
      readonly kind: 'append';
      readonly messages: readonly NewMessage[];
    }
  | { readonly kind: 'note'; readonly text: string }
  | {
      /** Turns the draft into a message; its text part must be the draft as the file has it. */
      readonly kind: 'send-draft';
      readonly message: NewMessage;
    }
  | {
      /** Puts an account behind the last message it covers, in place of the ones it replaces. */
      readonly kind: 'earlier';
      readonly earlier: NewEarlier;
      readonly replaces?: readonly Span[];
    }
  | { readonly kind: 'drop-earlier'; readonly spans: readonly Span[] };

/** Which account: its kind, and the ids of the first and last message it covers. */
export interface Span {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What became of an Edit. done: the splices do it. same: it already stands there. stale: the message says something
 * else by now. gone: no such message or draft. blocked: a problem in the message or file forbids it. pinned: a person
 * wrote the short form that stands there.
 */
export type Outcome = 'done' | 'stale' | 'gone' | 'blocked' | 'same' | 'pinned';

/** Bytes that an edit takes out and that we had not written: to be backed up before the splices are applied. */
export interface Replaced {
  readonly messageId: number;
  readonly bytes: Uint8Array;
}

/** Edits as changes of bytes. */
export interface Edited {
  /** In order, not overlapping. */
  readonly splices: readonly Splice[];
  /** One for each edit, in their order. */
  readonly outcomes: readonly Outcome[];
  readonly replaced: readonly Replaced[];
  /** The ids that appended messages were given, in order. */
  readonly ids: readonly number[];
}
