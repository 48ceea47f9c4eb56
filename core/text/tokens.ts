import { isEnglishShort, isForeignShort } from './short-words.ts';

/** What one picture costs in a request, in tokens, whatever its size. */
export const pictureTokens = 1600;

/**
 * About how many tokens a text costs in a request: an estimate by kind of text, without any model's table. Words with
 * their humps, digits by threes, punctuation, blanks and each script have their own price, fitted to the o200k
 * vocabulary; words of a language that is not English cost more. One pass over the text, so that none is slow.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let from = 0; from < text.length; from += pieceLength) {
    tokens += pieceTokens(unitsOf(text.slice(from, from + pieceLength)));
  }
  return Math.ceil(tokens);
}

/** UTF-16 code units that are looked at together. */
const pieceLength = 1_000_000;

/** The code units as numbers: reading them one by one from a string that is a slice of another takes twice the time. */
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
}

function pieceTokens(units: Uint16Array): number {
  let words = 0;
  let rest = 0;
  let english = 0;
  let foreignLike = 0;
  let before = blank;
  let at = 0;
  while (at < units.length) {
    const start = at;
    const kind = kinds[units[at]!]!;
    if (kind === small || kind === capital) {
      at = endOf(units, at, small);
      if (kinds[units[at]!] === capital) at = endOfLetters(units, at);
      const length = at - start;
      words += kind === small && length <= longWord ? 1 : wordCost(units, start, at);
      if (before === digit) words += joint;
      if (at - start < 4 && isEnglishShort(units, start, at)) english++;
      else if (at - start < 4 && isForeignShort(units, start, at)) foreignLike++;
    } else if (kind === digit) {
      at = endOf(units, at, digit);
      rest += Math.ceil((at - start) / 3) + (before === small || before === capital ? joint : 0);
    } else if (kind === blank) {
      at = endOf(units, at, blank);
      if (at - start > 1 || units[start]! === 0x0a) rest += blankCost;
    } else if (kind === mark) {
      at = endOf(units, at, mark);
      rest += before === digit ? 1 : marksCost(units, start, at);
    } else if (kind === accented) {
      foreignLike++;
      words += accentCost;
      at++;
    } else if (kind === cyrillic) {
      at = endOf(units, at, cyrillic);
      rest += cyrillicWord + (at - start) * cyrillicLetter;
    } else {
      rest += otherCost(units[at]!);
      at++;
    }
    before = kind;
  }
  return rest + words * (foreignLike > english ? foreignWords : englishWords);
}

const small = 1;
const digit = 2;
const blank = 3;
const mark = 4;
const accented = 5;
const cyrillic = 6;
const other = 7;
const capital = 8;

/** Prices in tokens. */
const blankCost = 0.88;
const markCost = 0.83;
const marksPerToken = 2.2;
const joinCost = 0.68;
/** Letters up to which a hump is one token. */
const longWord = 7;
/** Where letters and digits touch. */
const joint = 0.15;
const accentCost = 0.5;
const cyrillicWord = 0.3;
const cyrillicLetter = 0.25;
const englishWords = 0.96;
const foreignWords = 1.1;

/** The kind of every UTF-16 code unit. */
const kinds = new Uint8Array(65_536).fill(other);
kinds.fill(mark, 0, 0x80);
for (const unit of [9, 10, 11, 12, 13, 32]) kinds[unit] = blank;
kinds.fill(digit, 0x30, 0x3a);
kinds.fill(capital, 0x41, 0x5b);
kinds.fill(small, 0x61, 0x7b);
kinds.fill(accented, 0xc0, 0x250);
kinds.fill(cyrillic, 0x400, 0x530);

function endOf(units: Uint16Array, from: number, kind: number): number {
  let at = from + 1;
  while (at < units.length && kinds[units[at]!] === kind) at++;
  return at;
}

function isLetter(units: Uint16Array, at: number): boolean {
  const kind = kinds[units[at]!];
  return kind === small || kind === capital;
}

function endOfLetters(units: Uint16Array, from: number): number {
  let at = from;
  while (at < units.length && isLetter(units, at)) at++;
  return at;
}

/** A word costs one token a hump, more when it is long or shouted. */
function wordCost(units: Uint16Array, start: number, end: number): number {
  let humps = 1;
  let capitals = 0;
  let wasCapital = true;
  for (let at = start; at < end; at++) {
    const capital = units[at]! < 0x61;
    if (capital && !wasCapital) humps++;
    if (capital) capitals++;
    wasCapital = capital;
  }
  const length = end - start;
  const shouted = capitals > 2 && capitals * 2 > length && length > 4 ? length / 5 : 0;
  return humps + Math.max(0, length - longWord * humps) / 4.5 + shouted;
}

/** A mark that joins names costs less: it is often one token with the word behind it. */
function marksCost(units: Uint16Array, start: number, end: number): number {
  if (end - start > 1) return Math.max(markCost, (end - start) / marksPerToken);
  const unit = units[start]!;
  const joins = unit === 0x2f || unit === 0x5f || unit === 0x2e || unit === 0x2d;
  return joins && isLetter(units, end) ? joinCost : markCost;
}

function otherCost(unit: number): number {
  if (unit >= 0x3040 && unit < 0x3100) return 0.72;
  if (unit >= 0x4e00 && unit < 0xa000) return 0.9;
  if (unit >= 0xac00 && unit < 0xd7b0) return 0.72;
  // Pairs of surrogates are counted at their first half.
  if (unit >= 0xd800 && unit < 0xdc00) return 1.75;
  if (unit >= 0xdc00 && unit < 0xe000) return 0;
  if (unit >= 0x590 && unit < 0x780) return 0.45;
  if (unit >= 0x900 && unit < 0x1000) return 0.5;
  if (unit >= 0x370 && unit < 0x400) return 0.5;
  return 0.9;
}
