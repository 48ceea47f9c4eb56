import { shares } from './limits.ts';
import { type Borders, forced, frontLines, pinAsked, stretch, type View } from './view.ts';

/**
 * The plain rule of the reference: exactly the newest 20 word for word, everything older shortened, the oldest dropped
 * one by one. When the 20 alone do not fit, the oldest of them drop too; the newest exchange always stays. It remembers
 * nothing: the borders follow from the messages alone.
 */
export function sliding(view: View): Borders {
  const { count, limits } = view;
  const verbatim = Math.min(Math.max(0, count - limits.verbatim), view.latest);
  const outputs = Math.max(verbatim, outputsFrom(view));
  let left = count;
  while (left > 0 && from(view, left - 1, verbatim, outputs) <= view.budget) left--;
  const first = Math.min(left, view.latest);
  const at: Borders = {
    left: first,
    fold: first,
    verbatim: Math.max(verbatim, first),
    outputs: Math.max(outputs, first),
    pinned: -1,
  };
  return forced(view, pinAsked(view, at));
}

/** The oldest message whose tool outputs are still within the tool-output budget, counted from the newest. */
function outputsFrom(view: View): number {
  const most = Math.min(view.limits.toolOutput, view.budget * shares.toolOutput);
  let at = view.count;
  const tokens = (index: number) =>
    stretch(view, 'verbatim', index, view.count) - stretch(view, 'quiet', index, view.count);
  while (at > 0 && tokens(at - 1) <= most) at--;
  return at;
}

function from(view: View, first: number, verbatim: number, outputs: number): number {
  const { count } = view;
  return (
    frontLines(view, { left: first, fold: first, verbatim, outputs, pinned: -1 }) +
    stretch(view, 'old', first, verbatim) +
    stretch(view, 'quiet', Math.max(first, verbatim), outputs) +
    stretch(view, 'verbatim', Math.max(first, outputs), count)
  );
}
