import { type AccountNumbers, accountNumbers } from '../compaction/earlier/rules.ts';
import type { Message } from '../conversation.ts';
import { shares } from './limits.ts';
import type { Window } from './window.ts';

/**
 * The budget to see by what leaves a window: less the room that accounts may take once they are there, so that making
 * one moves nothing.
 */
export function budgetWithAccount(budget: number): number {
  return Math.floor(budget * (1 - shares.account));
}

/** How far an account should reach, as indices into the messages. */
export interface AccountEnd {
  /** Messages before are not shown in words any more: an account that ends earlier is due. */
  readonly due: number;
  /** Where the account that is made then ends: what comes behind fills at most half of the room. */
  readonly end: number;
}

/**
 * How far an account of this window's chat should reach. Messages that are shown word for word are not told of; with
 * `half` the account reaches so far that half of the budget is free, so that it is not made again with every turn.
 */
export function accountEnd({ slots, borders, limits }: Window, half: boolean): AccountEnd {
  const due = Math.max(borders.left, borders.fold);
  if (!half) return { due, end: due };
  let end = Math.max(due, borders.verbatim);
  let used = 0;
  for (let index = slots.length - 1; index >= due; index--) {
    used += slots[index]?.tokens ?? 0;
    if (used > limits.budget / 2) break;
    end = Math.min(end, index);
  }
  return { due, end };
}

/**
 * The same for a chat that grew by 600 messages or 8 MB (or what is set) since the last account, whatever the window: the newer half of
 * what no account tells of stays. Undefined while it is smaller. `bytes` is the size of the file.
 */
export function accountEndByCount(
  messages: readonly Message[],
  told: number,
  bytes: number,
  { fold_messages, fold_bytes }: AccountNumbers = accountNumbers,
): AccountEnd | undefined {
  const open = messages.length - told;
  const share = messages.length === 0 ? 0 : (bytes * open) / messages.length;
  if (open < fold_messages && share < fold_bytes) return undefined;
  const end = told + Math.floor(open / 2);
  return { due: end, end };
}

/**
 * What a person who asks now gets told: everything that is not shown word for word; where all of it is, what will leave
 * that first; in a short chat everything before the newest exchange.
 */
export function accountEndNow({ borders, limits }: Window, messages: readonly Message[]): AccountEnd {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  const older = messages.length - limits.verbatim;
  const end = borders.verbatim > 0 ? borders.verbatim : older > 0 ? older : newest;
  return { due: Math.min(end, newest), end: Math.min(end, newest) };
}
