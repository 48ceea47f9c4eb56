import type { Receipt, ReceiptSlot, Since } from './receipt-shape.ts';
import type { Form } from './window.ts';

/** What a receipt says of what is shown. */
export type Showing = Omit<Receipt, 'since' | 'prompt' | 'request' | 'alarms' | 'asked'>;

/**
 * What a request shares with the one before it, by their receipts. The messages counted stand in both with the same
 * bytes and nothing else before or between them; `broke` names the first thing that does not, as it was seen to change.
 */
export function since(before: Receipt, now: Showing): Since {
  const front = brokenFront(before, now);
  if (front !== undefined) return { messages: 0, tokens: 0, broke: front };
  const then = entries(before);
  const today = entries(now);
  let messages = 0;
  let tokens = 0;
  for (const [index, was] of then.entries()) {
    const is = today[index];
    if (is?.key !== was.key) {
      const broke = reason({ was, is, next: then[index + 1]?.slot }, before, now);
      return { messages, tokens, broke };
    }
    if (is.slot === undefined) continue;
    messages++;
    tokens += is.slot.tokens;
  }
  return { messages, tokens };
}

/** What stands before the first message, in the order of a request. */
function brokenFront(before: Receipt, now: Showing): string | undefined {
  if (before.dialect !== now.dialect) return 'the dialect changed';
  if (differ(before.around.identity, now.around.identity))
    return 'the instructions before the history changed';
  if (differ(before.around.tools, now.around.tools)) return 'the tools that are offered changed';
  if (before.incomplete !== now.incomplete)
    return now.incomplete === true
      ? 'something is not shown word for word now, and the instructions say so'
      : 'everything is shown word for word again, and the instructions no longer say how to look things up';
  if (before.around.redacted !== now.around.redacted)
    return now.around.redacted ? 'secrets are taken out now' : 'secrets are no longer taken out';
  if (now.dialect === 'clara') {
    if (before.around.nameless !== now.around.nameless)
      return `the runtime records ${now.around.nameless === true ? 'have no name any more' : 'have their name again'}`;
    if (idOf(before) !== idOf(now)) return 'the id of the session in the headers changed';
  }
  return brokenGap(before, now) ?? brokenAccount(before, now);
}

/** The id of the session as it stands in each header; '' where it does not. */
function idOf({ limits, sessionId }: Showing): string {
  return limits.session === undefined ? '' : sessionId;
}

/** What the line says of messages that are not shown. */
function brokenGap(before: Receipt, now: Showing): string | undefined {
  const [was, is] = [before.gap, now.gap];
  if (was?.from === is?.from && was?.to === is?.to) return undefined;
  if (before.shown.length > 0 && before.shown[0]?.messageId === now.shown[0]?.messageId)
    return 'messages that are not shown were taken out of the chat or put into it';
  const what =
    (is?.count ?? 0) < (was?.count ?? 0)
      ? 'messages that had left are in the window again'
      : 'the oldest messages left the window';
  return `${what}${otherLimits(before, now)}`;
}

function brokenAccount(before: Receipt, now: Showing): string | undefined {
  if (before.earlier === now.earlier && !differ(before.account, now.account)) return undefined;
  if (before.earlier === '') return 'an account of what left stands before the messages now';
  return now.earlier === ''
    ? 'the account of what left no longer stands before the messages'
    : 'the account of what left changed';
}

/** Limits that changed between the two, where they may be why forms did. */
function otherLimits(before: Receipt, now: Showing): string {
  if (before.policy !== now.policy) return `; the policy is ${now.policy} now, it was ${before.policy}`;
  const [was, is] = [before.limits.budget, now.limits.budget];
  return is < was ? `; the budget is ${is} tokens now, it was ${was}` : '';
}

/** What stands in a request at one place: a message, or (without a slot) a line between two. */
interface Entry {
  /** Equal keys mean equal bytes. */
  readonly key: string;
  readonly says: string;
  readonly slot?: ReceiptSlot;
}

