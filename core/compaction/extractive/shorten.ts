import type { Role } from '../../conversation.ts';
import { codePoints } from '../room.ts';
import type { Original } from '../sections.ts';
import { type Outline, outline } from './pieces.ts';
import { render } from './render.ts';
import { score } from './score.ts';
import { select } from './select.ts';

/**
 * A short form of picked sentences, items, rows and lines of the original, in its order: no model, any language, the
 * same text on every machine. It leaves room for the exact facts that are put behind it, so that both together save
 * at least `minSaving` (0..1) of the code points. Empty where no whole sentence fits.
 */
export function shorten(original: Original, role: Role, minSaving: number): string {
  return pick(original, role, minSaving).text;
}

/** What was picked, for measuring: the text, and the offsets of the picked sentences in the original. */
export function pick(
  original: Original,
  _role: Role,
  minSaving: number,
): { readonly text: string; readonly starts: readonly number[] } {
  const size = codePoints(original);
  const all = Math.floor(size * (1 - minSaving) + 1e-6);
  const words = Math.min(all, aim(size));
  // a text of few long sentences: one of them with fewer exact facts, or else clauses
  for (const [room, clauses] of [
    [words, false],
    [all, false],
    [words, true],
  ] as const) {
    const parts = outline(original, clauses);
    const picked = new Set(select(score(parts), { words: room - (clauses ? 8 : 0), all }));
    if (picked.size === 0) continue;
    lead(parts, picked, words);
    const starts = [...picked].map((at) => parts.pieces[at]!.start).sort((a, b) => a - b);
    return { text: render(parts, picked), starts };
  }
  return { text: '', starts: [] };
}

/** How many code points of picked words a text of this size should have: half of a short one, a small part of a long one. */
function aim(size: number): number {
  if (size <= 800) return size * 0.45;
  if (size <= 4000) return 360 + (size - 800) * 0.28;
  return 1256 + (Math.min(size, 40_000) - 4000) * 0.1 + Math.max(0, size - 40_000) * 0.02;
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
