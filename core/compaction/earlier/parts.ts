import type { Earlier, Message } from '../../conversation.ts';
import { bulletNumber } from './bullets.ts';
import { type Place, pieceSource, placedPieces, rowLabel, rowStart } from './told.ts';

/** What an account says about a stretch of messages, so far as its words can be told apart. */
export interface AccountPart {
  /** The messages it tells of, as indices. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly text: string;
  /**
   * Whether it was made from today's words of its messages. They are read and hashed when this is asked for the first
   * time, and no other message is. What has no pieces cannot be checked and counts as fresh.
   */
  readonly isFresh: () => boolean;
}

/**
 * An account as its parts, in the order of its text. Bullets are told apart by the numbers of their messages, rows by
 * their labels; a bullet or row of messages that are gone is left out. Where words cannot be told apart they are one
 * part, which is fresh when all pieces are. `start` and `end` are the messages of the whole account, as indices.
 */
export function accountParts(
  account: Earlier,
  messages: readonly Message[],
  place: Place,
  { start, end }: { readonly start: number; readonly end: number },
): readonly AccountPart[] {
  const text = account.text.trim();
  const pieces = placedPieces(account, place);
  const fresh = pieces.map((piece) =>
    once(() => piece !== undefined && pieceSource(messages.slice(piece.start, piece.end)) === piece.source),
  );
  const texts = pieces.length > 1 ? textsOf(account.kind, text, pieces, messages) : undefined;
  if (texts === undefined) return [{ start, end, text, isFresh: () => fresh.every((each) => each()) }];
  return pieces.flatMap((piece, at): AccountPart[] => {
    const own = texts[at]?.join('\n') ?? '';
    return piece === undefined || own === ''
      ? []
      : [{ start: piece.start, end: piece.end, text: own, isFresh: fresh[at] ?? (() => false) }];
  });
}

type Pieces = ReturnType<typeof placedPieces>;

/** The lines or rows of each piece; undefined where they do not say which messages they tell of. */
function textsOf(kind: string, text: string, pieces: Pieces, messages: readonly Message[]) {
  const ofPiece = kind === 'bullets' ? byNumber(pieces, messages) : byLabel(pieces, messages);
  const texts = pieces.map((): string[] => []);
  let current: string[] | undefined;
  for (const one of kind === 'bullets' ? text.split('\n') : text.split(rowStart)) {
    const found = ofPiece(one);
    // what says nothing goes on what stands before it
    if (found === undefined && texts.every((each) => each.length === 0)) return undefined;
    if (found !== undefined) current = texts[found];
    if (one.trim() !== '') current?.push(one.trimEnd());
  }
  return texts;
}

/** -1 for a bullet of a message that is gone. */
function byNumber(pieces: Pieces, messages: readonly Message[]): (line: string) => number | undefined {
  const of = new Map<number, number>();
  for (const [at, piece] of pieces.entries())
    for (const { id } of piece === undefined ? [] : messages.slice(piece.start, piece.end)) of.set(id, at);
  return (line) => {
    const number = bulletNumber(line);
    return number === undefined ? undefined : (of.get(number) ?? -1);
  };
}

/** -1 for a row of messages that are gone. */
function byLabel(pieces: Pieces, messages: readonly Message[]): (row: string) => number | undefined {
  const of = new Map<string, number>();
  for (const [at, piece] of pieces.entries())
    if (piece !== undefined) of.set(rowLabel(messages.slice(piece.start, piece.end)), at);
  return (row) => {
    const label = /^\[#\d+–#\d+\]/.exec(row)?.[0];
    return label === undefined ? undefined : (of.get(label) ?? -1);
  };
}

function once(check: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= check();
    return known;
  };
}
