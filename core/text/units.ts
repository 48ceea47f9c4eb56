import type { Span } from './code-spans.ts';

/** One line or several that belong together: a fenced block, a list item, a heading, a table row, a paragraph. */
export interface Unit extends Span {
  readonly kind: 'fence' | 'line' | 'paragraph';
}

/**
 * A text in units, in order; blank lines stand between them. A line ends a unit when the next one opens something of
 * its own (list item, heading, quote, table row, fence), or when it is clearly no wrapped prose. Linear.
 */
export function units(text: string): Unit[] {
  const out: Unit[] = [];
  let paragraph: Span[] = [];
  let fence: { readonly mark: string; readonly start: number } | undefined;
  const flush = () => {
    for (const unit of join(text, paragraph)) out.push(unit);
    paragraph = [];
  };
  for (const line of lines(text)) {
    const words = text.slice(line.start, line.end);
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(words)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) && /^[ \t>]*[`~]+[ \t]*$/.test(words)) {
        out.push({ kind: 'fence', start: fence.start, end: line.end });
        fence = undefined;
      }
    } else if (
      mark !== undefined &&
      !(mark.startsWith('`') && words.includes('`', words.indexOf(mark) + mark.length))
    ) {
      flush();
      fence = { mark, start: line.start };
    } else if (/^\s*$/.test(words)) flush();
    else {
      if (opensUnit.test(words)) flush();
      paragraph.push(line);
      if (ownLine.test(words)) flush();
    }
  }
  if (fence !== undefined) out.push({ kind: 'fence', start: fence.start, end: text.length });
  else flush();
  return out;
}

const opensUnit = /^[ \t>]*(?:[-*+•·–] |\d{1,9}[.)] |#{1,6} |\||<\/?[A-Za-z])/;
/** A heading or a table row is never continued. */
const ownLine = /^[ \t>]*(?:#{1,6} |\|)/;

/** A line of wrapped prose is at least this long (UTF-16 code units) … */
const wrapWidth = 50;
/** … and with the next word it would have been at least this share of the paragraph's longest line. */
const wrapShare = 0.8;

function join(text: string, paragraph: readonly Span[]): Unit[] {
  const first = paragraph[0];
  if (first === undefined) return [];
  const width = paragraph.reduce((most, line) => Math.max(most, line.end - line.start), 0);
  const out: Unit[] = [];
  let start = first.start;
  for (const [index, line] of paragraph.entries()) {
    const next = paragraph[index + 1];
    if (next !== undefined && isWrapped(text, line, next, width)) continue;
    out.push({ kind: start === line.start ? 'line' : 'paragraph', start, end: line.end });
    if (next !== undefined) start = next.start;
  }
  return out;
}

function isWrapped(text: string, line: Span, next: Span, width: number): boolean {
  if (width < wrapWidth) return false;
  const word = /^\s*\S{0,40}/.exec(text.slice(next.start, Math.min(next.end, next.start + 60)))?.[0] ?? '';
  return line.end - line.start + 1 + word.trim().length >= width * wrapShare;
}

function* lines(text: string): Iterable<Span> {
  let start = 0;
  while (start <= text.length) {
    const at = text.indexOf('\n', start);
    const end = at === -1 ? text.length : at;
    yield { start, end };
    start = end + 1;
  }
}
