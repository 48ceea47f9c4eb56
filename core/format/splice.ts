import { asBuffer } from './lines.ts';

/** One change of bytes: at `at`, `remove` bytes go and `insert` comes. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

/**
 * The bytes of a changed file as slices of the old bytes and the inserted ones, in order, none empty: for writev.
 * Splices are in order and do not overlap; no byte outside of them changes, and none is copied.
 */
export function slices(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array[] {
  const buffer = asBuffer(bytes);
  const result: Uint8Array[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices) {
    result.push(buffer.subarray(from, at), insert);
    from = at + remove;
  }
  result.push(buffer.subarray(from));
  return result.filter((slice) => slice.length > 0);
}

/** The changed file in one piece. */
export function applySplices(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  return Buffer.concat(slices(bytes, splices));
}
