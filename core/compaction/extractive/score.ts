import { facts } from '../../text/facts.ts';
import { codePoints } from '../room.ts';
import { contentStems } from '../words.ts';
import { announcing, asks, idle, leaning, weighty } from './cues.ts';
import type { Piece } from './piece.ts';
import type { Outline } from './pieces.ts';

/** A piece with what picking it would give and cost. */
export interface Scored {
  readonly piece: Piece;
  /** Code points. */
  readonly size: number;
  /** Its different words that carry meaning. */
  readonly words: readonly string[];
  /** What speaks for it beside its words, as a factor. */
  readonly weight: number;
  /** Indexes of the exact facts that lie in it. */
  readonly facts: readonly number[];
}

/** The pieces of a text with their scores, how much each word counts, and how long each exact fact is. */
export interface Scores {
  readonly pieces: readonly Scored[];
  readonly worth: ReadonlyMap<string, number>;
  /** Code points of each exact fact. */
  readonly facts: readonly number[];
}

/**
 * Scores pieces by what they say, never by where they stand: words that come back elsewhere in the text, exact facts,
 * decisions and conclusions, questions and requests, negations. Linear in the text.
 */
export function score({ text, pieces }: Outline): Scores {
  const exact = facts(text);
  const holders = factsByPiece(pieces, exact);
  const words = pieces.map((piece) => [...new Set(contentStems(piece.text))]);
  const counts = new Map<string, number>();
  for (const [at, list] of words.entries()) {
    // a line of code says its names over and over: it counts less for what the text is about
    const share = pieces[at]!.kind === 'code' ? 0.25 : 1;
    for (const word of list) counts.set(word, (counts.get(word) ?? 0) + share);
  }
  const worth = new Map([...counts].map(([word, count]) => [word, 0.4 + Math.log2(0.6 + count)]));
  const first = new Map<string, number>();
  for (const [at, { text: said }] of pieces.entries()) if (!first.has(said)) first.set(said, at);
  const last = pieces.findLastIndex(({ kind }) => kind === 'sentence');
  return {
    pieces: pieces.map((piece, at) => ({
      piece,
      size: codePoints(piece.text),
      words: words[at]!,
      // what was said before in the same words says nothing new
      weight: first.get(piece.text) === at ? weigh(piece, holders[at]!.length, at >= last - 1) : 0,
      facts: holders[at]!,
    })),
    worth,
    facts: exact.map((fact) => codePoints(fact.text)),
  };
}

function factsByPiece(
  pieces: readonly Piece[],
  exact: readonly { readonly text: string; readonly start: number }[],
): readonly (readonly number[])[] {
  const holders: number[][] = pieces.map(() => []);
  let at = 0;
  for (const [index, fact] of exact.entries()) {
    while (at + 1 < pieces.length && pieces[at + 1]!.start <= fact.start) at++;
    const piece = pieces[at];
    if (piece && fact.start + fact.text.length <= piece.start + piece.text.length) holders[at]!.push(index);
  }
  return holders;
}

function weigh({ kind, text }: Piece, factCount: number, isLast: boolean): number {
  if (kind === 'title' || kind === 'lead-in') return 0;
  if (kind === 'code') return 0.35 + (codeHead.test(text) ? 0.25 : 0) + Math.min(0.3, factCount * 0.1);
  let weight = kind === 'row' ? 0.8 : 1;
  weight += Math.min(0.8, hits(weighty, text) * 0.2);
  weight += Math.min(0.5, factCount * 0.1);
  // what a message ends by asking is what the next one answers
  if (/[?？؟]/u.test(text)) weight += isLast ? 1.6 : 0.3;
  if (asks.some((form) => form.test(text))) weight += 0.25;
  if (negation.test(text)) weight += 0.2;
  if (leaning.test(text)) weight *= 0.75;
  if (announcing.test(text)) weight *= 0.6;
  if (idle.some((form) => form.test(text))) weight *= 0.15;
  if (!/[.!?…。！？।؟:;)\]"'”’»*_`|]$/u.test(text) && kind === 'sentence') weight *= 0.85;
  return weight;
}

function hits(forms: readonly RegExp[], text: string): number {
  return forms.reduce((sum, form) => sum + (text.match(form)?.length ?? 0), 0);
}

const negation =
  /\b(?:not|never|no|cannot|nicht|kein\w*|nie|pas|jamais|no|nunca|não|non|не|нельзя)\b|n['’]t\b|[不没別未]|ない|ません|않|못/iu;
const codeHead =
  /^\s*(?:export|import|def|class|function|func|fn|pub|interface|type|struct|enum|const|public|private|CREATE|SELECT|ALTER|\$|#|\/\/|--|@|FROM|error|Error|FAIL|\+|-)/;
