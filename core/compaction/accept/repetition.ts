import type { Pair, Refused } from './pair.ts';

/**
 * Refuses a reply caught in a loop: the same stretch of up to 60 words (characters, in scripts without spaces) again
 * and again. What the message itself repeats so is no loop of the model.
 */
export function loops({ text, original }: Pair): Refused | undefined {
  if (!isLooping(text) || isLooping(original)) return undefined;
  return { refused: 'repetition', detail: 'the same words again and again' };
}

/** A stretch of words counts as a loop when it stands four times in a row and makes up a third of the text. */
function isLooping(text: string): boolean {
  const words = (text.toLowerCase().match(tokens) ?? []).slice(0, longest);
  if (words.length < 8) return false;
  for (let period = 1; period <= Math.min(60, words.length / 4); period++) {
    const run = longestRun(words, period) + period;
    if (run >= period * 4 && run >= Math.max(8, words.length / 3)) return true;
  }
  return repeatedLines(text);
}

/** Words looked at, so that a giant message costs no more than this times the longest period. */
const longest = 4000;
const tokens =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

function longestRun(words: readonly string[], period: number): number {
  let best = 0;
  let run = 0;
  for (let at = period; at < words.length; at++) {
    run = words[at] === words[at - period] ? run + 1 : 0;
    if (run > best) best = run;
  }
  return best;
}

/** Lines or sentences that come back with others between them: fewer than half of at least six are different. */
function repeatedLines(text: string): boolean {
  const pieces = text
    .toLowerCase()
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 8);
  return pieces.length >= 6 && new Set(pieces).size < pieces.length / 2;
}
