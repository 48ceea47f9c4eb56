import type { Span } from './code-spans.ts';
import { type SecretPattern, secretPatterns, wordAndDot } from './secret-patterns.ts';

/** What one pass over a text finds: where a kind of secret has to be looked for, and long words. */
export interface SecretPlaces {
  /** Stretches in which a hint of the kind at the place `rank` of the table stands, each once. */
  readonly looked: readonly Looked[];
  /** Words of 20 to 400 characters that nothing joins to others as in paths, addresses or code. */
  readonly words: readonly Span[];
}

interface Looked extends Span {
  readonly rank: number;
}

/**
 * The places where secrets may stand. Whatever the patterns of the table match lies in a stretch that is named here,
 * and a stretch begins and ends where lines do. Linear: every character is looked at twice at most.
 */
export function secretPlaces(text: string): SecretPlaces {
  const looked: Looked[] = [];
  const ends = new Array<number>(secretPatterns.length).fill(-1);
  // The lower half of each code unit is enough: five bits of it count.
  const bytes = Buffer.from(text, 'latin1');
  for (let at = nextHint(bytes, 0); at < bytes.length; at = nextHint(bytes, at + 1))
    look(text, at - 2, hintsOf[beginnings[threeAt(bytes, at)]!]!, ends, looked);
  const words: Span[] = [];
  for (const word of longWords(text)) {
    if (text.startsWith('.', word.end)) look(text, word.end, ofWordAndDot, ends, looked);
    if (word.end - word.start <= longest && isApart(text, word)) words.push(word);
  }
  return { looked, words };
}

const shortest = 20;
const longest = 400;

interface Hint {
  readonly words: string;
  readonly rank: number;
  readonly of: SecretPattern;
}

/** Is an ASCII character one of those that a long word is made of? */
const inLongWord = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/**
 * Numbers of lists of hints by the hints' first three characters. The five lowest bits of each count: they are the same
 * for a capital and its small letter.
 */
const hintsOf: Hint[][] = [[]];
const beginnings = new Uint16Array(1 << 15);
const ofWordAndDot: Hint[] = [];
for (const [rank, of] of secretPatterns.entries())
  if (of.hints === wordAndDot) ofWordAndDot.push({ words: '', rank, of });
  else
    for (const words of of.hints)
      for (const three of firstThree(words)) {
        if (beginnings[three] === 0) beginnings[three] = hintsOf.push([]) - 1;
        hintsOf[beginnings[three]!]!.push({ words, rank, of });
      }

/** The next place from `from` on where the third character of a hint may stand; the length where none is. */
function nextHint(bytes: Uint8Array, from: number): number {
  let at = Math.max(2, from);
  if (at >= bytes.length) return bytes.length;
  let three = threeAt(bytes, at);
  while (beginnings[three] === 0) {
    at++;
    if (at === bytes.length) return at;
    three = ((three << 5) | (bytes[at]! & 31)) & 0x7fff;
  }
  return at;
}

function threeAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at - 2]! & 31) << 10) | ((bytes[at - 1]! & 31) << 5) | (bytes[at]! & 31);
}

/** Behind a hint of two characters any third one may stand. */
function firstThree(words: string): readonly number[] {
  const low = (at: number) => words.charCodeAt(at) & 31;
  const two = (low(0) << 10) | (low(1) << 5);
  return words.length > 2 ? [two | low(2)] : Array.from({ length: 32 }, (_, third) => two | third);
}

function look(text: string, at: number, hints: readonly Hint[], ends: number[], looked: Looked[]): void {
  for (const { words, rank, of } of hints) {
    if (at < ends[rank]! || !stands(text, at, words, of.pattern.ignoreCase)) continue;
    const line = of.acrossLines === true ? { start: 0, end: text.length } : lineAt(text, at);
    ends[rank] = line.end;
    looked.push({ ...line, rank });
  }
}

function stands(text: string, at: number, words: string, ignoreCase: boolean): boolean {
  // Most places are left here, before a piece of the text is made.
  for (let behind = words.length - 1; behind > 1; behind--)
    if (((text.charCodeAt(at + behind) ^ words.charCodeAt(behind)) & 31) !== 0) return false;
  return ignoreCase ? text.slice(at, at + words.length).toLowerCase() === words : text.startsWith(words, at);
}

function lineAt(text: string, at: number): Span {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at) + 1, end: end === -1 ? text.length : end };
}

/** Looks at every twentieth character and at those around it: a long word has one of them. */
function longWords(text: string): Span[] {
  const out: Span[] = [];
  let from = 0;
  while (from + shortest <= text.length) {
    let start = from + shortest;
    while (start > from && isInWord(text, start - 1)) start--;
    if (start > from) {
      from = start;
      continue;
    }
    let end = from + shortest;
    while (end < text.length && isInWord(text, end)) end++;
    out.push({ start, end });
    from = end + 1;
  }
  return out;
}

function isInWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && inLongWord[unit] === 1;
}

function isApart(text: string, { start, end }: Span): boolean {
  return (
    !(start > 0 && '.:@#'.includes(text[start - 1]!)) && !(end < text.length && '.:@'.includes(text[end]!))
  );
}
