import { sentences } from '../../text/sentences.ts';
import type { Block } from './blocks.ts';
import type { Piece } from './piece.ts';

/** Words of a block and their UTF-16 offset in the text. */
export interface Located {
  readonly text: string;
  readonly start: number;
}

/** Whether words of a block say something by themselves, or only stand before what does. */
export function kindOf(block: Block, words: string): Piece['kind'] {
  const leads = /[:：]\s*[*_]*$/u.test(words);
  if (block.kind === 'heading' && !(block.level === 7 && leads)) return 'title';
  return leads ? 'lead-in' : 'sentence';
}

/**
 * The sentences of a block with their places, or the clauses of its long ones. A line that plainly goes on in the next
 * one is no sentence. Of a quote the marks at the heads of its lines are left out.
 */
export function* located(text: string, block: Block, clauses: boolean): Iterable<Located> {
  let raw = text.slice(block.content, block.end);
  if (block.kind === 'quote') raw = raw.replace(/^[ \t]*(?:>[ \t]?)+/gm, (marks) => ' '.repeat(marks.length));
  const pieces =
    block.kind === 'heading' ? [raw.replace(/[ \t]+#+[ \t]*$/, '').trim()] : joined(raw, sentences(raw));
  let from = 0;
  for (const sentence of clauses ? pieces.flatMap(clausesOf) : pieces) {
    const place = Math.max(raw.indexOf(sentence, from), from);
    const bare = unmarked(untagged(sentence));
    if (/[\p{L}\p{N}]/u.test(bare))
      yield { text: bare, start: block.content + place + sentence.indexOf(bare) };
    from = place + sentence.length;
  }
}

/** Sentences that a line end cut in the middle, after a comma or before a small letter, as one again. */
function joined(raw: string, pieces: readonly string[]): readonly string[] {
  const found: string[] = [];
  let from = 0;
  let start = 0;
  for (const piece of pieces) {
    const at = Math.max(raw.indexOf(piece, from), from);
    const before = found.at(-1);
    const goesOn = before !== undefined && continues(before, raw.slice(from, at), piece);
    if (goesOn) found[found.length - 1] = raw.slice(start, at + piece.length);
    else {
      start = at;
      found.push(piece);
    }
    from = at + piece.length;
  }
  return found;
}

/** Whether the two are one sentence: a number alone with what it numbers, or a line that plainly goes on. */
function continues(before: string, gap: string, after: string): boolean {
  if (before.length < 10 && !/\p{L}/u.test(before)) return true;
  if (!gap.includes('\n')) return false;
  return /[,、，]$/u.test(before) || (/[\p{Ll}\p{M}]$/u.test(before) && /^\p{Ll}/u.test(after));
}

/** Clauses shorter than this (UTF-16 code units) stay with the next one. */
const shortClause = 16;

function clausesOf(sentence: string): readonly string[] {
  const found: string[] = [];
  let start = 0;
  for (const mark of sentence.matchAll(/[,;:](?=\s)|\s[—–-](?=\s)|\.{2,}(?=\s|$)|…|[、，；：]/gu)) {
    const end = mark.index + mark[0].length;
    if (end - start < shortClause || isInCode(sentence, end)) continue;
    found.push(sentence.slice(start, end).trim());
    start = end;
  }
  const rest = sentence.slice(start).trim();
  return rest === '' ? found : [...found, rest];
}

function isInCode(sentence: string, at: number): boolean {
  return (sentence.slice(0, at).split('`').length - 1) % 2 === 1;
}

/** The sentence without a tag at its beginning that it does not close, and one at its end that it did not open. */
function untagged(sentence: string): string {
  const opening = /^<([a-zA-Z][\w-]*)[^<>]*>/.exec(sentence);
  const closing = /<\/([a-zA-Z][\w-]*)>$/.exec(sentence);
  if (opening && closing && opening[1] === closing[1]) return sentence;
  const from = opening && !sentence.includes(`</${opening[1]}`) ? opening[0].length : 0;
  const to = closing && !sentence.includes(`<${closing[1]}`) ? closing.index : sentence.length;
  return from < to ? sentence.slice(from, to).trim() : sentence;
}

/** The sentence without a mark of bold type at one of its ends that has no partner in it. */
function unmarked(sentence: string): string {
  if (sentence.split('**').length % 2 === 1) return sentence;
  if (sentence.endsWith('**')) return sentence.slice(0, -2).trimEnd();
  return sentence.startsWith('**') ? sentence.slice(2).trimStart() : sentence;
}
