import type { Conversation, Message } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { assembleAs } from './assemble.ts';
import { behindIndex } from './dialects/clara.ts';
import type { Dialect } from './limits.ts';
import { pinnedSlot } from './previous.ts';
import { promptTokens } from './prompt-tokens.ts';
import type { Receipt, ReceiptSlot, Since } from './receipt-shape.ts';
import { type Request, request } from './request.ts';
import { type Showing, since } from './since.ts';
import type { Surround } from './surround.ts';
import type { Slot, Window } from './window.ts';

export type { Asked, Receipt, ReceiptSlot, Since } from './receipt-shape.ts';

/** The receipt of a request that was made from this window. `before` is the receipt of the request before it. */
export function receipt(
  window: Window,
  dialect: Dialect,
  surround: Surround,
  before?: Receipt,
  alarms: readonly string[] = [],
): Receipt {
  const written = request(window, dialect, surround);
  const made = {
    ...shownIn(window, dialect, surround),
    prompt: promptTokens(written),
    request: sha256(JSON.stringify(written)),
    alarms,
  };
  return before === undefined ? made : { ...made, since: since(before, made) };
}

/** What a request made from this window would share with the one before it; nothing is written down for it. */
export function sinceThen(window: Window, dialect: Dialect, surround: Surround, before: Receipt): Since {
  return since(before, shownIn(window, dialect, surround));
}

/** What a receipt says of what is shown. */
function shownIn(window: Window, dialect: Dialect, surround: Surround): Showing {
  const { identity, tools, recalled, state, nameless } = surround;
  const pinned = pinnedSlot(window);
  return {
    version: 1 as const,
    sessionId: window.sessionId,
    dialect,
    policy: window.limits.policy,
    limits: window.limits,
    borders: window.borders,
    room: window.room,
    shown: window.slots.slice(window.borders.left).map(receiptSlot),
    ...(pinned === undefined ? {} : { pinned: receiptSlot(pinned) }),
    ...(window.gap === undefined ? {} : { gap: window.gap }),
    ...earlierOf(window),
    ...(window.incomplete ? { incomplete: true as const } : {}),
    ...(dialect === 'clara' ? behindOf(window, surround) : {}),
    tokens: window.tokens,
    ...(window.note === undefined ? {} : { note: window.note }),
    around: {
      identity,
      tools: window.incomplete ? tools : [],
      recalled,
      state,
      redacted: surround.redact !== undefined,
      ...(nameless === true ? { nameless } : {}),
    },
  };
}

function receiptSlot(slot: Slot): ReceiptSlot {
  const { messageId, form, why, tokens, hash, rung = 0, open, createdAt } = slot;
  const outputs = slot.pieces.some((piece) => piece.kind === 'result' && piece.output !== undefined);
  return {
    messageId,
    form,
    why,
    tokens,
    hash,
    ...(rung > 0 ? { rung } : {}),
    ...(open === true ? { open } : {}),
    ...(outputs ? { outputs } : {}),
    ...(createdAt === '' ? { undated: true } : {}),
  };
}

function earlierOf({ earlier }: Window): Pick<Receipt, 'earlier' | 'account'> {
  if (earlier === undefined) return { earlier: '' };
  const { text, from, to } = earlier;
  return { earlier: text, account: { from, to } };
}

function behindOf(window: Window, { recalled, state }: Surround): Pick<Receipt, 'behind'> {
  const { note = '' } = window;
  const at = behindIndex(window);
  if (at < 0 || (note === '' && recalled.length + state.length === 0)) return {};
  const hash = sha256(JSON.stringify([note, recalled, state]));
  return { behind: { at: Math.max(-1, at - window.borders.left), hash } };
}

/**
 * The request that a receipt is about, made again from today's file; undefined when the file no longer holds what was
 * sent (a message was edited or taken out, a short form replaced). `then` is what the receipt does not keep: how secrets
 * were taken out and pictures read.
 */
export function rebuild(
  conversation: Conversation,
  made: Receipt,
  then: Pick<Surround, 'redact' | 'picture'> = {},
): Request | undefined {
  const { redact, picture } = then;
  const surround: Surround = {
    ...made.around,
    ...(made.around.redacted && redact !== undefined ? { redact } : {}),
    ...(picture === undefined ? {} : { picture }),
  };
  const { draft: _, note: __, ...rest } = conversation;
  const note = made.note === undefined ? {} : { note: made.note };
  for (const messages of asThen(conversation, made)) {
    const window = assembleAs({ ...rest, ...note, messages }, made.limits, made);
    if (window === undefined) continue;
    const again = request(window, made.dialect, surround);
    if (sha256(JSON.stringify(again)) === made.request) return again;
  }
  return undefined;
}

/** The messages up to the newest one of the receipt, as they may have been: one that was a draft had no date. */
function asThen(conversation: Conversation, made: Receipt): readonly (readonly Message[])[] {
  const messages = until(conversation, made);
  const newest = messages?.at(-1);
  if (messages === undefined || newest === undefined) return messages === undefined ? [] : [messages];
  if (made.shown.at(-1)?.undated !== true || newest.createdAt === '') return [messages];
  return [[...messages.slice(0, -1), { ...newest, createdAt: '' }]];
}

/** The newest message is at its own place, or it is the only other one that has its id; or it is the draft. */
function until(
  { messages, draft }: Conversation,
  { shown, borders }: Receipt,
): readonly Message[] | undefined {
  const count = borders.left + shown.length;
  const last = shown.at(-1)?.messageId;
  if (last === undefined || messages[count - 1]?.id === last) return messages.slice(0, count);
  const at = messages.findIndex(({ id }) => id === last);
  if (at >= 0)
    return messages.findLastIndex(({ id }) => id === last) === at ? messages.slice(0, at + 1) : undefined;
  if (draft === undefined || messages.some(({ id }) => id > last)) return undefined;
  return [
    ...messages,
    { id: last, role: 'user', createdAt: '', parts: [{ type: 'text', text: draft }], line: 0 },
  ];
}
