import type { Block } from './blocks.ts';
import type { Piece } from './piece.ts';

/** The head of a table with its row of dashes is one piece that every row needs. */
export function tableRows(into: Piece[], text: string, index: number, block: Block): void {
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
export function codeLines(
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
