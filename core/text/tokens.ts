import { isEnglishShort, isForeignShort } from './short-words.ts';

/** What one picture costs in a request, in tokens, whatever its size. */
export const pictureTokens = 1600;

/**
 * About how many tokens a text costs in a request: an estimate by kind of text, without any model's table. Words with
 * their humps, digits by threes, punctuation, blanks and each script have their own price, fitted to the o200k
 * vocabulary; words of a language that is not English cost more. One pass over the text, so that none is slow.
 */
export function estimateTokens(text: string): number {
  let words = 0;
  let rest = 0;
  let english = 0;
  let foreignLike = 0;
  let before = blank;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const kind = kindOf(text.charCodeAt(at));
    if (kind === letter) {
      at = endOf(text, at, letter);
      words += wordCost(text, start, at) + (before === digit ? joint : 0);
      if (at - start < 4 && isEnglishShort(text, start, at)) english++;
      else if (at - start < 4 && isForeignShort(text, start, at)) foreignLike++;
    } else if (kind === digit) {
      at = endOf(text, at, digit);
      rest += Math.ceil((at - start) / 3) + (before === letter ? joint : 0);
    } else if (kind === blank) {
      at = endOf(text, at, blank);
      if (at - start > 1 || text.charCodeAt(start) === 0x0a) rest += blankCost;
    } else if (kind === mark) {
      at = endOf(text, at, mark);
      rest += before === digit ? 1 : marksCost(text, start, at);
    } else if (kind === accented) {
      foreignLike++;
      words += accentCost;
      at++;
    } else if (kind === cyrillic) {
      at = endOf(text, at, cyrillic);
      rest += cyrillicWord + (at - start) * cyrillicLetter;
    } else {
      rest += otherCost(text.charCodeAt(at));
      at++;
    }
    before = kind;
  }
  return Math.ceil(rest + words * (foreignLike > english ? foreignWords : englishWords));
}

const letter = 1;
const digit = 2;
const blank = 3;
const mark = 4;
const accented = 5;
const cyrillic = 6;
const other = 7;

/** Prices in tokens. */
const blankCost = 0.88;
const markCost = 0.83;
const marksPerToken = 2.2;
const joinCost = 0.68;
/** Where letters and digits touch. */
const joint = 0.15;
const accentCost = 0.5;
const cyrillicWord = 0.3;
const cyrillicLetter = 0.25;
const englishWords = 0.96;
const foreignWords = 1.1;

const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (/[A-Za-z]/.test(char)) return letter;
  if (/\d/.test(char)) return digit;
  return /\s/.test(char) ? blank : mark;
});

function kindOf(unit: number): number {
  if (unit < 128) return kinds[unit]!;
  if (unit >= 0xc0 && unit < 0x250) return accented;
  return unit >= 0x400 && unit < 0x530 ? cyrillic : other;
}

function endOf(text: string, from: number, kind: number): number {
  let at = from + 1;
  while (at < text.length && kindOf(text.charCodeAt(at)) === kind) at++;
  return at;
}

/** A word costs one token a hump, more when it is long or shouted. */
function wordCost(text: string, start: number, end: number): number {
  let humps = 1;
  let capitals = 0;
  let wasCapital = true;
  for (let at = start; at < end; at++) {
    const capital = text.charCodeAt(at) < 0x61;
    if (capital && !wasCapital) humps++;
    if (capital) capitals++;
    wasCapital = capital;
  }
  const length = end - start;
  const shouted = capitals > 2 && capitals * 2 > length && length > 4 ? length / 5 : 0;
  return humps + Math.max(0, length - 7 * humps) / 4.5 + shouted;
}

/** A mark that joins names costs less: it is often one token with the word behind it. */
function marksCost(text: string, start: number, end: number): number {
  if (end - start > 1) return Math.max(markCost, (end - start) / marksPerToken);
  const unit = text.charCodeAt(start);
  const joins = unit === 0x2f || unit === 0x5f || unit === 0x2e || unit === 0x2d;
  return joins && kindOf(text.charCodeAt(end)) === letter ? joinCost : markCost;
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
