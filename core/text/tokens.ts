/** What one picture costs in a request, in tokens, whatever its size. */
export const pictureTokens = 1600;

/**
 * About how many tokens a text costs in a request: an estimate by kind of text, without any model's table. Letters in
 * words and humps, digits by threes, punctuation, blanks and each script have their own price; what is no language
 * (base64, hexadecimal) is priced by its pieces. One pass, so that no text is slow: linear.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? ascii[unit]! : foreign;
    if (kind === letter) {
      at = endOf(text, at, letter);
      tokens += wordCost(text, start, at);
    } else if (kind === digit) {
      at = endOf(text, at, digit);
      tokens += Math.ceil((at - start) / 3);
    } else if (kind === blank) {
      at = endOf(text, at, blank);
      tokens += at - start > 1 || unit === 0x0a ? blankCost : 0;
    } else if (kind === mark) {
      at = endOf(text, at, mark);
      tokens += Math.max(0.85, (at - start) / 2.2);
    } else {
      tokens += foreignCost(unit);
      at++;
    }
  }
  return Math.ceil(tokens);
}

const letter = 1;
const digit = 2;
const blank = 3;
const mark = 4;
const foreign = 5;
const blankCost = 0.9;

const ascii = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (/[A-Za-z]/.test(char)) return letter;
  if (/\d/.test(char)) return digit;
  return /\s/.test(char) ? blank : mark;
});

function endOf(text: string, from: number, kind: number): number {
  let at = from + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit >= 128 || ascii[unit] !== kind) break;
    at++;
  }
  return at;
}

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

function foreignCost(unit: number): number {
  if (unit < 0x250) return 0.55;
  if (unit < 0x700) return 0.5;
  if (unit >= 0x3040 && unit < 0x3100) return 0.72;
  if (unit >= 0x4e00 && unit < 0xa000) return 0.86;
  if (unit >= 0xac00 && unit < 0xd7b0) return 0.72;
  if (unit >= 0xd800 && unit < 0xdc00) return 1.6;
  if (unit >= 0xdc00 && unit < 0xe000) return 0;
  return 0.9;
}
