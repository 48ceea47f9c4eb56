import { abbreviations, closingAbbreviations, ordinalMonths } from './abbreviations.ts';
import { codeSpans } from './code-spans.ts';
import { units } from './units.ts';

/**
 * The sentences of a text in order, each an exact piece of it without outer white space; nothing but white space lies
 * between them. Lines that are units of their own (list items, headings, table rows) end one, a whole fenced block is
 * one. Own rules for every script, so that the same text gives the same pieces whatever Unicode data the machine has:
 * full stops after abbreviations, initials and ordinals end none, dots inside names and numbers neither; Thai, Lao,
 * Khmer and Burmese part at spaces between phrases. Never inside a code span or a grapheme. Linear.
 */
export function sentences(text: string): string[] {
  const out: string[] = [];
  for (const unit of units(text)) {
    if (unit.kind === 'fence') push(out, text.slice(unit.start, unit.end));
    else splitUnit(text.slice(unit.start, unit.end), out);
  }
  return out;
}

/** Stops of scripts that need no space behind them. */
const fullStops = '。！？｡．؟۔।॥።፧၊။។៕։།';
const closers = /["'”’»›)\]}」』）】》〉*_~\p{M}]|\u200D/u;
const stop = new RegExp(
  `[.!?…${fullStops}\`]|[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}] +(?=[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])`,
  'gu',
);

/** Phrases of scripts without sentence marks shorter than this (UTF-16 code units) stay with what follows. */
const shortPhrase = 16;

function splitUnit(unit: string, out: string[]): void {
  const spans = codeSpans(unit);
  let nextSpan = 0;
  let start = 0;
  stop.lastIndex = 0;
  for (let found = stop.exec(unit); found !== null; found = stop.exec(unit)) {
    const at = found.index;
    while (nextSpan < spans.length && spans[nextSpan]!.end <= at) nextSpan++;
    const span = spans[nextSpan];
    if (span !== undefined && span.start <= at) {
      stop.lastIndex = span.end;
      continue;
    }
    if (found[0] === '`') continue;
    const end =
      found[0].length > 1 && found[0].endsWith(' ') ? phraseEnd(unit, start, found) : stopEnd(unit, at);
    if (end === undefined) continue;
    push(out, unit.slice(start, end));
    start = end;
    stop.lastIndex = end;
  }
  push(out, unit.slice(start));
}

function phraseEnd(unit: string, start: number, found: RegExpExecArray): number | undefined {
  const end = found.index + found[0].length;
  return end - start < shortPhrase || isMark(unit, end) ? undefined : end;
}

/** Where the sentence ends whose stop begins at `at`, or undefined when it does not end there. */
function stopEnd(unit: string, at: number): number | undefined {
  let end = at;
  let full = false;
  let onlyDot = true;
  for (; end < unit.length; end++) {
    const mark = unit.charAt(end);
    if (fullStops.includes(mark)) full = true;
    else if (!'.!?…'.includes(mark)) break;
    if (mark !== '.') onlyDot = false;
  }
  const dots = end - at;
  while (end < unit.length && closers.test(unit.charAt(end))) end++;
  if (full) return isMark(unit, end) || isQuoted(unit, end) ? undefined : end;
  if (end === unit.length) return end;
  const next = unit.charAt(end);
  if (!/\s/.test(next))
    return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(next) && !(onlyDot && dots === 1)
      ? end
      : undefined;
  if (isMark(unit, end + 1)) return undefined;
  const follows = /\S/.exec(unit.slice(end, end + 64));
  const from = follows === null ? end : end + follows.index;
  const opening = unit.slice(from, from + 24).replace(/^[\s"'“„«‹([*_¿¡]+/, '');
  if (/^\p{Ll}/u.test(opening)) return undefined;
  return onlyDot && dots === 1 && isShortened(unit, at, opening) ? undefined : end;
}

/** Does the single full stop at `at` belong to the word before it? */
function isShortened(unit: string, at: number, opening: string): boolean {
  const token = /[\p{L}\p{N}.]*$/u.exec(unit.slice(Math.max(0, at - 24), at))?.[0] ?? '';
  const word = token.toLowerCase();
  const capital = /^\p{Lu}/u.test(opening);
  if (/^\p{Nd}{1,2}$/u.test(word)) {
    return isLineStart(unit, at - word.length) || ordinalMonths.has(opening.slice(0, 3).toLowerCase());
  }
  if (/^(?:\p{L}\.)+\p{L}$/u.test(token) || /^(?:\p{L}{1,3}\.)+\p{L}{1,3}$/u.test(token))
    return !/^[ap]\.m$/.test(word) || !capital;
  if (/^\p{L}$/u.test(token)) return !/[/\\@:_#=-]/.test(unit.charAt(at - 2));
  if (closingAbbreviations.has(word)) return word === 'no' ? /^\p{Nd}/u.test(opening) : !capital;
  return abbreviations.has(word);
}

/** A quoted sentence with Japanese that goes on behind it (`「はい！」と言った`). */
function isQuoted(unit: string, end: number): boolean {
  return '」』'.includes(unit.charAt(end - 1)) && /\p{sc=Hiragana}/u.test(unit.charAt(end));
}

function isLineStart(unit: string, at: number): boolean {
  const before = unit.slice(Math.max(0, at - 8), at);
  return /(?:^|\n)[ \t>]*$/.test(before) && (at <= 8 || before.includes('\n'));
}

/** Would a break here part a grapheme? */
function isMark(text: string, at: number): boolean {
  const point = text.codePointAt(at);
  return point !== undefined && /[\p{M}\p{Emoji_Modifier}]|\u200D/u.test(String.fromCodePoint(point));
}

function push(out: string[], piece: string): void {
  const trimmed = piece.trim();
  if (trimmed === '') return;
  // A blank that carries a mark is one grapheme with it.
  const carrier = isMark(trimmed, 0) ? piece.charAt(piece.indexOf(trimmed) - 1) : '';
  out.push(/[\n\r]/.test(carrier) ? trimmed : carrier + trimmed);
}
