import type { Role } from '../../conversation.ts';
import { codePoints } from '../room.ts';
import type { Original } from '../sections.ts';
import { type Outline, outline } from './pieces.ts';
import { render } from './render.ts';
import { type Scores, score } from './score.ts';
import { select } from './select.ts';

/**
 * A short form of picked sentences, items, rows and lines of the original, in its order: no model, any language, the
 * same text on every machine. It leaves room for the exact facts that are put behind it, so that both together save
 * at least `minSaving` (0..1) of the code points. Empty where no whole sentence fits.
 */
export function shorten(original: Original, role: Role, minSaving: number): string {
  return pick(original, role, minSaving).text;
}

/** A short form, and the UTF-16 offsets in the original of what was picked for what it says. */
export interface Picks {
  readonly text: string;
  readonly starts: readonly number[];
}

/** `shorten`, with what was picked, for measuring. */
export function pick(original: Original, _role: Role, minSaving: number): Picks {
  const size = codePoints(original);
  const all = Math.floor(size * (1 - minSaving) + 1e-6);
  const words = Math.min(all, aim(size));
  const sentences = scored(original, false);
  // a text of few long sentences: one of them with fewer exact facts, or else clauses
  const attempts = [
    () => picks(sentences, words, words, all),
    () => picks(sentences, all, words, all),
    () => picks(scored(original, true), words - clauseMarks, words, all),
  ];
  for (const attempt of attempts) {
    const found = attempt();
    if (found.text !== '') return found;
  }
  return { text: '', starts: [] };
}

/** How far lead-ins and headings may go beyond what was planned. */
const leadRoom = 1.2;

/** Code points of the ellipses around clauses. */
const clauseMarks = 8;

function scored(text: string, clauses: boolean): { readonly parts: Outline; readonly scores: Scores } {
  const parts = outline(text, clauses);
  return { parts, scores: score(parts) };
}

function picks(
  { parts, scores }: ReturnType<typeof scored>,
  room: number,
  words: number,
  all: number,
): Picks {
  const picked = new Set(select(scores, { words: room, all }));
  lead(parts, picked, Math.min(all, words * leadRoom));
  const text = fitted(parts, picked, all);
  const said = [...picked]
    .map((at) => parts.pieces[at]!)
    .filter(({ kind }) => kind !== 'title' && kind !== 'lead-in');
  return { text, starts: said.map(({ start }) => start).sort((a, b) => a - b) };
}

/** The picked pieces as text; what the marks around them take is made up for by leaving out the least telling ones. */
function fitted(parts: Outline, picked: Set<number>, room: number): string {
  for (;;) {
    const text = render(parts, picked);
    let excess = codePoints(text) - room;
    if (excess <= 0) return text;
    for (const at of [...picked].reverse()) {
      if (excess <= 0) break;
      picked.delete(at);
      excess -= codePoints(parts.pieces[at]!.text);
    }
  }
}

/** How many code points of picked words a text of this size should have: half of a short one, a small part of a long one. */
function aim(size: number): number {
  if (size <= 800) return size * 0.42;
  if (size <= 4000) return 336 + (size - 800) * 0.22;
  return 1040 + (Math.min(size, 40_000) - 4000) * 0.08 + Math.max(0, size - 40_000) * 0.02;
}

/** Adds lead-ins, then headings, above what was picked, the nearest first, while there is room for them. */
function lead(parts: Outline, picked: Set<number>, room: number): void {
  const leads = leadsOf(parts, picked);
  let left = room - codePoints(render(parts, picked));
  for (const at of leads) {
    const size = codePoints(parts.pieces[at]!.text) + 2;
    if (size > left) continue;
    picked.add(at);
    left -= size;
  }
}

/** Pieces that stand before something picked and say nothing alone: lead-ins first, then the deeper headings. */
function leadsOf({ blocks, pieces }: Outline, picked: ReadonlySet<number>): readonly number[] {
  const leads: { readonly at: number; readonly rank: number }[] = [];
  // seen from the end: the highest heading that is claimed, and whether the list or code below has something picked
  let claimed = Number.POSITIVE_INFINITY;
  let below = false;
  let any = false;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const { kind, block } = pieces[at]!;
    const { level, kind: blockKind } = blocks[block]!;
    if (picked.has(at)) [any, claimed] = [true, Number.POSITIVE_INFINITY];
    if (kind === 'title') {
      if (any && level < claimed) leads.push({ at, rank: 8 - level });
      claimed = Math.min(claimed, level);
    } else if (kind === 'lead-in' && !picked.has(at) && (below || picked.has(at + 1)))
      leads.push({ at, rank: 0 });
    if (blockKind === 'paragraph' || blockKind === 'heading') below = false;
    else if (picked.has(at)) below = true;
  }
  return leads.sort((a, b) => a.rank - b.rank || a.at - b.at).map(({ at }) => at);
}
