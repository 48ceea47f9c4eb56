import { sentences } from '../../text/sentences.ts';
import { type Block, blocks } from './blocks.ts';

/** What may be picked or left as a whole: a sentence, a list item's first words, a table row, a line of code. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offset in the original. */
  readonly start: number;
  /** The index of its block. */
  readonly block: number;
  /** Sentences and rows say something; a title or lead-in only stands before what does. */
  readonly kind: 'sentence' | 'row' | 'code' | 'title' | 'lead-in';
  /** The piece without which this one cannot stand: the item it hangs under, the head of its table. */
  readonly needs?: number;
}

/** A text in blocks and pieces, both in its order. */
export interface Outline {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pieces: readonly Piece[];
}

/** Cuts a Markdown text into what may be picked. Linear. */
export function outline(text: string): Outline {
  const parts = blocks(text);
  const pieces: Piece[] = [];
  /** The items that are open, by how far they stand to the right. */
  let open: { readonly indent: number; readonly piece: number }[] = [];
  for (const [index, block] of parts.entries()) {
    if (block.kind === 'item') {
      open = open.filter(({ indent }) => indent < block.indent);
      const first = pieces.length;
      push(pieces, text, index, block, open.at(-1)?.piece, true);
      if (pieces.length > first) open.push({ indent: block.indent, piece: first });
    } else {
      const standsIn =
        block.indent > 0 ? open.filter(({ indent }) => indent < block.indent).at(-1)?.piece : undefined;
      if (standsIn === undefined && block.kind !== 'code') open = [];
      push(pieces, text, index, block, standsIn ?? introduction(pieces, parts, index), false);
    }
  }
  return { text, blocks: parts, pieces };
}

/** The short lead-in that stands right before this block, when it is code: without it nobody knows what the code is. */
function introduction(pieces: readonly Piece[], parts: readonly Block[], index: number): number | undefined {
  const last = pieces.at(-1);
  const introduces =
    parts[index]!.kind === 'code' &&
    last?.kind === 'lead-in' &&
    last.block === index - 1 &&
    last.text.length <= 120;
  return introduces ? pieces.length - 1 : undefined;
}

function push(
  into: Piece[],
  text: string,
  index: number,
  block: Block,
  parent: number | undefined,
  item: boolean,
): void {
  const needs = parent === undefined ? {} : { needs: parent };
  if (block.kind === 'table') tableRows(into, text, index, block);
  else if (block.kind === 'code') codeLines(into, text, index, block, needs);
  else proseSentences(into, text, index, block, needs, item);
}

function proseSentences(
  into: Piece[],
  text: string,
  index: number,
  block: Block,
  needs: { readonly needs?: number },
  item: boolean,
): void {
  const first = into.length;
  for (const piece of located(text, block)) {
    const kind = kindOf(block, piece.text);
    const behind = item && into.length > first ? { needs: first } : needs;
    into.push({ ...piece, block: index, kind, ...behind });
  }
}

function kindOf(block: Block, words: string): Piece['kind'] {
  const leads = /[:：]\s*[*_]*$/u.test(words);
  if (block.kind === 'heading' && !(block.level === 7 && leads)) return 'title';
  return leads ? 'lead-in' : 'sentence';
}

/** The sentences of a block with their places. Of a quote the marks at the heads of its lines are left out. */
function* located(text: string, block: Block): Iterable<{ readonly text: string; readonly start: number }> {
  let raw = text.slice(block.content, block.end);
  if (block.kind === 'quote') raw = raw.replace(/^[ \t]*(?:>[ \t]?)+/gm, (marks) => ' '.repeat(marks.length));
  if (block.kind === 'heading') {
    yield { text: raw.replace(/[ \t]+#+[ \t]*$/, '').trim(), start: block.content };
    return;
  }
  let from = 0;
  for (const sentence of sentences(raw)) {
    const at = raw.indexOf(sentence, from);
    const place = Math.max(at, from);
    const bare = untagged(sentence);
    if (/[\p{L}\p{N}]/u.test(bare))
      yield { text: bare, start: block.content + place + sentence.indexOf(bare) };
    from = place + sentence.length;
  }
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

/** The head of a table with its row of dashes is one piece that every row needs. */
function tableRows(into: Piece[], text: string, index: number, block: Block): void {
  const first = into.length;
  let start = block.start;
  let head: string | undefined;
  for (const [at, row] of text.slice(block.start, block.end).split('\n').entries()) {
    if (at === 0) head = row;
    else if (at === 1)
      into.push({ text: `${head}\n${row}`, start: block.start, block: index, kind: 'lead-in' });
    else if (/[\p{L}\p{N}]/u.test(row))
      into.push({ text: row, start, block: index, kind: 'row', needs: first });
    start += row.length + 1;
  }
}

/** Code of a few lines is one piece, longer code is one a line; fence lines are no pieces. */
function codeLines(
  into: Piece[],
  text: string,
  index: number,
  block: Block,
  needs: { readonly needs?: number },
): void {
  const raw = text.slice(block.start, block.end);
  const open = block.fence === '' ? 0 : raw.indexOf('\n') + 1;
  if (block.fence !== '' && open === 0) return;
  const close = /\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/.exec(raw);
  const end = block.fence !== '' && close && close.index >= open - 1 ? close.index : raw.length;
  const body = raw.slice(open, Math.max(open, end));
  const lines = body.split('\n');
  if (lines.length <= wholeLines && body.length <= wholeLength) {
    if (/[\p{L}\p{N}]/u.test(body))
      into.push({ text: body, start: block.start + open, block: index, kind: 'code', ...needs });
    return;
  }
  let start = block.start + open;
  for (const line of lines) {
    if (/[\p{L}\p{N}]/u.test(line)) into.push({ text: line, start, block: index, kind: 'code', ...needs });
    start += line.length + 1;
  }
}

const wholeLines = 4;
/** UTF-16 code units. */
const wholeLength = 240;
