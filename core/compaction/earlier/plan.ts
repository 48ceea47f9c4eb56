import type { Conversation, Message } from '../../conversation.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { exchangeStarts, startAtOrBefore } from './exchanges.ts';
import {
  type AccountKind,
  type AccountNumbers,
  accountNumbers,
  bulletRules,
  callRules,
  newestExchanges,
  piecesTogether,
} from './rules.ts';
import { type Spoken, spoken } from './spoken.ts';
import { isOwn, type Told, told } from './told.ts';

/** Messages that nobody has told of yet, as indices. */
export interface Stretch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** What an account needs: the pieces that stand, and the stretches to make, oldest first. */
export interface AccountPlan {
  readonly kind: AccountKind;
  readonly recipe: string;
  readonly numbers: AccountNumbers;
  readonly kept: readonly Told[];
  readonly wanted: readonly Stretch[];
}

/** What is asked of a plan. */
export interface AccountWish {
  readonly kind: AccountKind;
  readonly recipe: string;
  /** The account shall reach up to here, as an index; it ends at the last border between exchanges before. */
  readonly end: number;
  /** A person asked for it: no stretch is too small, and with `afresh` no piece stands. */
  readonly forced: boolean;
  readonly afresh: boolean;
  /** Those of the settings; the defaults where they are missing. */
  readonly numbers?: AccountNumbers;
}

/** The index behind the last message that accounts of this kind tell of as they stand in the file; counts only. */
export function toldUpTo({ earlier, messages }: Conversation, kind: AccountKind, recipe: string): number {
  return earlier.reduce((last, account) => {
    const counts = !isOwn(account) || (account.kind === kind && account.recipe === recipe);
    return counts ? Math.max(last, messages.findLastIndex(({ id }) => id === account.to) + 1) : last;
  }, 0);
}

/** Plans an account: which pieces stand, and what is to be made from the originals. */
export function planAccount(conversation: Conversation, wish: AccountWish): AccountPlan {
  const { kind, recipe, forced, afresh, numbers = accountNumbers } = wish;
  const by: By = { kind, numbers };
  const { messages, earlier } = conversation;
  const starts = exchangeStarts(messages);
  const end = startAtOrBefore(starts, wish.end);
  const standing = afresh ? [] : told(earlier, messages, kind, recipe);
  const begin = beginning(conversation, wish, standing);
  const holes: Stretch[] = [];
  let at = begin;
  for (const { start, end: behind } of standing) {
    if (start > at) holes.push({ start: at, end: start });
    at = Math.max(at, behind);
  }
  const size = (from: number, to: number): number => sizeOf(messages.slice(from, to), by);
  const made = tail(by, standing, { start: at, end }, starts, size, forced);
  const { kept } = made;
  const pieces = [...holes, ...made.tail].flatMap((stretch) => cut(by, stretch, starts, size));
  // a last piece that was taken back and did not grow stands as it is
  const back = standing.filter((piece) => !kept.includes(piece) && pieces.some((one) => isSame(one, piece)));
  const wanted = pieces.filter((one) => !back.some((piece) => isSame(one, piece)));
  return { kind, recipe, numbers, kept: [...kept, ...back], wanted };
}

/**
 * The pieces of a plan to make and write first: the newest six, because they are missed most, and as many more as it
 * takes to begin between exchanges.
 */
export function together(wanted: readonly Stretch[], messages: Conversation['messages']): readonly Stretch[] {
  const starts = new Set(exchangeStarts(messages));
  const first = wanted.findLastIndex(
    ({ start }, at) => wanted.length - at >= piecesTogether && starts.has(start),
  );
  return wanted.slice(Math.max(0, first));
}

function isSame(one: Stretch, other: Stretch): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Where the account begins: behind what others wrote; bullets where they began, because their oldest are let go. */
function beginning(
  { earlier, messages }: Conversation,
  { kind, recipe, afresh }: AccountWish,
  standing: readonly Told[],
): number {
  const indexOf = (id: number): number => messages.findIndex((message) => message.id === id);
  const foreign = earlier.filter((account) => !isOwn(account)).map(({ to }) => indexOf(to) + 1);
  const own = afresh
    ? []
    : earlier
        .filter((account) => account.kind === kind && account.recipe === recipe)
        .map(({ from }) => indexOf(from));
  const first = own
    .filter((index) => index >= 0)
    .reduce((least, index) => Math.min(least, index), standing[0]?.start ?? Number.POSITIVE_INFINITY);
  return foreign.reduce(
    (most, index) => Math.max(most, index),
    kind === 'bullets' && first !== Number.POSITIVE_INFINITY ? first : 0,
  );
}