/** The history in the order in which it is written: outline, pinned message, then the others with the lines between. */
function entries({ shown, pinned, borders, behind }: Showing): readonly Entry[] {
  const outline: Entry[] = [];
  const spoken: Entry[] = [];
  const lines = (slot: ReceiptSlot, at: number): void => {
    const where = `before message ${slot.messageId}`;
    const index = borders.left + at;
    if (at >= 0 && index > 0 && index === borders.verbatim)
      spoken.push({ key: 'mark', says: `the line where word for word begins stands ${where}` });
    if (behind?.at === at)
      spoken.push({ key: `behind ${behind.hash}`, says: `what changes each turn stands ${where}` });
  };
  if (pinned !== undefined) {
    lines(pinned, -1);
    spoken.push(entry(pinned));
  }
  shown.forEach((slot, at) => {
    lines(slot, at);
    (slot.form === 'outline' ? outline : spoken).push(entry(slot));
  });
  return [...outline, ...spoken];
}

function entry(slot: ReceiptSlot): Entry {
  return { key: `${slot.form === 'outline'} ${slot.messageId} ${slot.hash}`, says: '', slot };
}

/** Where two histories part. */
interface Fork {
  readonly was: Entry;
  readonly is: Entry | undefined;
  /** The message that stood behind `was`. */
  readonly next: ReceiptSlot | undefined;
}

function reason({ was, is, next }: Fork, before: Receipt, now: Showing): string {
  const isFolded = is?.slot?.form === 'outline' && was.slot?.form !== 'outline';
  const slot = isFolded ? is.slot : was.slot;
  if (slot === undefined) {
    // the line moves and the message behind it takes another form: that says more
    const moved = next === undefined ? [] : named(now, next.messageId);
    return next !== undefined && moved[0] !== undefined && entry(moved[0]).key !== entry(next).key
      ? ofMessage(next.messageId, before, now)
      : `${was.says.replace(' stands ', ' no longer stands ')}${otherLimits(before, now)}`;
  }
  if (is !== undefined && is.slot === undefined) return `${is.says} now${otherLimits(before, now)}`;
  return ofMessage(slot.messageId, before, now);
}

function ofMessage(id: number, before: Receipt, now: Showing): string {
  const which = `message ${id}`;
  const [old, ...olds] = named(before, id);
  const [today, ...others] = named(now, id);
  if (olds.length + others.length > 0)
    return `${which}, whose number the chat has more than once, is not what it was there`;
  if (today === undefined)
    return old === before.pinned ? `${which} left the window` : `${which} is no longer in the chat`;
  if (old === undefined || entry(old).key === entry(today).key) return `${which} is no longer where it was`;
  return changed(old, today, before, now);
}

function named({ shown, pinned }: Showing, id: number): readonly ReceiptSlot[] {
  return [...(pinned === undefined ? [] : [pinned]), ...shown].filter(({ messageId }) => messageId === id);
}

/** How one message came to be shown in other words. */
function changed(was: ReceiptSlot, is: ReceiptSlot, before: Receipt, now: Showing): string {
  const which = `message ${is.messageId}`;
  if (names[is.form] !== names[was.form])
    return `${which} was ${names[was.form]} and is ${names[is.form]} now (${is.why})${otherLimits(before, now)}`;
  if (is.form === 'outline') return `the line that stands for ${which} changed`;
  if (was.undated === true && is.undated !== true) return `${which} had no date and has one now`;
  if (was.open === true) return `${which} had not ended then`;
  if (was.outputs === true && is.outputs !== true)
    return `the tool outputs of ${which} are records now${otherLimits(before, now)}`;
  if ((was.rung ?? 0) !== (is.rung ?? 0)) return `the tool outputs of ${which} have another room now`;
  if (is.form === 'shortened') return `the short form of ${which} was made anew`;
  return differ(before.room, now.room)
    ? `${which} was edited, or is cut to the room that a message has now${otherLimits(before, now)}`
    : `${which} was edited`;
}

const names: Readonly<Record<Form, string>> = {
  verbatim: 'word for word',
  short: 'as written',
  waiting: 'as written',
  shortened: 'shortened',
  outline: 'one line',
  left: 'left out',
};

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
