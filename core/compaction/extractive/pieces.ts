import { type Block, blocks } from './blocks.ts';
import type { Piece } from './piece.ts';
import { codeLines, tableRows } from './rows.ts';
import { kindOf, located } from './wording.ts';

/** A text in blocks and pieces, both in its order. */
export interface Outline {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pieces: readonly Piece[];
  /** Whether sentences are cut into clauses. */
  readonly clauses: boolean;
}

/**
 * Cuts a Markdown text into what may be picked. Linear. With `clauses`, sentences come in their clauses: for texts of
 * which no whole sentence is short enough.
 */
export function outline(text: string, clauses = false): Outline {
  const parts = blocks(text);
  const pieces: Piece[] = [];
  /** The items that are open, by how far they stand to the right. */
  let open: { readonly indent: number; readonly piece: number }[] = [];
  for (const [index, block] of parts.entries()) {
    if (block.kind === 'item') {
      open = open.filter(({ indent }) => indent < block.indent);
      const first = pieces.length;
      push(pieces, text, index, block, open.at(-1)?.piece, true, clauses);
      if (pieces.length > first) open.push({ indent: block.indent, piece: first });
    } else {
      const standsIn =
        block.indent > 0 ? open.filter(({ indent }) => indent < block.indent).at(-1)?.piece : undefined;
      if (standsIn === undefined && block.kind !== 'code') open = [];
      push(pieces, text, index, block, standsIn ?? introduction(pieces, parts, index), false, clauses);
    }
  }
  markIntroductions(parts, pieces);
  bindRebuttals(pieces);
  return { text, blocks: parts, pieces, clauses };
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
  clauses: boolean,
): void {
  const needs = parent === undefined ? {} : { needs: parent };
  if (block.kind === 'table') tableRows(into, text, index, block);
  else if (block.kind === 'code') codeLines(into, text, index, block, needs);
  else {
    const first = into.length;
    for (const piece of located(text, block, clauses)) {
      const behind = item && into.length > first ? { needs: first } : needs;
      into.push({ ...piece, block: index, kind: kindOf(block, piece.text), ...behind });
    }
  }
}

/** A sentence that ends a paragraph and announces the list, table or code below it is a lead-in too. */
function markIntroductions(parts: readonly Block[], pieces: Piece[]): void {
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    if (piece.kind !== 'sentence' || next === undefined || next.block === piece.block) continue;
    const below = parts[next.block]!;
    const announced = below.kind === 'item' || below.kind === 'table' || below.kind === 'code';
    if (announced && parts[piece.block]!.kind === 'paragraph' && announces.test(piece.text))
      pieces[at] = { ...piece, kind: 'lead-in' };
  }
}

const announces =
  /\b(?:following|as follows|below)\b|(?<!\p{L})(?:folgend\w*|suivante?s?|ci-dessous|siguientes?|seguintes?|seguent[ei]|следующ\p{L}+)(?!\p{L})|以下|次の|下記|如下|다음/iu;

/** A statement that the next sentence takes back does not stand without it: half of it would say the opposite. */
function bindRebuttals(pieces: Piece[]): void {
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    if (
      piece.kind === 'sentence' &&
      piece.needs === undefined &&
      next?.kind === 'sentence' &&
      rebuts.test(next.text)
    )
      pieces[at] = { ...piece, needs: at + 1 };
  }
}

const rebuts =
  /^(?:but |and |no[,.:] )?(?:(?:this|that|it|which)(?:['’]s| is| was)? (?:(?:also )?(?:not|n['’]t|never|wrong|incorrect|false|untrue|no longer|a (?:mistake|misunderstanding))|(?:isn|wasn|doesn|didn)['’]t)|(?:wrong|incorrect|false|not (?:true|correct|right|quite))\b|(?:das|dies|es) (?:ist|war|stimmt) (?:aber |leider |so )?(?:nicht|falsch|kein)|(?:ce n['’]est (?:pas|plus)|c['’]est faux)|(?:eso |esto )?no es (?:así|cierto|correcto|verdad)|(?:isso |isto )?não é (?:assim|verdade|correto|certo)|(?:questo |ciò )?non è (?:così|vero|corretto|giusto)|это (?:не(?:верно|правда|правильно)?|ошибка)(?!\p{L}))|^(?:这(?:不|并不|是错)|不对|并非如此|これは(?:違|誤|間違|正しくな)|それは(?:違|誤|間違)|이것?은 (?:틀|아니|사실이 아니))/iu;
