import { characterClass, isDigit, pairCharacter, separator, wordCharacter } from './characters.ts';

/** Receives one token: where it begins and ends (UTF-16), and whether it is a run of a script without spaces. */
export type OnToken = (at: number, end: number, isRun: boolean) => void;

/**
 * The tokens of `text` between two offsets, in order: words with digits and underscores (`max_wal_senders`, `E42`),
 * numbers with single `.`, `,` or `:` between their digits (`3.8.1`, `14:20`), and runs of scripts without spaces. Linear.
 */
export function eachToken(text: string, from: number, to: number, onToken: OnToken): void {
  let at = from;
  while (at < to) {
    const kind = characterClass(text.charCodeAt(at));
    if (kind === separator) {
      at++;
      continue;
    }
    const end = kind === pairCharacter ? runEnd(text, at, to) : wordEnd(text, at, to);
    onToken(at, end, kind === pairCharacter);
    at = end;
  }
}

/** The whole word or number that the word character at `at` stands in, as `eachToken` would cut it. */
export function tokenAround(text: string, at: number): { at: number; end: number } {
  let start = at;
  for (; start > 0; start--) {
    const before = text.charCodeAt(start - 1);
    if (characterClass(before) === wordCharacter) continue;
    if (!joinsDigits(text, start - 1, text.length)) break;
  }
  return { at: start, end: wordEnd(text, at, text.length) };
}

/** Where the word or number ends whose character stands at `at`. */
export function wordEnd(text: string, at: number, to: number): number {
  let end = at + 1;
  for (; end < to; end++) {
    if (characterClass(text.charCodeAt(end)) === wordCharacter) continue;
    if (!joinsDigits(text, end, to)) break;
  }
  return end;
}

/** A single `.`, `,` or `:` between two digits. */
function joinsDigits(text: string, at: number, to: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== 46 && code !== 44 && code !== 58) return false;
  return at + 1 < to && isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at - 1));
}

function runEnd(text: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to) {
    const code = text.charCodeAt(end);
    const low = (code & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    if (!low && characterClass(code) !== pairCharacter) break;
    end++;
  }
  return end;
}
