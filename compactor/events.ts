import type { RefusalReason, SkipReason } from '../core/index.ts';

/** What the compactor tells while it works: values, not sentences. Whoever listens decides what to print. */
export type CompactorEvent =
  | ChatRead
  | Accepted
  | Refused
  | Failed
  /** The exact count of its words says that it is short, although it was told as eligible. */
  | { readonly type: 'short'; readonly path: string; readonly messageId: number }
  /** A chat went away before it was read. */
  | { readonly type: 'gone'; readonly path: string }
  | { readonly type: 'asking'; readonly path: string; readonly messageId: number }
  /** Summaries went into a chat, in one write. */
  | { readonly type: 'written'; readonly path: string; readonly messages: number }
  /** A chat was not written to now: it is tried again later (`later`), or its summaries stay in the cache. */
  | { readonly type: 'left'; readonly path: string; readonly why: string; readonly later: boolean }
  /** A message that failed too often is left alone: until it changes, or for a while when the endpoint was the reason. */
  | { readonly type: 'parked'; readonly path: string; readonly messageId: number; readonly text: string }
  /** An account of what left the window stands in its chat now. */
  | {
      readonly type: 'account';
      readonly path: string;
      readonly kind: string;
      readonly from: number;
      readonly to: number;
      readonly pieces: number;
    }
  /** An account could not be made: `needs-model`, `endpoint`, or why a reply was refused; tried again after more messages. */
  | { readonly type: 'account-left'; readonly path: string; readonly why: string; readonly text: string }
  /** The endpoint is left alone for a while, in milliseconds. */
  | { readonly type: 'endpoint-failing'; readonly text: string; readonly pause: number }
  | { readonly type: 'endpoint-back' }
  /** The assistant is replying: no model call is started until it has finished. */
  | { readonly type: 'waiting-for-assistant' }
  | { readonly type: 'watching'; readonly chats: number; readonly mode: 'events' | 'polling' }
  | { readonly type: 'watcher-failing'; readonly text: string }
  | { readonly type: 'stopping' };

/** A chat was read and what it needs is known. */
export interface ChatRead {
  readonly type: 'chat';
  readonly path: string;
  readonly messages: number;
  /** Messages that want a short form, those answered from the cache included. */
  readonly eligible: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

export interface Accepted {
  readonly type: 'accepted';
  readonly path: string;
  readonly messageId: number;
  readonly method: string;
  /** Characters (code points) that the short form saves. */
  readonly saved: number;
  /** It was made earlier, for the same words and recipe. */
  readonly cached: boolean;
}

export interface Refused {
  readonly type: 'refused';
  readonly path: string;
  readonly messageId: number;
  /** `declined`: the person did not want it. */
  readonly reason: RefusalReason | 'declined' | (string & {});
  readonly detail: string;
  /** It was refused earlier, for the same words and recipe; nobody was asked. */
  readonly known: boolean;
}

/** A try that came to nothing; `last` when the message is given up. */
export interface Failed {
  readonly type: 'failed';
  readonly path: string;
  readonly messageId: number;
  readonly text: string;
  readonly last: boolean;
}

/** Hears events, synchronously and in order. What it throws is a bug of the listener and ends the run. */
export type Listener = (event: CompactorEvent) => void;
