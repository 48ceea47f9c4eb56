import { outlineLine, shares } from './limits.ts';
import { type Borders, forced, pinAsked, size, tail, type View } from './view.ts';

/**
 * The default policy: the prompt only grows at its end until the budget is full. Then, in that one request, everything
 * older than the tail takes its short form at once; only where old part and tail together still fill more than 85 % of
 * the budget do the oldest fold into the outline (at most 20 % of the budget) and beyond that leave, until half of the
 * budget is free. Nothing moves while an answer goes on, unless the history could not fit otherwise.
 */
export function steps(view: View, at: Borders): Borders {
  return stepIsDue(view, at) ? step(view, at) : at;
}

/** Whether the budget is full, or the cache is cold and something is pending. */
export function stepIsDue(view: View, at: Borders): boolean {
  if (size(view, at) > view.budget) return true;
  if (!view.limits.cold || view.loop) return false;
  const { verbatim } = tail(view, shares.tail);
  return verbatim > at.verbatim || size(view, at) > shares.full * view.budget;
}

/** One step from these borders, whether it is due or not. */
export function step(view: View, at: Borders): Borders {
  const recent = tail(view, shares.tail);
  const next = pinAsked(view, {
    ...at,
    verbatim: Math.max(at.verbatim, recent.verbatim),
    outputs: Math.max(at.outputs, recent.outputs),
  });
  return forced(view, size(view, next) > shares.full * view.budget ? fold(view, next) : next);
}

/** The oldest short forms become outline lines, the oldest lines leave, until half of the budget is free. */
function fold(view: View, at: Borders): Borders {
  const lines = Math.floor((shares.outline * view.budget) / outlineLine);
  let next = at;
  while (size(view, next) > shares.target * view.budget && next.fold < next.verbatim) {
    const moved = next.fold + 1;
    next = { ...next, fold: moved, left: Math.max(next.left, moved - lines) };
  }
  return next;
}
