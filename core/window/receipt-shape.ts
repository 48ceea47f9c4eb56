import type { Dialect, Limits } from './limits.ts';
import type { PromptTokens } from './prompt-tokens.ts';
import type { Surround } from './surround.ts';
import type { Previous, Shown, Window } from './window.ts';

/**
 * What was sent and why, as plain JSON: for people, for the next request (it is a `Previous`), and to make the same
 * request again from the file.
 */
export interface Receipt extends Previous {
  readonly version: 1;
  readonly sessionId: string;
  readonly dialect: Dialect;
  readonly limits: Limits;
  readonly shown: readonly ReceiptSlot[];
  readonly pinned?: ReceiptSlot;
  readonly gap?: Window['gap'];
  /** Of the history, by the estimate. */
  readonly tokens: number;
  /** Of the whole request, by the estimate. */
  readonly prompt?: PromptTokens;
  readonly note?: string;
  readonly around: Pick<Surround, 'identity' | 'tools' | 'recalled' | 'state'> & {
    readonly redacted: boolean;
    readonly nameless?: true;
  };
  /** Something is not shown word for word, and the instructions say how to look it up. */
  readonly incomplete?: true;
  /** The messages that the account of what left tells of. */
  readonly account?: { readonly from: number; readonly to: number };
  /** What changes each turn, where it stands in the history (dialect `clara`): before which of `shown`, -1 for `pinned`. */
  readonly behind?: { readonly at: number; readonly hash: string };
  /** SHA-256 of the request as JSON. */
  readonly request: string;
  /** What it shares with the request before. */
  readonly since?: Since;
  /** What the person should know, e.g. that the server may have cut the prompt. */
  readonly alarms: readonly string[];
  /** Whom the request was made for, where its maker says so. */
  readonly asked?: Asked;
}

/** What a request shares with the one before it. */
export interface Since {
  /** Messages that stand unchanged at the beginning of the history, and their tokens. */
  readonly messages: number;
  readonly tokens: number;
  /** Why not all of the last request could be shared; missing when all was. */
  readonly broke?: string;
}

/** Whom a request was made for. */
export interface Asked {
  /** The session's id, or the chat's path where it has none. */
  readonly chat: string;
  /** The window of the model, in tokens. */
  readonly window: number;
  /** The name of the model, '' where it is not known. */
  readonly model: string;
  /** How often the request was sent again after a refusal. */
  readonly resent: number;
}

export interface ReceiptSlot extends Shown {
  readonly why: string;
  readonly tokens: number;
  /** It had not ended. */
  readonly open?: true;
  /** At least one of its tool outputs is shown, whole or cut. */
  readonly outputs?: true;
  /** It had no date: a draft, or a message that was written without one. */
  readonly undated?: true;
}
