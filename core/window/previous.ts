import type { Message } from '../conversation.ts';
import type { Limits } from './limits.ts';
import type { Room } from './room.ts';
import type { Borders } from './view.ts';
import type { Previous, Slot, Window } from './window.ts';

/** Where a window that follows an earlier request starts from. */
export interface Start {
  readonly borders: Borders;
  /** How many messages the earlier request had. */
  readonly count: number;
  /** Old messages that were shown as written because they had no short form then. */
  readonly held: ReadonlySet<number>;
  readonly rungs: ReadonlyMap<number, number>;
  /** The hashes of the messages that were shown as one line. */
  readonly lined: ReadonlyMap<number, string>;
  /** The room that messages had; it stays theirs until the next step although the budget may have changed. */
  readonly room: Room;
  /** The account of what left that was shown, '' for none. */
  readonly earlier: string;
  /** Nothing is to be decided anew. */
  readonly fixed?: true;
}

/**
 * The borders of the last request in today's messages; undefined when they no longer fit each other (another policy, a
 * message taken out or put in between, all of them gone): then the turns are replayed. Linear.
 */
export function follow(previous: Previous, messages: readonly Message[], limits: Limits): Start | undefined {
  if (previous.policy !== limits.policy) return undefined;
  const { shown, borders } = previous;
  const at = standsAt(previous, messages);
  if (at === undefined) return undefined;
  const still = Math.min(shown.length, messages.length - at);
  const held = new Set<number>();
  const rungs = new Map<number, number>();
  const lined = new Map<number, string>();
  shown.slice(0, still).forEach((one, index) => {
    const { form, rung = 0 } = one;
    // of a window in memory a hash is made when it is read
    if (form === 'outline') lined.set(at + index, one.hash);
    if (form === 'waiting') held.add(at + index);
    if (rung > 0) rungs.set(at + index, rung);
  });
  return {
    borders: moved(borders, at - borders.left, messages.length),
    count: at + still,
    held,
    rungs,
    lined,
    earlier: previous.earlier,
    room: previous.room,
  };
}

/** What the next request has to know of this one. */
export function remembered(window: Window): Previous {
  const { borders, room, slots, limits, earlier } = window;
  const pinned = pinnedSlot(window);
  return {
    policy: limits.policy,
    borders,
    room,
    shown: slots.slice(borders.left),
    ...(pinned === undefined ? {} : { pinned }),
    earlier: earlier?.text ?? '',
  };
}

/** The person's message that is shown although those around it left; undefined when there is none. */
export function pinnedSlot({ slots, borders }: Window): Slot | undefined {
  const { pinned, left } = borders;
  return pinned >= 0 && pinned < left ? slots[pinned] : undefined;
}

/**
 * Where the messages that were shown begin today: at their own place, or at the only other one that has the first
 * one's id. A damaged file may hold an id more than once, so that an id alone names no message.
 */
function standsAt({ shown, borders, pinned }: Previous, messages: readonly Message[]): number | undefined {
  const own = borders.left;
  const first = shown[0]?.messageId;
  const has = (id: number) => (message: Message) => message.id === id;
  const fits = (at: number): boolean =>
    at <= messages.length &&
    (pinned === undefined || messages[borders.pinned + at - own]?.id === pinned.messageId) &&
    shown.every(
      ({ messageId }, index) => at + index >= messages.length || messages[at + index]?.id === messageId,
    );
  if (first === undefined) return own > 0 && fits(own) ? own : undefined;
  if (messages[own]?.id === first && fits(own)) return own;
  const at = messages.findIndex(has(first));
  return at >= 0 && at === messages.findLastIndex(has(first)) && fits(at) ? at : undefined;
}

function moved(borders: Borders, shift: number, length: number): Borders {
  const to = (index: number) => Math.min(Math.max(0, index + shift), length);
  return {
    left: to(borders.left),
    fold: to(borders.fold),
    verbatim: to(borders.verbatim),
    outputs: to(borders.outputs),
    pinned: borders.pinned < 0 ? -1 : borders.pinned + shift,
  };
}
