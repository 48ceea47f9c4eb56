import { hash } from 'node:crypto';
import { ChatvaultError } from '../error.ts';

/** The SHA-256 of a text's UTF-8 bytes, or of bytes as they are: 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** The text with each lone surrogate as U+FFFD, so that it has UTF-8 bytes; every other text is unchanged. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/**
 * A JSON value as its one canonical text (RFC 8785): members sorted by UTF-16 code units, no blanks, ECMAScript
 * numbers; lone surrogates become U+FFFD first. Members that are undefined are left out, as JSON.stringify does.
 * However deep the value is nested, it takes no stack. Throws a `bug` for what JSON has no word for: NaN, infinity, functions.
 */
export function canonicalJson(value: unknown): string {
  const out: string[] = [];
  const work: (Verbatim | { readonly value: unknown })[] = [{ value }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if ('verbatim' in next) out.push(next.verbatim);
    else if (next.value === null || typeof next.value !== 'object') out.push(scalar(next.value));
    else {
      const pieces = Array.isArray(next.value) ? list(next.value) : mapping(next.value);
      for (const piece of pieces.reverse()) work.push(piece);
    }
  }
  return out.join('');
}

interface Verbatim {
  readonly verbatim: string;
}

function list(values: readonly unknown[]) {
  const pieces: (Verbatim | { readonly value: unknown })[] = [{ verbatim: '[' }];
  for (const [index, value] of values.entries()) {
    if (index > 0) pieces.push({ verbatim: ',' });
    pieces.push({ value: value === undefined ? null : value });
  }
  pieces.push({ verbatim: ']' });
  return pieces;
}

function mapping(value: object) {
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.set(wellFormed(key), member);
  }
  const pieces: (Verbatim | { readonly value: unknown })[] = [{ verbatim: '{' }];
  for (const [index, key] of [...members.keys()].sort(byCodeUnits).entries()) {
    pieces.push({ verbatim: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` }, { value: members.get(key) });
  }
  pieces.push({ verbatim: '}' });
  return pieces;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(wellFormed(value));
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  throw new ChatvaultError(
    'bug',
    `JSON has no word for ${typeof value === 'number' ? String(value) : `a value of type ${typeof value}`}.`,
    'Hand over strings, finite numbers, booleans, null, lists and plain objects only.',
  );
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
