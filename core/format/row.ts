import type { Role } from '../conversation.ts';

/** One message of a file without damage: where it stands, and what is known of it without its text. */
export interface Row {
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its end line. */
  readonly end: number;
  readonly id: number;
  readonly uid?: string;
  readonly role: Role;
  readonly createdAt: string;
  /** Whether a short form stands in it. */
  readonly compacted: boolean;
}

/** The rows that are read together with the one at `index`: from `from` up to before `to`. */
export function pageOf(rows: readonly Row[], index: number): { readonly from: number; readonly to: number } {
  const number = pageNumber(rows[index]!);
  let from = index;
  while (from > 0 && pageNumber(rows[from - 1]!) === number) from--;
  let to = index + 1;
  while (to < rows.length && pageNumber(rows[to]!) === number) to++;
  return { from, to };
}

/** Messages that begin in the same stretch of so many bytes are read together. */
const pageSize = 262_144;

/** The number of the stretch in which a message begins. */
export function pageNumber({ start }: Row): number {
  return Math.floor(start / pageSize);
}
