import { crc32 } from 'node:zlib';
import { pageOf, type ReadBlock } from '../core/index.ts';
import { type CatalogFound, changed, endOf, lookAt, readRange } from './catalog.ts';

/** An open chat file read by its catalog, each row compared with the file before it is believed. */
export interface CatalogPages {
  /** Throws `changed` when the file was written to since the catalog was found, or never was what it says. */
  readonly readBlock: ReadBlock;
  /** Compares the row at an index with the file, unless that was done. Throws as `readBlock` does. */
  readonly ensure: (index: number) => void;
}

/** The file behind `fd` by its catalog; `fd` stays open as long as this is used. */
export function catalogPages(fd: number, { catalog, look, unsure }: CatalogFound): CatalogPages {
  const { rows, sums } = catalog;
  const sure = new Uint8Array(unsure);
  const compare = (bytes: Buffer, from: number, index: number): void => {
    const start = rows[index]!.start - from;
    if (crc32(bytes.subarray(start, endOf(rows, index) - from)) !== sums[index]) throw changed();
    sure[index] = 1;
  };
  const readBlock = (from: number, to: number): Buffer => {
    const bytes = readRange(fd, from, to);
    if (lookAt(fd).stamp !== look.stamp) throw changed();
    for (let index = firstFrom(rows, from); index < unsure && endOf(rows, index) <= to; index++)
      if (sure[index] === 0) compare(bytes, from, index);
    return bytes;
  };
  const ensure = (index: number): void => {
    if (index >= unsure || sure[index] === 1) return;
    const { from, to } = pageOf(rows, index);
    readBlock(rows[from]!.start, endOf(rows, to - 1));
  };
  return { readBlock, ensure };
}

/** The first row that begins at an offset or behind it. */
function firstFrom(rows: CatalogFound['catalog']['rows'], offset: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
