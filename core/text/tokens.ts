import { cheapCharacters, pairPrice, rowCharacters, scriptPrices } from './script-prices.ts';
import { englishWord, foreignWord, shortWordTable } from './short-words.ts';

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
    const piece = text.length <= pieceLength ? text : text.slice(from, from + pieceLength);
    tokens += pieceTokens(unitsOf(piece), piece.length);
  }
  return Math.ceil(tokens);
}

/** UTF-16 code units that are looked at together. */
const pieceLength = 1_000_000;

/**
 * The code units as numbers, and one more behind the last: reading them one by one from a string that is a slice of
 * another takes twice the time.
 */
function unitsOf(text: string): Uint16Array {
  const bytes = text.length < shared.length / 2 ? shared : Buffer.allocUnsafeSlow(2 * text.length + 2);
  bytes.write(text, 'utf16le');
  const units = bytes === shared ? sharedUnits : new Uint16Array(bytes.buffer, 0, text.length + 1);
  units[text.length] = end;
  return units;
}

/** Half a pair that begins nothing: no run of characters of a kind goes over it. */
const end = 0xd800;
/** What most texts are written to. */
const shared = Buffer.allocUnsafeSlow(65_536);
const sharedUnits = new Uint16Array(shared.buffer);

function pieceTokens(units: Uint16Array, length: number): number {
  const of = kinds;
  let words = 0;
  let rest = 0;
  let english = 0;
  let foreignLike = 0;
  let before = blank;
  let at = 0;
  while (at < length) {
    const start = at;
    const kind = of[units[at]!]!;
    at++;
    if (kind === small || kind === capital) {
      while (of[units[at]!] === small) at++;
      if (of[units[at]!] === capital) {
        at = endOfLetters(units, at);
        words += kind === small && at - start <= longWord ? 1 : humpsCost(units, start, at);
      } else words += at - start <= longWord ? 1 : humpCost(at - start, 1);
      if (before === digit) words += joint;
      if (at - start < 4) {
        const language = shortWords[shortNumber(units, start, at)];
        if (language === englishWord) english++;
        else if (language === foreignWord) foreignLike++;
      }
    } else if (kind === blank) {
      if (of[units[at]!] === blank) {
        at = endOf(units, at, blank);
        rest += blanksCost(units, start, at);
      } else if (units[start]! === 0x0a) rest += blankCost;
    } else if (kind === mark) {
      while (of[units[at]!] === mark) at++;
      rest += before === digit ? 1 : marksCost(units, start, at);
    } else if (kind === digit) {
      while (of[units[at]!] === digit) at++;
      rest += Math.ceil((at - start) / 3) + (before === small || before === capital ? joint : 0);
    } else if (kind === pair) {
      rest += pairCost(units, start);
      at = start + (units[start]! < 0xdc00 && isLow(units[at]) ? 2 : 1);
    } else {
      at = endOf(units, at, kind);
      if (kind === accented) {
        foreignLike += at - start;
        words += (at - start) * accentCost;
        rest += rowsCost(units, start, at, accentCost);
      } else rest += lettersCost(units, start, at, prices[kind]!);
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
const capital = 6;
const pair = 7;
/** From here on the kinds of characters that have a price each. */
const firstPriced = 8;

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
/** Blanks up to which a run of them is one token, and what each further one costs. */
const longBlank = 64;
const furtherSpace = 0.01;
const furtherBlank = 0.5;
/** Equal characters from which on they are no writing. */
const longRow = 16;
/** Letters from which on a hump is no word of any language, and what each further one costs more. */
const noWord = 40;
const furtherLetter = 0.3;
const englishWords = 0.96;
const foreignWords = 1.1;

/** The price of each kind from `firstPriced` on. */
const prices = new Float64Array(256);
/** The kind of every UTF-16 code unit. */
const kinds = kindTable();

function kindTable(): Uint8Array {
  const out = new Uint8Array(65_536);
  let next = firstPriced;
  const fill = (first: number, last: number, price: number) => {
    prices[next] = price;
    out.fill(next++, first, last + 1);
  };
  fill(0, 0x7ff, 2);
  fill(0x800, 0xffff, 3);
  fill(0, 0x1f, 1);
  for (const [first, last, price] of scriptPrices) fill(first, last, price);
  for (const [characters, price] of cheapCharacters) {
    prices[next] = price;
    for (const character of characters) out[character.charCodeAt(0)] = next;
    next++;
  }
  out.fill(mark, 0x1b, 0x1c).fill(mark, 0x20, 0x7f);
  for (const unit of [9, 10, 13, 32]) out[unit] = blank;
  out.fill(digit, 0x30, 0x3a).fill(capital, 0x41, 0x5b).fill(small, 0x61, 0x7b);
  out.fill(accented, 0xc0, 0x180);
  for (const letter of 'ơƯưǎȘșȚț') out[letter.charCodeAt(0)] = accented;
  return out.fill(pair, 0xd800, 0xe000);
}

const shortWords = shortWordTable();

function shortNumber(units: Uint16Array, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = (number << 5) | (units[at]! & 31);
  return number;
}

function endOf(units: Uint16Array, from: number, kind: number): number {
  let at = from;
  while (kinds[units[at]!] === kind) at++;
  return at;
}

function isLetter(unit: number): boolean {
  const kind = kinds[unit];
  return kind === small || kind === capital;
}

function endOfLetters(units: Uint16Array, from: number): number {
  let at = from;
  while (isLetter(units[at]!)) at++;
  return at;
}

/** A word costs one token a hump, more when it is long. */
function humpCost(length: number, humps: number): number {
  const further = Math.max(0, length - noWord * humps) * furtherLetter;
  return humps + Math.max(0, length - longWord * humps) / 4.5 + further;
}

/** A word with capitals inside, which costs more when it is shouted. */
function humpsCost(units: Uint16Array, start: number, end: number): number {
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
  return humpCost(length, humps) + shouted;
}

/** A mark that joins names costs less: it is often one token with the word behind it. */
function marksCost(units: Uint16Array, start: number, end: number): number {
  if (end - start > 1) return Math.max(markCost, (end - start) / marksPerToken);
  const unit = units[start]!;
  const joins = unit === 0x2f || unit === 0x5f || unit === 0x2e || unit === 0x2d;
  return joins && isLetter(units[end]!) ? joinCost : markCost;
}

/** One token or so, however long, but not where someone wants it to be many. */
function blanksCost(units: Uint16Array, start: number, end: number): number {
  if (end - start <= longBlank) return blankCost;
  let cost = blankCost;
  for (let at = start + longBlank; at < end; at++) cost += units[at] === 0x20 ? furtherSpace : furtherBlank;
  return cost;
}

function isCyrillic(unit: number): boolean {
  return unit >= 0x400 && unit < 0x530;
}

function lettersCost(units: Uint16Array, start: number, end: number, price: number): number {
  const word = isCyrillic(units[start]!) && !(start > 0 && isCyrillic(units[start - 1]!)) ? cyrillicWord : 0;
  return word + (end - start) * price + rowsCost(units, start, end, price);
}

/** What equal characters in a row cost more or less than in words, which say nothing about them. */
function rowsCost(units: Uint16Array, start: number, end: number, price: number): number {
  if (end - start < longRow) return 0;
  let cost = 0;
  let equal = 0;
  for (let at = start + 1; at < end; at++) {
    equal = units[at] === units[at - 1] ? equal + 1 : 0;
    if (equal > 1) cost += rowPrice(units[at]!, equal, price) - price;
  }
  return cost;
}

/** People write a letter ten times; what stands there for longer is none of their words. */
function rowPrice(unit: number, equal: number, price: number): number {
  if (rowCharacters.includes(String.fromCharCode(unit))) return 0.25;
  return equal < longRow ? price : Math.max(2, price);
}

/** Half a pair that stands alone is sent as one character in its place. */
function pairCost(units: Uint16Array, at: number): number {
  const high = units[at]!;
  const low = units[at + 1];
  return high < 0xdc00 && isLow(low) ? pairPrice((high - 0xd7c0) * 0x400 + low - 0xdc00) : 1;
}

function isLow(unit: number | undefined): unit is number {
  return unit !== undefined && unit >= 0xdc00 && unit < 0xe000;
}
