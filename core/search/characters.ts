/** What a UTF-16 code unit is to search: nothing, a character of a word, or one of a script without spaces. */
export const separator = 0;
export const wordCharacter = 1;
/** Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese: searched by pairs of characters. */
export const pairCharacter = 2;

/** The class of a code unit. Astral letters are separators, but for rare Han (their surrogates count as pair characters). */
export function characterClass(code: number): number {
  const known = classes[code]!;
  if (known !== 0) return known - 1;
  const found = classify(code);
  classes[code] = found + 1;
  return found;
}

/** Whether a code unit is a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a code unit is a capital from A to Z. */
export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** Filled while asked: a pure function's memory of 64 KB; 0 is "not asked yet". */
const classes = new Uint8Array(65_536);

function classify(code: number): number {
  if (code < 128) return /[0-9A-Za-z_]/.test(String.fromCharCode(code)) ? wordCharacter : separator;
  // Planes 2 and 3 hold nothing but Han: high surrogates D840–D88F; low ones ride along behind them.
  if (code >= 0xd840 && code <= 0xd88f) return pairCharacter;
  if (code >= 0xd800 && code <= 0xdfff) return separator;
  for (const [first, last, kind] of certain) if (code >= first && code <= last) return kind;
  const character = String.fromCharCode(code);
  if (pairs.test(character)) return pairCharacter;
  return wordLike.test(character) ? wordCharacter : separator;
}

/** What most texts are written in, known without the tables of Unicode, which take milliseconds to make. */
const certain: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0xab, 0xb1, separator],
  [0xc0, 0xd6, wordCharacter],
  [0xd8, 0xf6, wordCharacter],
  [0xf8, 0x2c1, wordCharacter],
  [0x400, 0x481, wordCharacter],
  [0x2010, 0x206f, separator],
  [0x2190, 0x23ff, separator],
  [0x2500, 0x2775, separator],
  [0x3001, 0x3004, separator],
  [0x3041, 0x3096, pairCharacter],
  [0x30a1, 0x30fa, pairCharacter],
  [0x4e00, 0x9fff, pairCharacter],
  [0xac00, 0xd7a3, pairCharacter],
  [0xfe00, 0xfe0f, wordCharacter],
];

const pairs =
  /(?=[\p{L}\p{M}\p{Nl}々〆])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;
const wordLike = /[\p{L}\p{N}\p{M}]/u;
