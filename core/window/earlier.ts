import type { Conversation, Earlier, Message } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { shares } from './limits.ts';
import type { Borders } from './view.ts';
import type { Window } from './window.ts';

/** An account of messages that left, with its place among the messages. */
export interface Account {
  readonly from: number;
  readonly to: number;
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly text: string;
}

/**
 * The accounts of a chat that still fit its messages, oldest first, none inside another: where two overlap the later
 * one in the file stands. That their pieces were made from today's words is seen to by whoever makes them.
 */
export function accounts({ earlier, messages }: Conversation): readonly Account[] {
  const chosen: Account[] = [];
  for (const one of [...earlier].reverse()) {
    const placed = place(one, messages);
    if (placed === undefined) continue;
    if (chosen.every(({ fromIndex, toIndex }) => placed.toIndex < fromIndex || placed.fromIndex > toIndex))
      chosen.push(placed);
  }
  return chosen.sort((a, b) => a.fromIndex - b.fromIndex);
}

/** What accounts may take of the history, in tokens; kept free whether one is shown or not, so that nothing moves for it. */
export function accountRoom(list: readonly Account[], budget: number): number {
  if (list.length === 0) return 0;
  const whole = list.flatMap(({ text }) => text.split('\n')).reduce((sum, line) => sum + lineTokens(line), 0);
  return Math.min(Math.floor(budget * shares.account), whole + frame);
}

/**
 * The account that is shown with these borders: of messages that are not shown themselves, the oldest lines left out
 * where it is too long. `held` is what the request before showed (undefined without one): outside a step it stays.
 */
export function accountOf(
  list: readonly Account[],
  borders: Borders,
  most: number,
  held: string | undefined,
): Window['earlier'] {
  const fitting = list.filter(
    ({ fromIndex, toIndex }) => fromIndex < borders.fold && toIndex < borders.verbatim,
  );
  if (held === undefined) return joined(fitting, most);
  for (let count = fitting.length; count > 0; count--) {
    const shown = joined(fitting.slice(0, count), most);
    if (shown?.text === held) return shown;
  }
  return held === '' ? undefined : joined(fitting, most);
}

/** The lines around an account, in tokens. */
const frame = 24;

function joined(list: readonly Account[], most: number): Window['earlier'] {
  const first = list[0];
  const last = list.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const text = newestLines(
    list.map((account) => account.text),
    most - frame,
  );
  return text === '' ? undefined : { from: first.from, to: last.to, text };
}

/** As many of the last lines as fit: what is newest corrects what is older. */
function newestLines(texts: readonly string[], most: number): string {
  const all = texts.join('\n').split('\n');
  let left = most;
  let start = all.length;
  while (start > 0) {
    const size = lineTokens(all[start - 1] ?? '');
    if (size > left) break;
    left -= size;
    start--;
  }
  return all.slice(start).join('\n').trim();
}

/** A line with what quoting adds to it. */
function lineTokens(line: string): number {
  return estimateTokens(line) + 2;
}

function place(one: Earlier, messages: readonly Message[]): Account | undefined {
  const fromIndex = messages.findIndex(({ id }) => id === one.from);
  const toIndex = messages.findLastIndex(({ id }) => id === one.to);
  if (fromIndex < 0 || toIndex < fromIndex || one.text.trim() === '') return undefined;
  const [first, last] = one.uids;
  if (differs(first, messages[fromIndex]) || differs(last, messages[toIndex])) return undefined;
  return { from: one.from, to: one.to, fromIndex, toIndex, text: one.text.trim() };
}

function differs(uid: string | undefined, message: Message | undefined): boolean {
  return uid !== undefined && message?.uid !== undefined && message.uid !== uid;
}
