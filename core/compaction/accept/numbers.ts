import { plainlySpelled, spelledNumbers } from './number-words.ts';
import type { Pair, Refused } from './pair.ts';

/**
 * Refuses numbers that the message does not have: every number of the reply, digits of any script, must be one of the
 * message's, whole or as a part between its separators. A number may change its dress (2,340 and 2340, 10k and 10,000,
 * forty and 40, 二 and 2), and may be left out; the numbering of a list is no number.
 */
export function inventedNumber({ text, original }: Pair): Refused | undefined {
  const found = numbersOf(text.replace(numbering, ' '));
  const spelled = plainlySpelled(text);
  if (found.tokens.length === 0 && spelled.length === 0) return undefined;
  const known = numbersOf(original);
  const words = spelledNumbers(original);
  const invented =
    found.tokens.some((token) => !isKnown(token, known, words)) ||
    spelled.some((value) => !known.values.has(value) && !words.has(value));
  return invented
    ? { refused: 'changed-number', detail: 'a number that the message does not have' }
    : undefined;
}

interface Numbers {
  readonly tokens: readonly Token[];
  readonly values: ReadonlySet<number>;
  /** Runs of digits without leading zeros. */
  readonly groups: ReadonlySet<string>;
}

interface Token {
  /** As written, digits made ASCII, separators kept. */
  readonly written: string;
  readonly groups: readonly string[];
  /** What it may amount to: read with either decimal mark, and times a word of scale behind it. */
  readonly values: readonly number[];
}

/** The numbering that a summary puts before its own points. */
const numbering = /(?<=^[ \t>]*)\d{1,2}[.)](?=\s)|(?<![\p{L}\p{N}])\(?\d{1,2}\)(?=\s)/gmu;
const numberRun =
  /(?<digits>\d+(?:[.,:/\-–'’ \u00a0\u202f](?=\d)\d+)*)(?:\s?(?<scale>k|thousand|tausend|tsd|mille|mila|mil|тыс|m|mio|mln|millions?|millionen|millones|millón|milhões|milhão|milion[ei]|млн|千|万|萬|만|亿|億|억)(?![a-zа-я]))?/giu;

/** Times what a word of scale stands for, by its first letters. */
const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thou|taus|tsd|mille$|mila|mil$|тыс|千)/iu, 1e3],
  [/^(?:m$|mio|mln|mill|milh|mili|млн)/iu, 1e6],
  [/^[万萬만]/u, 1e4],
  [/^[亿億억]/u, 1e8],
];

function numbersOf(text: string): Numbers {
  const plain = asciiDigits(text.replace(/\[redacted:[^\]]*\]/g, ' '));
  const tokens = [...plain.matchAll(numberRun)].map(({ groups }) => tokenOf(groups!.digits!, groups!.scale));
  return {
    tokens,
    values: new Set(tokens.flatMap(({ values }) => values)),
    groups: new Set(tokens.flatMap(({ groups }) => groups)),
  };
}

function tokenOf(written: string, scale: string | undefined): Token {
  const groups = (written.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));
  const factor = scale === undefined ? 1 : (scales.find(([form]) => form.test(scale))?.[1] ?? 1);
  const values: number[] = [];
  if (/^\d{1,3}(?:([., '’\u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(written))
    values.push(Number(written.replace(/\D/g, '')));
  if (/^\d+(?:[.,]\d+)?$/.test(written)) values.push(Number(written.replace(',', '.')));
  return {
    written,
    groups,
    values:
      factor === 1 ? values : values.flatMap((value) => [value, Math.round(value * factor * 1e6) / 1e6]),
  };
}

/**
 * A number of one group, or a decimal, must be there as a whole or as the head of a longer one. Dates, times, ranges
 * and versions may come in another order or cut: each of their groups must be there.
 */
function isKnown({ written, groups, values }: Token, known: Numbers, words: ReadonlySet<number>): boolean {
  if (values.some((value) => known.values.has(value) || words.has(value))) return true;
  if (/^\d+[.,]\d+$/.test(written))
    return known.tokens.some((other) => other.written === written || other.written.startsWith(`${written}.`));
  return groups.every((group) => known.groups.has(group) || words.has(Number(group)));
}

/** Digits of other scripts as ASCII. Unicode puts the ten digits of a script in a row, zero first. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) =>
    digit < ':' ? digit : String(digitValue(digit.normalize('NFKC'))),
  );
}

function digitValue(digit: string): number {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}
