import { codeSpans } from './code-spans.ts';
import { units } from './units.ts';

/**
 * What a reader of the rendered Markdown sees, by a light scanner without a parser: code as it stands, everything else
 * without fence lines, link and image targets, whole images, comments, tags, definitions, list numbers. Linear.
 */
export function lightText(markdown: string): string {
  if (!/[`~<[\]&*]|^[ \t>]*\d{1,9}[.)]/m.test(markdown)) return markdown;
  const out: string[] = [];
  let from = 0;
  for (const unit of markdown.includes('```') || markdown.includes('~~~') ? units(markdown) : []) {
    if (unit.kind !== 'fence') continue;
    out.push(inlineText(markdown.slice(from, unit.start)), fenceText(markdown.slice(unit.start, unit.end)));
    from = unit.end;
  }
  out.push(inlineText(markdown.slice(from)));
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
function inlineText(markdown: string): string {
  const text = withoutComments(markdown);
  const out: string[] = [];
  let from = 0;
  for (const span of text.includes('`') ? paragraphSpans(text) : []) {
    out.push(strip(text.slice(from, span.start)), text.slice(span.start, span.end));
    from = span.end;
  }
  out.push(strip(text.slice(from)));
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
  ['[', /^ {0,3}\[(?!\^)[^[\]\n]{1,400}\]:.*$/gm, ''],
  ['[^', /\[\^[^[\]\s]{1,400}\]:?/g, ''],
  ['![', new RegExp(`!\\[[^[\\]\\n]*\\]${target}`, 'g'), ''],
  ['](', new RegExp(`\\]${target}`, 'g'), ']'],
  ['][', /\]\[[^[\]\n]{0,400}\]/g, ']'],
  ['[', /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\]/gm, '$1'],
  ['<', /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>/g, '$1'],
  ['<', /<br\b[^<>]*>/gi, '\n'],
  ['<', /<\/?[A-Za-z][^<>]*>/g, ''],
  ['&', /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g, ' '],
  ['**', /\*\*/g, ''],
  ['', /^[ \t>]*(?:[-*+][ \t]+)?\d{1,9}[.)](?=[ \t]|$)/gm, ''],
];

function strip(text: string): string {
  let out = text;
  for (const [needs, pattern, put] of rules) if (out.includes(needs)) out = out.replace(pattern, put);
  return out;
}
