import { isDigit, isUpper } from './characters.ts';
import { fold } from './fold.ts';
import { type Language, stem } from './languages.ts';
import { isStopWord } from './stop-words.ts';

/** What a token is found under, and where in the token that stands. */
export interface Term {
  readonly text: string;
  readonly offset: number;
  /** Only a part of an identifier or number, or one character of a run: the token has a fuller term too. */
  readonly part: boolean;
}

/**
 * The terms of one word or number: its stem; an identifier also under its parts (`maxWalSenders`, `max_wal_senders`:
 * max, wal, sender), a number with separators also under its pieces, and `2,340` also under 2340. Stop words give none.
 */
export function wordTerms(token: string, language: Language): Term[] {
  const whole = fold(token);
  // accents that stand alone fold to nothing
  if (whole === '' || isStopWord(whole, language)) return [];
  const terms: Term[] = [{ text: stem(token, language), offset: 0, part: false }];
  if (whole.length > longest) return [{ text: whole.slice(0, longest), offset: 0, part: false }];
  const cuts = pieces(token);
  if (cuts.length > 1) {
    for (const { text, offset } of cuts) {
      const piece = fold(text);
      if (piece !== '' && !isStopWord(piece, language))
        terms.push({ text: stem(text, language), offset, part: true });
    }
  }
  if (grouped.test(token)) terms.push({ text: token.replaceAll(',', ''), offset: 0, part: true });
  return terms;
}

/** The terms of a run without spaces: each pair of neighbouring characters, and each Han character by itself. */
export function runTerms(run: string): Term[] {
  const characters = Array.from(fold(run));
  const terms: Term[] = [];
  let offset = 0;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined) terms.push({ text: character + next, offset, part: false });
    if (characters.length === 1 || han.test(character)) {
      terms.push({ text: character, offset, part: characters.length > 1 });
    }
    offset += character.length;
  }
  return terms;
}

/** Longer tokens are data (base64, minified code): found by their first characters. */
const longest = 64;
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const han = /\p{sc=Han}/u;

function pieces(token: string): { text: string; offset: number }[] {
  const list: { text: string; offset: number }[] = [];
  let start = 0;
  for (let at = 1; at <= token.length; at++) {
    if (at < token.length && !breaks(token, at)) continue;
    const text = token.slice(start, at).replace(/[_.,:]+$/, '');
    if (text !== '') list.push({ text, offset: start });
    start = at;
  }
  return list;
}

/** Whether an identifier has a border before `at`: behind `_ . , :`, before the capital of a camel's hump. */
function breaks(token: string, at: number): boolean {
  const before = token.charCodeAt(at - 1);
  if (before === 95 || before === 46 || before === 44 || before === 58) return true;
  if (!isUpper(token.charCodeAt(at))) return false;
  if (!isUpper(before) && !isDigit(before)) return true;
  const next = token.charCodeAt(at + 1);
  return isUpper(before) && next >= 97 && next <= 122;
}
