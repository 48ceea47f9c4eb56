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
  for (const account of earlier) {
    if (account.kind !== kind || account.recipe !== recipe) continue;
    let start = messages.findIndex(({ id }) => id === account.from);
    for (const piece of start < 0 ? [] : account.pieces) {
      const end = messages.findLastIndex(({ id }) => id === piece.to) + 1;
      if (end <= start) continue;
      const stretch = messages.slice(start, end);
      const fits = pieceSource(stretch) === piece.source;
      const text = fits ? textOf(account, kind, stretch) : '';
      if (text !== '') found.push({ start, end, source: piece.source, text, methods: account.methods });
      start = end;
    }
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

/** Before each row. */
const rowStart = /\n+(?=\[#\d+–#\d+\])/;
