import type { Block } from './blocks.ts';
import type { Piece } from './piece.ts';
import type { Outline } from './pieces.ts';

/**
 * The picked pieces as Markdown in the order of the text: sentences of one paragraph together, items with their marks,
 * tables with their head, code in closed fences; what is left out of code and tables is marked by an ellipsis.
 */
export function render(outline: Outline, picked: ReadonlySet<number>): string {
  const out: string[] = [];
  let last: Block | undefined;
  let from = 0;
  for (const [index, block] of outline.blocks.entries()) {
    let to = from;
    while (to < outline.pieces.length && outline.pieces[to]!.block === index) to++;
    const all = outline.pieces.slice(from, to);
    const mine = all.filter((_, at) => picked.has(from + at));
    from = to;
    if (mine.length === 0) continue;
    if (last) out.push(last.kind === 'item' && (block.kind === 'item' || block.indent > 0) ? '\n' : '\n\n');
    out.push(blockText(outline, block, mine, all));
    last = block;
  }
  return out.join('');
}

function blockText(
  { text, clauses }: Outline,
  block: Block,
  mine: readonly Piece[],
  all: readonly Piece[],
): string {
  if (block.kind === 'code') return code(text, block, mine, all);
  if (block.kind === 'table') return table(mine, all);
  const lead = text.slice(block.start, block.content);
  const words = mine.map((piece, at) => {
    const before = mine[at - 1];
    if (before === undefined) return piece.text;
    const gap = text.slice(before.start + before.text.length, piece.start);
    if (clauses && /[\p{L}\p{N}]/u.test(gap)) return ` … ${piece.text}`;
    return `${gap.includes('\n') ? '\n' : gap === '' ? '' : ' '}${piece.text}`;
  });
  if (clauses && mine[0] !== all[0]) words.unshift('… ');
  if (clauses && mine.at(-1) !== all.at(-1)) words.push(' …');
  const body = words.join('');
  if (block.kind === 'quote') return body.replace(/^[ \t]*/gm, '> ');
  if (block.kind === 'item') return `${lead}${body}`;
  if (block.kind === 'heading') return block.level === 7 ? body : `${'#'.repeat(block.level)} ${body}`;
  return `${' '.repeat(block.indent)}${body}`;
}

function table(mine: readonly Piece[], all: readonly Piece[]): string {
  const rows = mine.map(({ text }) => text);
  return mine.length < all.length ? [...rows, '| … |'].join('\n') : rows.join('\n');
}

function code(text: string, block: Block, mine: readonly Piece[], all: readonly Piece[]): string {
  const rows: string[] = [];
  const kept = new Set(mine);
  let gap = false;
  for (const piece of all) {
    if (!kept.has(piece)) {
      gap = true;
      continue;
    }
    if (gap) rows.push(`${/^\s*/.exec(piece.text)![0]}…`);
    gap = false;
    rows.push(piece.text);
  }
  if (gap) rows.push('…');
  if (block.fence === '') return rows.join('\n');
  const end = text.indexOf('\n', block.start);
  return [
    text.slice(block.start, end < 0 ? block.end : end),
    ...rows,
    `${' '.repeat(block.indent)}${block.fence}`,
  ].join('\n');
}
