import type { Earlier, Message } from '../../conversation.ts';
import { sha256 } from '../../text/hash.ts';
import { source } from '../sections.ts';
import { bulletNumber } from './bullets.ts';
import type { AccountKind } from './rules.ts';

/** One piece of an account: the messages it tells of, as indices, what they said, and its words. */
export interface Told {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** FORMAT 6: SHA-256 of the sources of its messages joined by LF. */
  readonly source: string;
  readonly text: string;
  /** Who told it: `model`, `extractive` for first words picked by code; of a piece that was read, those of its account. */
  readonly methods: readonly string[];
}

/** What a piece is made from, as a hash. */
export function pieceSource(messages: readonly Message[]): string {
  return sha256(messages.map(source).join('\n'));
}

/** Where messages stand: the first of an id, and the last; -1 where there is none. */
export interface Place {
  readonly first: (id: number) => number;
  readonly last: (id: number) => number;
}

/** Where the messages of a conversation stand; reads their ids alone, once. */
export function placeOf(messages: readonly Pick<Message, 'id'>[]): Place {
  const firsts = new Map<number, number>();
  const lasts = new Map<number, number>();
  for (const [index, { id }] of messages.entries()) {
    if (!firsts.has(id)) firsts.set(id, index);
    lasts.set(id, index);
  }
  return { first: (id) => firsts.get(id) ?? -1, last: (id) => lasts.get(id) ?? -1 };
}

/** The pieces of an account with their messages as indices; undefined for one whose messages are no longer there. */
export function placedPieces(
  { from, pieces }: Earlier,
  place: Place,
): readonly (Pick<Told, 'start' | 'end' | 'source'> | undefined)[] {
  let start = place.first(from);
  return pieces.map(({ to, source }) => {
    const end = place.last(to) + 1;
    if (start < 0 || end <= start) return undefined;
    const piece = { start, end, source };
    start = end;
    return piece;
  });
}

/** Whether we wrote an account: with a recipe. What other programs or people wrote is left alone. */
export function isOwn({ recipe }: Earlier): boolean {
  return recipe !== '';
}

/**
 * The pieces of our accounts of this kind and recipe that were made from today's words, oldest first, none over
 * another. A piece whose messages changed is left out, and so is one whose last message is gone.
 */
export function told(
  earlier: readonly Earlier[],
  messages: readonly Message[],
  kind: AccountKind,
  recipe: string,
): readonly Told[] {
  const found: Told[] = [];
  const own = earlier.filter((account) => account.kind === kind && account.recipe === recipe);
  if (own.length === 0) return found;
  const place = placeOf(messages);
  for (const account of own)
    for (const piece of placedPieces(account, place)) {
      if (piece === undefined) continue;
      const stretch = messages.slice(piece.start, piece.end);
      const fits = pieceSource(stretch) === piece.source;
      const text = fits ? textOf(account, kind, stretch) : '';
      if (text !== '') found.push({ ...piece, text, methods: account.methods });
    }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return found.filter(({ start, end }) => {
    if (start < last) return false;
    last = end;
    return true;
  });
}

function textOf({ text, pieces }: Earlier, kind: AccountKind, stretch: readonly Message[]): string {
  const ids = new Set(stretch.map(({ id }) => id));
  if (kind === 'bullets')
    return text
      .split('\n')
      .filter((line) => ids.has(bulletNumber(line) ?? -1))
      .join('\n');
  if (pieces.length === 1) return text.trim();
  const label = rowLabel(stretch);
  return (
    text
      .split(rowStart)
      .find((row) => row.startsWith(label))
      ?.trim() ?? ''
  );
}

/** `[#1–#17]`, at the beginning of each row: which messages it tells of. */
export function rowLabel(stretch: readonly Message[]): string {
  return `[#${stretch[0]?.id}–#${stretch.at(-1)?.id}]`;
}

/** Stands before each row. */
export const rowStart = /\n+(?=\[#\d+–#\d+\])/;
