import { wellFormed } from '../text/hash.ts';
import { holdsConflictMark } from './conflict.ts';
import { decodeValid } from './decode.ts';
import { guard, unguard } from './grammar.ts';
import { type LineEnd, lineNumbers } from './lines.ts';
import { isValidUtf8 } from './utf8.ts';

/** The bytes that texts are read from. */
export interface Source {
  readonly bytes: Buffer;
  /** Whether a CR stands anywhere in them. */
  readonly hasCr: boolean;
  /** Whether all of them are valid UTF-8. */
  readonly valid: boolean;
  /** The 1-based number of the line that holds an offset. */
  readonly lineOf: (offset: number) => number;
}

/** The bytes of a file, to be read from. */
export function openSource(bytes: Buffer): Source {
  return { bytes, hasCr: bytes.includes(0x0d), valid: isValidUtf8(bytes), lineOf: lineNumbers(bytes) };
}

/** A range of bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a body is written: as lines, or as one JSON string (header key `"enc":"json"`). */
export type Encoding = 'lines' | 'json';

/** The text of a body: its lines with LF, guards taken off; a JSON string decoded, or its lines when it is none. */
export function readBody(source: Source, range: Range, encoding: Encoding): string {
  const lines = readLines(source, range);
  if (encoding === 'json') {
    const text = readJsonString(lines);
    if (text !== undefined) return text;
  }
  return unguard(lines);
}

/** A range as text: its lines with LF and nothing taken off. Invalid UTF-8 reads as U+FFFD. */
export function readLines(source: Source, range: Range): string {
  const { bytes, valid } = source;
  const { start, end } = range;
  const text = valid ? decodeValid(bytes, start, end) : bytes.toString('utf8', start, end);
  return source.hasCr && text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** Whether a body that says it is a JSON string is one. */
export function isJsonString(source: Source, range: Range): boolean {
  return readJsonString(readLines(source, range)) !== undefined;
}

/**
 * How a text has to be written. As JSON when it has a CR of its own, which would be lost among line ends, or a line that
 * begins or ends a git conflict (tool output is full of them), which would lock the whole file.
 */
export function encodingOf(text: string): Encoding {
  return text.includes('\r') || holdsConflictMark(text) ? 'json' : 'lines';
}

/** The lines of a body, each with its line end; nothing for an empty text. `readBody` gives the text back. */
export function writeBody(text: string, encoding: Encoding, eol: LineEnd): string {
  if (encoding === 'json') return JSON.stringify(wellFormed(text)) + eol;
  if (text === '') return '';
  const guarded = guard(wellFormed(text));
  return (eol === '\n' ? guarded : guarded.replaceAll('\n', eol)) + eol;
}

function readJsonString(lines: string): string | undefined {
  try {
    const value: unknown = JSON.parse(lines);
    return typeof value === 'string' ? wellFormed(value) : undefined;
  } catch {
    return undefined;
  }
}
