import { outsideCode } from './code.ts';
import type { Refused } from './pair.ts';

/**
 * The words of a reply that may be kept: without zero-width characters at its ends, without the reasoning block it
 * opens with, without rules, a label or quotation marks around the whole. A block that was opened and never closed is
 * refused. Tags that the reply quotes in code are content.
 */
export function cleaned(reply: string, original: string): { readonly text: string } | Refused {
  let text = trimmed(reply.replace(/\r\n?/g, '\n'));
  for (let opening = openTag.exec(text); opening; opening = openTag.exec(text)) {
    const close = text.toLowerCase().indexOf(`</${opening[1]!.toLowerCase()}`, opening[0].length);
    if (close < 0) return { refused: 'reasoning', detail: 'a reasoning block that was never closed' };
    const end = text.indexOf('>', close);
    text = trimmed(end < 0 ? '' : text.slice(end + 1));
  }
  const lone = loneClosing(text);
  // templates that swallow the opening tag leave the closing one alone; what stands before it was thought, not said
  if (lone >= 0 && loneClosing(original) < 0) text = trimmed(text.slice(lone).replace(/^<\/\w+\s*>/, ''));
  return { text: unwrapped(text, original) };
}

const names = 'think|thinking|thought|thoughts|reasoning|analysis|reflection|scratchpad';
const openTag = new RegExp(`^<(${names})(?:\\s[^<>]*)?>`, 'i');
const closeTag = new RegExp(`</(?:${names})\\s*>`, 'gi');

/** Offset of the last closing tag that stands outside code, or -1. */
function loneClosing(text: string): number {
  if (!text.includes('</')) return -1;
  return [...outsideCode(text).matchAll(closeTag)].at(-1)?.index ?? -1;
}

function trimmed(text: string): string {
  return text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/gu, '');
}

function unwrapped(reply: string, original: string): string {
  let text = trimmed(reply.replace(/^(?:-{3,}|\*{3,}|_{3,})\n/, '').replace(/\n(?:-{3,}|\*{3,}|_{3,})$/, ''));
  const fenced = /^(`{3,})(?:text|markdown|md|plaintext)?\n([\s\S]*)\n\1$/.exec(text);
  if (fenced && !fenced[2]!.includes('```') && !/^\s*```/m.test(original)) text = trimmed(fenced[2]!);
  const label = labelLine.exec(text);
  if (label && !original.startsWith(label[0].trim())) text = trimmed(text.slice(label[0].length));
  const [first, last] = [text.at(0) ?? '', text.at(-1) ?? ''];
  const quoted = text.length > 2 && quotes.get(first) === last && !original.startsWith(first);
  if (quoted && !text.slice(1, -1).includes(first) && !text.slice(1, -1).includes(last))
    text = trimmed(text.slice(1, -1));
  return text;
}

/** "Summary:", "Here is a short summary of the message:" and the like, in the languages small models say it. */
const labelLine =
  /^(?:#{1,6} +|\*\*)?(?:(?:sure|okay|ok|certainly)[,.!] *)?(?:(?:here(?:'|’)?s?(?: is)?|this is|hier ist|voici|aquí (?:está|tienes)|aqui está|ecco|вот) )?(?:(?:the|a|an|my|your|eine?|die|das|une?|le|el|la|un|o|um|uma|il) )?(?:(?:short|brief|concise|kurze?|bref|court|breve) )?(?:summary|tl;dr|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sintesi|краткое содержание|резюме|要約|摘要|总结|總結|概要|요약)(?: (?:of|der|des|du|de|del|do|da) [^:\n]{1,40})?(?:\*\*)?[:：](?:\*\*)?\s*/iu;

const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
]);
