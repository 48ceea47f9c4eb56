import { type Range, readLines, type Source } from './body.ts';
import type { Frame } from './frame.ts';
import { nextFullLine } from './lines.ts';

/** The draft in the text behind the last block: without outer blank lines and its last line end, '' when blank. */
export function readDraft(source: Source, frame: Frame): string {
  return readLines(source, draftRange(source.bytes, frame));
}

/** The bytes of the draft; nothing is unguarded there, because a person wrote it. */
function draftRange(bytes: Buffer, frame: Frame): Range {
  const start = nextFullLine(bytes, frame.blocks[0]!.bodyStart, frame.end);
  let end = frame.end;
  while (end > start && isBlank(bytes[end - 1]!)) end--;
  while (end < frame.end && bytes[end] !== LF && !(bytes[end] === CR && bytes[end + 1] === LF)) end++;
  return { start, end: start === frame.end ? start : end };
}

const LF = 0x0a;
const CR = 0x0d;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === LF || byte === CR;
}
