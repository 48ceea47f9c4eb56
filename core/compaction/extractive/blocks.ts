/** A run of lines that belong together, by UTF-16 offsets in the text; line prefixes included, final line end not. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'table' | 'code' | 'quote';
  readonly start: number;
  readonly end: number;
  /** Where its own words begin: behind the marks of a heading, list item or quote. */
  readonly content: number;
  /** How far it stands to the right, in columns: list items and what stands in them. */
  readonly indent: number;
  /** Of a heading 1..6, 7 for a line that is bold as a whole; else 0. */
  readonly level: number;
  /** Of code the fence that opened it, '' for code by indentation. */
  readonly fence: string;
}

/**
 * The blocks of a Markdown text in order, by a line scanner of its own: linear, for texts of any size, and as forgiving
 * as chats are. Blank lines, rules, comments and lines of tags alone belong to no block; an unclosed fence runs to the end.
 */
export function blocks(text: string): readonly Block[] {
  const found: Block[] = [];
  const rows = lines(text);
  let at = 0;
  let list = -1;
  while (at < rows.length) {
    const row = rows[at]!;
    const words = text.slice(row.start, row.end);
    const indent = columns(words);
    if (isSkipped(words)) {
      if (!/^\s*$/.test(words)) list = -1;
      at++;
      continue;
    }
    const block = blockAt(text, rows, at, list);
    found.push(block.block);
    if (block.block.kind === 'item') list = indent;
    else if (indent <= list || list < 0)
      list = block.block.kind === 'code' && list >= 0 ? list : indent > list ? list : -1;
    at = block.next;
  }
  return found;
}

interface Row {
  readonly start: number;
  readonly end: number;
}

interface Taken {
  readonly block: Block;
  /** The row behind it. */
  readonly next: number;
}

const fenceOpen = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/;
const itemOpen = /^[ \t]*(?:[-*+•·▪◦–]|\d{1,9}[.)]|[①-⑳])[ \t]+(?=\S)/;
const headingOpen = /^ {0,3}(#{1,6})[ \t]+(?=\S)/;
const quoteOpen = /^[ \t]*>/;
const boldLine = /^(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)[:：]?$/;
const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const tagsAlone = /^[ \t]*(?:<\/?[a-zA-Z][^<>]*>[ \t]*)+$|^[ \t]*<!--.*-->[ \t]*$/;

function isSkipped(words: string): boolean {
  return /^\s*$/.test(words) || rule.test(words) || tagsAlone.test(words);
}

function blockAt(text: string, rows: readonly Row[], at: number, list: number): Taken {
  const row = rows[at]!;
  const words = text.slice(row.start, row.end);
  const indent = columns(words);
  const fence = fenceOpen.exec(words);
  if (fence && !(fence[1]!.startsWith('`') && fence[2]!.includes('`')))
    return fenced(text, rows, at, fence[1]!);
  const heading = headingOpen.exec(words);
  if (heading)
    return taken('heading', rows, at, at + 1, { content: heading[0].length, level: heading[1]!.length });
  if (indent >= 4 && list < 0 && isAfterBlank(text, rows, at)) return indented(text, rows, at);
  if (words.includes('|') && isTable(text, rows, at)) return table(text, rows, at);
  const item = itemOpen.exec(words);
  if (item) return prose('item', text, rows, at, { content: item[0].length, indent });
  if (quoteOpen.test(words)) return quote(text, rows, at);
  if (boldLine.test(words.trim()) && endsHere(text, rows, at))
    return taken('heading', rows, at, at + 1, { content: indent, level: 7 });
  return prose('paragraph', text, rows, at, {
    content: words.length - words.trimStart().length,
    indent: list >= 0 ? indent : 0,
  });
}

function taken(
  kind: Block['kind'],
  rows: readonly Row[],
  from: number,
  to: number,
  more: Partial<Block>,
): Taken {
  const { start } = rows[from]!;
  const block = { kind, start, end: rows[to - 1]!.end, indent: 0, level: 0, fence: '', ...more };
  return { block: { ...block, content: start + (more.content ?? 0) }, next: to };
}

function fenced(text: string, rows: readonly Row[], at: number, mark: string): Taken {
  let to = at + 1;
  while (to < rows.length && !closes(text.slice(rows[to]!.start, rows[to]!.end), mark)) to++;
  const opening = text.slice(rows[at]!.start, rows[at]!.end);
  return taken('code', rows, at, Math.min(rows.length, to + 1), { fence: mark, indent: columns(opening) });
}

function closes(words: string, mark: string): boolean {
  const bare = words.trim();
  return bare.length >= mark.length && bare === mark[0]!.repeat(bare.length);
}

/** Code by indentation runs on over blank lines; the blank lines at its end are not its own. */
function indented(text: string, rows: readonly Row[], at: number): Taken {
  let to = at + 1;
  let last = to;
  for (; to < rows.length; to++) {
    const words = text.slice(rows[to]!.start, rows[to]!.end);
    if (/^\s*$/.test(words)) continue;
    if (columns(words) < 4) break;
    last = to + 1;
  }
  return taken('code', rows, at, last, {});
}

function isTable(text: string, rows: readonly Row[], at: number): boolean {
  const next = rows[at + 1];
  if (next === undefined) return false;
  const words = text.slice(next.start, next.end);
  return words.includes('-') && words.includes('|') && delimiterRow.test(words);
}

function table(text: string, rows: readonly Row[], at: number): Taken {
  let to = at + 2;
  while (to < rows.length && text.slice(rows[to]!.start, rows[to]!.end).includes('|')) to++;
  return taken('table', rows, at, to, {});
}

function quote(text: string, rows: readonly Row[], at: number): Taken {
  let to = at + 1;
  while (to < rows.length && quoteOpen.test(text.slice(rows[to]!.start, rows[to]!.end))) to++;
  return taken('quote', rows, at, to, {});
}

/** Lines up to the first that is blank or opens a block of its own. */
function prose(
  kind: 'item' | 'paragraph',
  text: string,
  rows: readonly Row[],
  at: number,
  more: Partial<Block>,
): Taken {
  let to = at + 1;
  while (to < rows.length && !opensBlock(text, rows, to)) to++;
  return taken(kind, rows, at, to, more);
}

function opensBlock(text: string, rows: readonly Row[], at: number): boolean {
  const words = text.slice(rows[at]!.start, rows[at]!.end);
  return (
    isSkipped(words) ||
    headingOpen.test(words) ||
    itemOpen.test(words) ||
    quoteOpen.test(words) ||
    fenceOpen.test(words) ||
    (words.includes('|') && isTable(text, rows, at))
  );
}

function isAfterBlank(text: string, rows: readonly Row[], at: number): boolean {
  const before = rows[at - 1];
  return before === undefined || /^\s*$/.test(text.slice(before.start, before.end));
}

function endsHere(text: string, rows: readonly Row[], at: number): boolean {
  const next = rows[at + 1];
  return next === undefined || opensBlock(text, rows, at + 1);
}

/** Columns of white space before the first word; a tab goes to the next multiple of four. */
function columns(words: string): number {
  let count = 0;
  for (const letter of words) {
    if (letter === ' ') count++;
    else if (letter === '\t') count += 4 - (count % 4);
    else break;
  }
  return count;
}

function lines(text: string): readonly Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    rows.push({ start, end });
    start = end + 1;
  }
  rows.push({ start, end: text.length });
  return rows;
}
