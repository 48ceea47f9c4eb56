import { codeSpans } from './code-spans.ts';
import { units } from './units.ts';

/**
 * What a reader of the rendered Markdown sees, by a light scanner without a parser: code as it stands, everything else
 * without fence lines, link and image targets, whole images, comments, tags, definitions, list numbers. Linear.
 */
export function lightText(markdown: string): string {
  if (!/[`~<[\]&*]|^[ \t>]*\d{1,9}[.)]/m.test(markdown)) return markdown;
  const defined = /^ {0,3}\[[^[\]\n]{1,400}\]:/m.test(markdown);
  const out: string[] = [];
  let from = 0;
  for (const unit of markdown.includes('```') || markdown.includes('~~~') ? units(markdown) : []) {
    if (unit.kind !== 'fence') continue;
    out.push(
      inlineText(markdown.slice(from, unit.start), defined),
      fenceText(markdown.slice(unit.start, unit.end)),
    );
    from = unit.end;
  }
  out.push(inlineText(markdown.slice(from), defined));
  return out.join('\n');
}

function fenceText(fence: string): string {
  const body = fence.indexOf('\n');
  if (body === -1) return '';
  const last = fence.lastIndexOf('\n');
  const closed = last > body && /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(fence.slice(last + 1));
  return fence.slice(body, closed ? last : undefined);
}

/** Between fences: the code spans stand, the rest is stripped. */
function inlineText(markdown: string, defined: boolean): string {
  const shown = withoutComments(markdown);
  const text = defined ? shown.replace(definition, '') : shown;
  const out: string[] = [];
  let from = 0;
  for (const span of text.includes('`') ? paragraphSpans(text) : []) {
    out.push(strip(text.slice(from, span.start), defined), text.slice(span.start, span.end));
    from = span.end;
  }
  out.push(strip(text.slice(from), defined));
  return out.join('');
}

function* paragraphSpans(text: string) {
  let start = 0;
  for (const paragraph of text.split(/(\n[ \t]*\n)/)) {
    for (const span of codeSpans(paragraph)) yield { start: start + span.start, end: start + span.end };
    start += paragraph.length;
  }
}

function withoutComments(text: string): string {
  let at = text.indexOf('<!--');
  if (at === -1) return text;
  const out: string[] = [];
  let from = 0;
  while (at !== -1) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) break;
    out.push(text.slice(from, at));
    from = end + 3;
    at = text.indexOf('<!--', from);
  }
  out.push(text.slice(from));
  return out.join('');
}

const target =
  '\\((?:<[^<>\\n]*>|[^()[\\]\\s]*(?:\\([^()[\\]\\s]*\\)[^()[\\]\\s]*)?)(?:[ \\t]+(?:"[^"\\n]*"|\'[^\'\\n]*\'))?\\s?\\)';

const rules: readonly (readonly [needs: string, pattern: RegExp, put: string])[] = [
  ['', /^[ \t>]*(?:[-*+][ \t]+)?\d{1,9}[.)](?=[ \t]|$)/gm, ''],
  ['![', new RegExp(`!\\[[^[\\]\\n]*\\]${target}`, 'g'), ''],
  ['](', new RegExp(`\\]${target}`, 'g'), ']'],
  ['[', /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\]/gm, '$1'],
  ['<', /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>/g, '$1'],
  ['<', /<(?:script|style)\b[^<>]*>[^<]*<\/(?:script|style)>/gi, ''],
  ['<', /<br\b[^<>]*>/gi, '\n'],
  ['<', /<\/?[A-Za-z][^<>]*>/g, ''],
  ['&', /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g, ' '],
  ['**', /\*\*/g, ''],
  ['*', /(?<=\w)\*(\w[^\s*]{0,80})\*(?=\w)/g, '$1'],
  ['\\', /\\(?=[!-/:-@[-`{-~])/g, ''],
];

/** A line that says where a reference leads; a footnote is shown, with its words. */
const definition = /^ {0,3}\[(?!\^)[^[\]\n]{1,400}\]:[ \t]*(?:\n[ \t]*)?\S.*$/gm;

/** References show nothing of their own where the text defines what they mean; elsewhere they are text. */
const references: typeof rules = [
  ['[^', /\[\^[^[\]\s]{1,400}\]:?/g, ''],
  ['![', /!\[[^[\]\n]*\]\[[^[\]\n]{0,400}\]/g, ''],
  ['][', /\]\[[^[\]\n]{0,400}\]/g, ']'],
];

function strip(text: string, defined: boolean): string {
  let out = text;
  for (const [needs, pattern, put] of defined ? [...references, ...rules] : rules) {
    if (out.includes(needs)) out = out.replace(pattern, put);
  }
  return out;
}
