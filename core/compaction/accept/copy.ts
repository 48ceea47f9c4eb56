import type { Pair, Refused } from './pair.ts';

/**
 * Refuses a copy of the head of the message that ends inside a sentence: short enough and well-formed, yet without
 * what the message comes to. A head that ends where a sentence or line of the message ends is a choice of sentences.
 */
export function isCutCopy({ text, original }: Pair): Refused | undefined {
  const copy = flat(text).replace(/(?:\s*(?:\.\.\.|\| … \||…|\[…\]|\[\.\.\.\]))+$/u, '');
  const whole = flat(original);
  const shared = sharedHead(copy, whole);
  // the last few characters may be the way the model ends a sentence
  if (shared < 24 || shared < copy.length - 3 || shared >= whole.length) return undefined;
  const end = original.slice(0, offsetIn(original, shared)).trimEnd();
  const next = original.slice(end.length);
  const atEnd =
    /[\p{Sentence_Terminal}…][)"'”’»*_`]*$/u.test(end) ||
    /^[ \t]*\n/.test(next) ||
    /^[\p{Sentence_Terminal}…]/u.test(next);
  if (atEnd) return undefined;
  return { refused: 'cut-copy', detail: 'a copy of the head of the message that ends inside a sentence' };
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function sharedHead(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The offset in a text at which its flat form has this many characters. */
function offsetIn(text: string, flatLength: number): number {
  let count = 0;
  let inSpace = true;
  for (let at = 0; at < text.length; at++) {
    const space = /\s/u.test(text[at]!);
    if (!space || !inSpace) count++;
    inSpace = space;
    if (count > flatLength) return at;
  }
  return text.length;
}
