import type { Conversation, Message } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { assembleAs } from './assemble.ts';
import type { Dialect, Limits } from './limits.ts';
import { type PromptTokens, promptTokens } from './prompt-tokens.ts';
import { type Request, request } from './request.ts';
import type { Surround } from './surround.ts';
import type { Form, Previous, Shown, Window } from './window.ts';

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
  /** SHA-256 of the request as JSON. */
  readonly request: string;
  /** What it shares with the request before. */
  readonly since?: Since;
  /** What the person should know, e.g. that the server may have cut the prompt. */
  readonly alarms: readonly string[];
  /** Whom the request was made for, where its maker says so. */
  readonly asked?: Asked;
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
}

export interface Since {
  /** Messages that stand unchanged at the beginning of the history, and their tokens. */
  readonly messages: number;
  readonly tokens: number;
  /** Why not all of the last request could be shared; missing when all was. */
  readonly broke?: string;
}

/** The receipt of a request that was made from this window. `before` is the receipt of the request before it. */
export function receipt(
  window: Window,
  dialect: Dialect,
  surround: Surround,
  before?: Receipt,
  alarms: readonly string[] = [],
): Receipt {
  const { identity, tools, recalled, state, nameless } = surround;
  const written = request(window, dialect, surround);
  const shown = window.slots.slice(window.borders.left).map(
    ({ messageId, form, why, tokens, hash, rung = 0 }): ReceiptSlot => ({
      messageId,
      form,
      why,
      tokens,
      hash,
      ...(rung > 0 ? { rung } : {}),
    }),
  );
  const made = {
    version: 1 as const,
    sessionId: window.sessionId,
    dialect,
    policy: window.limits.policy,
    limits: window.limits,
    borders: window.borders,
    room: window.room,
    shown,
    ...(window.gap === undefined ? {} : { gap: window.gap }),
    earlier: window.earlier?.text ?? '',
    tokens: window.tokens,
    prompt: promptTokens(written),
    ...(window.note === undefined ? {} : { note: window.note }),
    around: {
      identity,
      tools: window.incomplete ? tools : [],
      recalled,
      state,
      redacted: surround.redact !== undefined,
      ...(nameless === true ? { nameless } : {}),
    },
    request: sha256(JSON.stringify(written)),
    alarms,
  };
  return before === undefined ? made : { ...made, since: since(before, made) };
}

/**
 * The request that a receipt is about, made again from today's file; undefined when the file no longer holds what was
 * sent (a message was edited or taken out, a short form replaced). `redact` as it was then.
 */
export function rebuild(
  conversation: Conversation,
  made: Receipt,
  redact?: (text: string) => string,
): Request | undefined {
  const messages = until(conversation, made);
  if (messages === undefined) return undefined;
  const { draft: _, note: __, ...rest } = conversation;
  const then: Conversation = { ...rest, messages, ...(made.note === undefined ? {} : { note: made.note }) };
  const window = assembleAs(then, made.limits, made);
  if (window === undefined) return undefined;
  const surround: Surround = {
    ...made.around,
    ...(made.around.redacted && redact !== undefined ? { redact } : {}),
  };
  const again = request(window, made.dialect, surround);
  return sha256(JSON.stringify(again)) === made.request ? again : undefined;
}

/** The messages up to the newest one of the receipt; a draft that was sent since then loses the date it got. */
function until({ messages, draft }: Conversation, { shown }: Receipt): readonly Message[] | undefined {
  const last = shown.at(-1)?.messageId;
  if (last === undefined) return [];
  const at = messages.findLastIndex(({ id }) => id === last);
  if (at >= 0) return messages.slice(0, at + 1);
  if (draft === undefined || messages.some(({ id }) => id > last)) return undefined;
  return [
    ...messages,
    { id: last, role: 'user', createdAt: '', parts: [{ type: 'text', text: draft }], line: 0 },
  ];
}

type Made = Omit<Receipt, 'since'>;

function since(before: Receipt, now: Made): Since {
  if (JSON.stringify(before.around.identity) !== JSON.stringify(now.around.identity))
    return { messages: 0, tokens: 0, broke: 'the instructions before the history changed' };
  if (JSON.stringify(before.around.tools) !== JSON.stringify(now.around.tools))
    return { messages: 0, tokens: 0, broke: 'the tools that are offered changed' };
  if (before.dialect !== now.dialect) return { messages: 0, tokens: 0, broke: 'the dialect changed' };
  if (before.borders.left !== now.borders.left || before.earlier !== now.earlier)
    return { messages: 0, tokens: 0, broke: 'the oldest messages left the window' };
  let tokens = 0;
  for (const [index, was] of before.shown.entries()) {
    const is = now.shown[index];
    if (is?.hash !== was.hash || is.messageId !== was.messageId)
      return { messages: index, tokens, broke: reason(was, is) };
    tokens += is.tokens;
  }
  return { messages: before.shown.length, tokens };
}

function reason(was: ReceiptSlot, is: ReceiptSlot | undefined): string {
  const which = `message ${was.messageId}`;
  if (is === undefined || is.messageId !== was.messageId) return `${which} is no longer where it was`;
  if (is.form !== was.form) return `${which} was ${names[was.form]} and is ${names[is.form]} now (${is.why})`;
  if (is.form === 'shortened') return `the short form of ${which} was made anew`;
  return `${which} was edited`;
}

const names: Readonly<Record<Form, string>> = {
  verbatim: 'word for word',
  short: 'as written',
  waiting: 'as written',
  shortened: 'shortened',
  outline: 'one line',
  left: 'left out',
};
