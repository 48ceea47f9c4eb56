import { type AccountPart, accountParts } from '../compaction/earlier/parts.ts';
import { type Place, placeOf } from '../compaction/earlier/told.ts';
import type { Conversation, Earlier, Message } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { shares } from './limits.ts';
import type { Borders } from './view.ts';
import type { Window } from './window.ts';

/** An account of messages that left, with its place among the messages. */
export interface Account {
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly text: string;
  readonly parts: readonly ShownPart[];
}

/** A part of an account, with the ids of the first and last message it tells of. */
interface ShownPart extends AccountPart {
  readonly from: number;
  readonly to: number;
}

/**
 * The accounts of a chat that still fit its messages, oldest first, none inside another: where two overlap the later
 * one in the file stands. No message's words are read; without an account not even ids are.
 */
export function accounts({ earlier, messages }: Conversation): readonly Account[] {
  if (earlier.length === 0) return [];
  const place = placeOf(messages);
  const chosen: Account[] = [];
  let first = messages.length;
  for (const one of [...earlier].reverse()) {
    const placed = placedAccount(one, messages, place);
    if (placed === undefined) continue;
    const isFree = ({ fromIndex, toIndex }: Account): boolean =>
      placed.toIndex < fromIndex || placed.fromIndex > toIndex;
    // a chain in the order of its rows is compared with nothing
    if (placed.toIndex >= first && !chosen.every(isFree)) continue;
    chosen.push(placed);
    first = Math.min(first, placed.fromIndex);
  }
  return chosen.sort((a, b) => a.fromIndex - b.fromIndex);
}

/** What accounts may take of the history, in tokens; kept free whether one is shown or not, so that nothing moves for it. */
export function accountRoom(list: readonly Account[], budget: number): number {
  if (list.length === 0) return 0;
  const most = Math.floor(budget * shares.account);
  let taken = frame;
  for (const { text } of list)
    for (const line of text.split('\n')) {
      taken += lineTokens(line);
      if (taken >= most) return most;
    }
  return taken;
}

/**
 * The account that is shown with these borders: of messages that are not shown themselves, the oldest lines left out
 * where it is too long. `held` is what the request before showed (undefined without one): outside a step it stays, and
 * what was written since waits for the next step.
 *
 * What was made from words that have changed since is never shown, held or not: the person took those words back. To
 * know it the messages behind a part are hashed when it is about to be shown, in every request, because nothing else
 * that a request has is proof. What is shown is small, so what is read for it is too, however long the chat is: a part
 * says in a few hundred tokens what a few thousand said, and all parts together have 15 % of the budget. In a chat of
 * 10,000 messages of 950 characters that is a few milliseconds in a window of 8,000 tokens, some forty in one of 180,000.
 */
export function accountOf(
  list: readonly Account[],
  borders: Borders,
  most: number,
  held: string | undefined,
): Window['earlier'] {
  const parts = list
    .filter(({ fromIndex }) => fromIndex < borders.fold)
    .flatMap((account) => account.parts)
    .filter(({ end }) => end <= borders.verbatim);
  if (held === '') return undefined;
  const still = held === undefined ? undefined : stillSaid(parts, held, most - frame);
  return still ?? newest(parts, most - frame);
}

/** The lines around an account, in tokens. */
const frame = 24;

/** What was shown, where today's parts still say it word for word and it still fits. */
function stillSaid(parts: readonly ShownPart[], held: string, most: number): Window['earlier'] {
  if (held.split('\n').reduce((sum, line) => sum + lineTokens(line), 0) > most) return undefined;
  const said: ShownPart[] = [];
  let rest = held;
  for (const part of parts.toReversed()) {
    const isWhole = endsWithLines(rest, part.text);
    if (rest === '' || !(isWhole || endsWithLines(part.text, rest)) || !part.isFresh()) continue;
    said.push(part);
    rest = isWhole ? rest.slice(0, -part.text.length).trimEnd() : '';
  }
  return rest === '' ? spanning(said, held) : undefined;
}

function endsWithLines(text: string, lines: string): boolean {
  return text === lines || text.endsWith(`\n${lines}`);
}

/** As many of the last lines as fit: what is newest corrects what is older. */
function newest(parts: readonly ShownPart[], most: number): Window['earlier'] {
  const shown: ShownPart[] = [];
  const texts: string[] = [];
  let room = most;
  for (const part of parts.toReversed()) {
    const lines = part.text.split('\n');
    let start = lines.length;
    let left = room;
    while (start > 0 && lineTokens(lines[start - 1] ?? '') <= left) {
      start--;
      left -= lineTokens(lines[start] ?? '');
    }
    if (start === lines.length) break;
    if (!part.isFresh()) continue;
    shown.push(part);
    texts.push(lines.slice(start).join('\n'));
    room = left;
    if (start > 0) break;
  }
  return spanning(shown, texts.reverse().join('\n').trim());
}

/** These parts, newest first, and what they say. */
function spanning(parts: readonly ShownPart[], text: string): Window['earlier'] {
  const first = parts.at(-1);
  const last = parts[0];
  return first === undefined || last === undefined || text === ''
    ? undefined
    : { from: first.from, to: last.to, text };
}

/** A line with what quoting adds to it. */
function lineTokens(line: string): number {
  return estimateTokens(line) + 2;
}

function placedAccount(one: Earlier, messages: readonly Message[], place: Place): Account | undefined {
  const fromIndex = place.first(one.from);
  const toIndex = place.last(one.to);
  const text = one.text.trim();
  if (fromIndex < 0 || toIndex < fromIndex || text === '') return undefined;
  const [first, last] = one.uids;
  if (differs(first, messages[fromIndex]) || differs(last, messages[toIndex])) return undefined;
  const parts = accountParts(one, messages, place, { start: fromIndex, end: toIndex + 1 });
  const named = (part: AccountPart): ShownPart => ({
    ...part,
    from: messages[part.start]?.id ?? one.from,
    to: messages[part.end - 1]?.id ?? one.to,
  });
  return { fromIndex, toIndex, text, parts: parts.map(named) };
}

function differs(uid: string | undefined, message: Message | undefined): boolean {
  return uid !== undefined && message?.uid !== undefined && message.uid !== uid;
}
