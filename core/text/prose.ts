import { lightText } from './light-text.ts';
import { plainWords } from './plain-words.ts';

export { sentences } from './sentences.ts';

/**
 * How many words a reader of the rendered Markdown sees, by a light scanner: code counts; link targets, whole images
 * (their alternative text included, since the picture stands in its place), HTML comments and tags, fence lines,
 * definitions and list numbers do not. Within a few words of `renderedWords`, at many times its speed; linear.
 */
export function countWords(markdown: string): number {
  return plainWords(lightText(markdown));
}

/**
 * Does the Markdown have at least `min` visible words? Decided from bounds that parsing could only narrow: `long` and
 * `short` are certain, `parse` says that a parser must look. Reads no further than it needs to.
 */
export function wordVerdict(markdown: string, min: number): 'long' | 'short' | 'parse' {
  if (markdown.length < min) return 'short';
  const bounds: Bounds = { least: 0, most: 0, doubt: opensLine(markdown.slice(0, 80)) };
  let flags = 0;
  let start = -1;
  for (let at = 0; at <= markdown.length; at++) {
    const unit = at === markdown.length ? 0x0a : markdown.charCodeAt(at);
    if (unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d) {
      if (start !== -1) {
        weigh(bounds, markdown.slice(start, at), flags, min);
        if (bounds.least >= min) return 'long';
      }
      if (unit === 0x0a) endLine(bounds, markdown, at);
      start = -1;
      flags = 0;
    } else {
      if (start === -1) start = at;
      flags |= unit < 128 ? kinds[unit]! : other;
    }
  }
  return bounds.most < min ? 'short' : 'parse';
}

interface Bounds {
  least: number;
  most: number;
  /** What must be seen before words are certain to be shown again; `line` and `blank` are ends of lines. */
  doubt: string | undefined;
}

const punctuation = 1;
/** What rendering may take away or put another character for: emphasis, code, escapes, character references. */
const markup = 2;
/** What may open or close something that is not shown. */
const bracket = 4;
const other = 8;

const kinds = new Uint8Array(128).fill(punctuation);
for (let unit = 0; unit < 128; unit++) if (/[A-Za-z0-9]/.test(String.fromCharCode(unit))) kinds[unit] = 0;
for (const mark of '*_~`\\&') kinds[mark.charCodeAt(0)] = markup;
for (const mark of '<[]') kinds[mark.charCodeAt(0)] = bracket;

function weigh(bounds: Bounds, chunk: string, flags: number, min: number): void {
  if (flags === 0 && bounds.doubt === undefined) {
    bounds.least++;
    bounds.most++;
    return;
  }
  const enough = min * 2 + 2;
  const raw = flags === 0 ? 1 : plainWords(chunk, enough);
  // Emphasis inside words of a script without spaces may part them in other places.
  const slack = (flags & other) !== 0 && (flags & markup) !== 0 ? Math.ceil(raw / 8) + 1 : 0;
  bounds.most += raw + slack;
  if (isDoubtful(bounds, chunk, flags)) return;
  if ((flags & (markup | bracket)) === 0) bounds.least += raw;
  else bounds.least += Math.max(0, plainWords(chunk.replace(removable, ''), enough) - slack);
}

/** What may not be shown of a chunk that closes what it opens; what stands around it is then joined. */
const removable = /\]\([^\s()]*\)|&(?:#\w{1,8}|[A-Za-z]\w{1,40});|[*_~`\\&[\]]/g;

/** Is the chunk, or a part of it, perhaps not shown? Keeps book of what it opens and closes. */
function isDoubtful(bounds: Bounds, chunk: string, flags: number): boolean {
  const { doubt } = bounds;
  if (doubt !== undefined) {
    const end = doubt === 'line' || doubt === 'blank' ? -1 : chunk.lastIndexOf(doubt);
    if (end !== -1) bounds.doubt = opened(chunk.slice(end));
    return true;
  }
  if ((flags & bracket) === 0) return flags === punctuation && numbering.test(chunk);
  bounds.doubt = opened(chunk);
  return bounds.doubt !== undefined || /\]\[|\[\^|\[[ xX]?\]|!\[|<[A-Za-z/!?]/.test(chunk);
}

/** The number of an item, perhaps of a list in a quotation: an item may be empty. */
const numbering = /^>*\d{1,9}[.)]$/;

/** What would end the thing that this chunk opens and does not close. */
function opened(chunk: string): string | undefined {
  const comment = chunk.lastIndexOf('<!--');
  if (comment !== -1 && !chunk.includes('-->', comment)) return '-->';
  if (/<(?:script|style|!\[CDATA|\?)/i.test(chunk)) return never;
  if (chunk.includes(']:')) return 'blank';
  const image = chunk.lastIndexOf('![');
  if (image !== -1 && !chunk.includes(']', image)) return ']';
  const target = chunk.lastIndexOf('](');
  if (target !== -1 && !chunk.includes(')', target)) return ')';
  return /<[A-Za-z/!][^<>]*$/.test(chunk) ? '>' : undefined;
}

/** Stands in no chunk, because chunks have no blanks. */
const never = ' ';

function endLine(bounds: Bounds, markdown: string, at: number): void {
  const next = markdown.slice(at + 1, at + 81);
  const { doubt } = bounds;
  if (doubt === '-->' || doubt === never) return;
  if (doubt === 'line' || /^[ \t\r]*(?:\n|$)/.test(next)) bounds.doubt = undefined;
  if (bounds.doubt === undefined) bounds.doubt = opensLine(next);
}

/** Fence lines name a language that is not shown; a line that begins with a bracket may be a definition. */
function opensLine(line: string): string | undefined {
  const found = /^(?:[ \t>*+-]|\d{1,9}[.)](?=[ \t]))*(`{3}|~{3}|\[[^\]\n]*(?:$|\n|\]:))/.exec(line)?.[1];
  if (found === undefined) return undefined;
  return found.startsWith('[') ? 'blank' : 'line';
}
