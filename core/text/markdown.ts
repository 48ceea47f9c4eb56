import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { plainWords } from './plain-words.ts';
import { countWords, wordVerdict } from './prose.ts';

/** Markdown longer than this (UTF-16 code units) is never parsed: the parser is quadratic on some input. */
export const parseLimit = 65_536;

/**
 * How many words a reader of the rendered Markdown sees, by parsing it (GitHub flavour): text and code, also text
 * between HTML tags; not link targets, images with their alternative text, comments, tags, definitions, list numbers.
 * Above `parseLimit` the light scanner answers.
 */
export function renderedWords(markdown: string): number {
  return markdown.length > parseLimit ? countWords(markdown) : plainWords(renderedText(markdown));
}

/**
 * Has the Markdown at least `min` visible words? The answer of `renderedWords`, mostly without parsing: bounds decide
 * first, then the light scanner where it is far from `min`, then the parser.
 */
export function isLong(markdown: string, min: number): boolean {
  const verdict = wordVerdict(markdown, min);
  if (verdict !== 'parse') return verdict === 'long';
  const words = countWords(markdown);
  const doubt = subtle.test(markdown) ? 3 + min / 10 : 0;
  return Math.abs(words - min) > doubt || doubt === 0 ? words >= min : renderedWords(markdown) >= min;
}

/** What the scanner may count wrongly, by a few words; without any of it, it counts as the parser does. */
const subtle =
  /[<&\\~|]|\]\[|\]:|!\[|\[\^|\w[*`]+\w|[^\s\w*`(["',.;:!?)\]-][*_`]|[*_`][^\s\w*`("',.;:!?)\]-]|\n(?: {4}|\t)|^(?: {4}|\t)|\]\([^)\n]*[\s(]/;

/** The visible text of parsed Markdown; blocks, cells and line breaks are parted by LF. */
function renderedText(markdown: string): string {
  const out: string[] = [];
  const work: (Nodes | string)[] = [parser.parse(markdown)];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (typeof node === 'string') out.push(node);
    else if (node.type === 'html') out.push(htmlText(node.value));
    else if ('value' in node) out.push(node.value);
    else if (node.type === 'break') out.push('\n');
    else if ('children' in node) {
      const parted = holdsBlocks.has(node.type);
      for (let index = node.children.length - 1; index >= 0; index--) {
        if (parted) work.push('\n');
        work.push(node.children[index]!);
      }
    }
  }
  return out.join('');
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

const holdsBlocks: ReadonlySet<string> = new Set([
  'root',
  'blockquote',
  'list',
  'listItem',
  'footnoteDefinition',
  'table',
  'tableRow',
]);

/** What a browser shows of a piece of HTML: no comments, no scripts or styles, no tags. */
function htmlText(html: string): string {
  const out: string[] = [];
  let from = 0;
  for (let at = nextTag(html, 0); at !== -1; at = nextTag(html, from)) {
    out.push(html.slice(from, at), /^<br\b/i.test(html.slice(at, at + 4)) ? '\n' : '');
    from = tagEnd(html, at);
  }
  out.push(html.slice(from));
  return out.join('');
}

function nextTag(html: string, from: number): number {
  tag.lastIndex = from;
  return tag.exec(html)?.index ?? -1;
}

const tag = /<[A-Za-z/!?]/g;

function tagEnd(html: string, at: number): number {
  const raw = /^<(script|style)\b/i.exec(html.slice(at, at + 8))?.[1];
  const closer = html.startsWith('<!--', at)
    ? /-->/g
    : raw === undefined
      ? />/g
      : /<\/(?:script|style)[^>]*>/gi;
  closer.lastIndex = at + 1;
  return closer.exec(html) === null ? html.length : closer.lastIndex;
}