type Size = (from: number, to: number) => number;

/** What cutting goes by. */
interface By {
  readonly kind: AccountKind;
  readonly numbers: AccountNumbers;
}

/** The stretch at the end, with the last piece taken back where it is to be extended; nothing where it is too small. */
function tail(
  { kind, numbers }: By,
  standing: readonly Told[],
  open: Stretch,
  starts: readonly number[],
  size: Size,
  forced: boolean,
): { readonly kept: readonly Told[]; readonly tail: readonly Stretch[] } {
  if (open.end <= open.start) return { kept: standing, tail: [] };
  if (kind === 'bullets') {
    const exchanges = starts.filter((start) => start >= open.start && start < open.end);
    const newest = newestExchanges(numbers);
    if (exchanges.length <= newest) return { kept: standing, tail: [open] };
    return { kept: [], tail: [{ start: exchanges.at(-newest) ?? open.start, end: open.end }] };
  }
  const tooSmall =
    open.end - open.start < numbers.range_min_messages ||
    size(open.start, open.end) < numbers.range_min_tokens;
  if (kind === 'range' && tooSmall && !forced) return { kept: standing, tail: [] };
  const last = standing.at(-1);
  const most = kind === 'range' ? numbers.range_row_tokens : numbers.narrative_characters;
  const extends_ = last !== undefined && last.end === open.start && size(last.start, last.end) < most;
  if (!extends_) return { kept: standing, tail: [open] };
  return { kept: standing.slice(0, -1), tail: [{ start: last.start, end: open.end }] };
}

/**
 * A stretch as pieces that one call each can tell of, cut between exchanges; a narrative also inside one that is larger
 * than a piece.
 */
function cut(by: By, { start, end }: Stretch, starts: readonly number[], size: Size): Stretch[] {
  const outer = [start, ...starts.filter((each) => each > start && each < end), end];
  const isGiant = (from: number, to: number): boolean =>
    by.kind === 'narrative' && size(from, to) > by.numbers.narrative_characters;
  const borders = outer.flatMap((from, at) => {
    const to = outer[at + 1] ?? end;
    return isGiant(from, to) ? Array.from({ length: to - from }, (_, index) => from + index) : [from];
  });
  const pieces: Stretch[] = [];
  let from = start;
  let held = 0;
  let exchanges = 0;
  for (const [at, border] of borders.slice(0, -1).entries()) {
    const own = size(border, borders[at + 1] ?? end);
    if (exchanges > 0 && isFull(by, held, own, exchanges)) {
      pieces.push({ start: from, end: border });
      [from, held, exchanges] = [border, 0, 0];
    }
    held += own;
    exchanges += 1;
  }
  return [...pieces, { start: from, end }];
}

function isFull({ kind, numbers }: By, held: number, next: number, exchanges: number): boolean {
  if (kind === 'range')
    return (
      held >= numbers.range_row_tokens ||
      (held >= numbers.range_min_tokens && held + next > numbers.range_row_tokens)
    );
  if (kind === 'bullets' && exchanges >= bulletRules.exchanges) return true;
  return held + next > callRules(kind, numbers).characters;
}

/** The size of messages as their account is made from them: tokens for `range`, else characters. */
function sizeOf(messages: readonly Message[], { kind, numbers }: By): number {
  const { clip } = callRules(kind, numbers);
  return messages.map(spoken).reduce((sum, one) => sum + sizeOfOne(one, kind, clip), 0);
}

function sizeOfOne({ text, named }: Spoken, kind: AccountKind, clip: number): number {
  if (kind === 'range') return estimateTokens([text, ...named].join('\n'));
  return Math.min(text.length, clip) + named.join('\n').length;
}
