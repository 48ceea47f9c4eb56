import { openSource, type Source } from './body.ts';

/** Gives the bytes of a file from an offset to another. */
export type ReadBlock = (from: number, to: number) => Uint8Array;

/**
 * Bytes that stand at the offset `base` of a file. Lines are numbered as in the whole file; the first time one is asked
 * for costs reading what stands before.
 */
export function sourceAt(readBlock: ReadBlock, bytes: Buffer, base: number): Source {
  const source = openSource(bytes);
  let before: number | undefined;
  return {
    ...source,
    lineOf(offset) {
      before ??= countLineEnds(readBlock, base);
      return before + source.lineOf(offset);
    },
  };
}

const atOnce = 1_048_576;

function countLineEnds(readBlock: ReadBlock, end: number): number {
  let count = 0;
  for (let from = 0; from < end; from += atOnce) {
    for (const byte of readBlock(from, Math.min(end, from + atOnce))) if (byte === 0x0a) count++;
  }
  return count;
}
