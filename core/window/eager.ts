import { shares } from './limits.ts';
import { type Borders, forced, pinAsked, size, stretch, tail, type View } from './view.ts';

/**
 * The policy for those who want old messages shortened although there is room: what is older than the newest 20 to 40
 * is always in its short form. The border moves 20 messages at a time (sooner where the tail fills 80 % of the budget);
 * when the budget is full the oldest leave until half of it is free.
 */
export function eager(view: View, at: Borders): Borders {
  if (view.loop && size(view, at) <= view.budget) return at;
  const long = view.count - at.verbatim > 2 * view.limits.verbatim;
  const heavy = sizeOfTail(view, at) > 2 * share * view.budget;
  const full = size(view, at) > view.budget;
  if (!long && !heavy && !full && !view.limits.cold) return at;
  const recent = tail(view, share);
  const next = pinAsked(view, {
    ...at,
    verbatim: Math.max(at.verbatim, recent.verbatim),
    outputs: Math.max(at.outputs, recent.outputs),
  });
  return forced(view, size(view, next) > view.budget ? drop(view, next) : next);
}

/** The tail right after the border moved, at most, as a share of the budget. */
const share = 0.4;

function sizeOfTail(view: View, at: Borders): number {
  return stretch(view, 'quiet', at.verbatim, at.outputs) + stretch(view, 'verbatim', at.outputs, view.count);
}

function drop(view: View, at: Borders): Borders {
  let next = at;
  while (size(view, next) > shares.target * view.budget && next.fold < next.verbatim)
    next = { ...next, left: next.fold + 1, fold: next.fold + 1 };
  return next;
}
