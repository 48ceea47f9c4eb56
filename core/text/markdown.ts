import type { Nodes, Root } from 'mdast';
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

/** Has the Markdown at least `min` visible words? The answer of `renderedWords`, mostly without parsing. */
export function isLong(markdown: string, min: number): boolean {
  const verdict = wordVerdict(markdown, min);
  return verdict === 'parse' ? renderedWords(markdown) >= min : verdict === 'long';
}

/** The visible text of parsed Markdown; blocks, cells and line breaks are parted by LF. */
export function renderedText(markdown: string): string {
  const out: string[] = [];
  const work: (Nodes | string)[] = [parse(markdown)];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (typeof node === 'string') out.push(node);
    else if (node.type === 'html') out.push(htmlText(node.value));
    else if ('value' in node) out.push(isBlock(node) ? `${node.value}\n` : node.value);
    else if (node.type === 'break') out.push('\n');
    else if ('children' in node) {
      if (isBlock(node)) work.push('\n');
      for (let index = node.children.length - 1; index >= 0; index--) work.push(node.children[index]!);
    }
  }
  return out.join('');
}

/** The Markdown as a tree of blocks (mdast), positions included; for a text of at most `parseLimit`. */
export function parse(markdown: string): Root {
  return parser.parse(markdown);
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

function isBlock(node: Nodes): boolean {
  return ['paragraph', 'heading', 'code', 'tableCell', 'tableRow', 'listItem', 'blockquote'].includes(
    node.type,
  );
}

/** What a browser shows of a piece of HTML: no comments, no scripts or styles, no tags. */
function htmlText(html: string): string {
  let rest = html;
  const out: string[] = [];
  for (let at = rest.search(hidden); at !== -1; at = rest.search(hidden)) {
    const end = hiddenEnd(rest, at);
    out.push(rest.slice(0, at), rest.startsWith('<br', at) ? '\n' : '');
    rest = rest.slice(end);
  }
  out.push(rest);
  return out.join('');
}

const hidden = /<(?:[A-Za-z/!?])/;

function hiddenEnd(html: string, at: number): number {
  const raw = /^<(script|style)\b/i.exec(html.slice(at, at + 8))?.[1];
  const closer = html.startsWith('<!--', at) ? '-->' : raw === undefined ? '>' : `</${raw.toLowerCase()}`;
  const end = (raw === undefined ? html : html.toLowerCase()).indexOf(closer, at + 1);
  return end === -1 ? html.length : end + closer.length + (raw === undefined ? 0 : 1);
}
