import type { Conversation, Message } from '../conversation.ts';
import { type Counted, count } from './count.ts';
import { accountOf, accountRoom, accounts } from './earlier.ts';
import type { Limits } from './limits.ts';
import { plan } from './plan.ts';
import { follow, type Start } from './previous.ts';
import { withIds } from './room.ts';
import { slot } from './slot.ts';
import { type Borders, frontLines, openBorders } from './view.ts';
import type { Previous, Slot, Window } from './window.ts';

/** What a caller has kept of a chat's messages, by index (a catalog); a message of which it has nothing is read. */
export interface Kept {
  /** What the message costs (`countMessage`). */
  readonly counted: (index: number) => Counted | undefined;
  /** The line that stands for it when it is told as one (`outline`). */
  readonly outline: (index: number) => string | undefined;
}

/** Every message is read and counted. */
export const nothingKept: Kept = { counted: () => undefined, outline: () => undefined };

/**
 * What a model sees of a chat within these limits. Pure: the same arguments give the same window. Linear in the number
 * of messages; only messages that are shown are read when `kept` has the others.
 *
 * `previous` is what the last request of this chat and model showed: its borders are followed, and no message it
 * showed changes form or words outside a step. Without it, or when the file no longer fits it, the borders are those
 * of a chat in which every turn was a request. A draft at the end of the file is the newest user message.
 */
export function assemble(
  conversation: Conversation,
  limits: Limits,
  previous?: Previous,
  kept: Kept = nothingKept,
): Window {
  const messages = withDraft(conversation);
  const remembers = previous !== undefined && limits.policy !== 'sliding';
  const start = remembers ? follow(previous, messages, limits) : undefined;
  const within = withIds(limits, conversation.meta.sessionId ?? '', messages);
  return written(conversation, messages, within, kept, start);
}

/** The window exactly as `previous` had it, nothing moved; undefined when the messages are no longer those. */
export function assembleAs(
  conversation: Conversation,
  limits: Limits,
  previous: Previous,
): Window | undefined {
  const { messages } = conversation;
  const start =
    follow(previous, messages, limits) ??
    (messages.length === 0 && previous.borders.left === 0 ? { ...noStart, room: previous.room } : undefined);
  return start === undefined
    ? undefined
    : written(conversation, messages, limits, nothingKept, { ...start, fixed: true });
}

const noStart: Omit<Start, 'room'> = {
  borders: openBorders,
  count: 0,
  held: new Set(),
  rungs: new Map(),
  lined: new Map(),
  earlier: '',
};

function written(
  conversation: Conversation,
  messages: readonly Message[],
  limits: Limits,
  kept: Kept,
  start: Start | undefined,
): Window {
  const rows: (Counted | undefined)[] = [];
  const counted = (index: number): Counted => {
    rows[index] ??= kept.counted(index) ?? count(messages[index] as Message);
    return rows[index];
  };
  const list = accounts(conversation);
  const front = accountRoom(list, limits.budget);
  const planned = plan(messages, counted, limits, front, start);
  const held = planned.moved ? undefined : start?.earlier;
  const earlier = accountOf(list, planned.borders, front, held);
  const beside = frontLines({ limits }, planned.borders) + (earlier === undefined ? 0 : front);
  const lines = { kept: kept.outline, shown: planned.moved ? undefined : start?.lined };
  const slots = messages.map((message, index) => slot(message, index, planned, lines));
  return {
    sessionId: conversation.meta.sessionId ?? '',
    limits,
    slots,
    borders: planned.borders,
    room: planned.room,
    tokens: slots.reduce((sum, { tokens }) => sum + tokens, beside),
    moved: planned.moved,
    ...edges(slots, planned.borders),
    ...(earlier === undefined ? {} : { earlier }),
    ...(conversation.note === undefined ? {} : { note: conversation.note }),
  };
}

/** The chat's messages, and its draft as one more from the person, numbered on from the highest id. */
function withDraft({ messages, draft }: Conversation): readonly Message[] {
  if (draft === undefined || draft === '') return messages;
  const id = messages.reduce((highest, message) => Math.max(highest, message.id), 0) + 1;
  return [...messages, { id, role: 'user', createdAt: '', parts: [{ type: 'text', text: draft }], line: 0 }];
}

function edges(slots: readonly Slot[], borders: Borders): Pick<Window, 'gap' | 'incomplete'> {
  const left = slots.slice(0, borders.left);
  const first = left[0];
  const last = left.at(-1);
  return {
    ...(first === undefined || last === undefined
      ? {}
      : { gap: { from: first.messageId, to: last.messageId, count: left.length } }),
    incomplete: slots.some(({ whole }) => !whole),
  };
}
