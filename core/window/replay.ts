import { eager } from './eager.ts';
import type { Limits } from './limits.ts';
import { sliding } from './sliding.ts';
import { step, stepIsDue, steps } from './steps.ts';
import { type Borders, newestAsked, openBorders, type Sums, size, stretch, type View } from './view.ts';

/** A chat's messages as the policies see them. */
export interface Course {
  readonly sums: Sums;
  readonly limits: Limits;
  /** What the history may take, the lines in front of it taken off. */
  readonly budget: number;
  /** Whether a message holds tool results: a request follows it although nobody spoke. */
  readonly working: (index: number) => boolean;
}

/** The view of the request that is made when the chat has its first `count` messages. */
export function viewAt(course: Course, count: number): View {
  const { sums, limits, budget } = course;
  const asked = newestAsked(sums, count);
  const latest = asked < 0 ? Math.max(0, count - 1) : asked;
  return { count, limits, budget, sums, loop: asked >= 0 && asked < count - 1, latest };
}

/** The borders of the next request, from those of the last one. */
export function advance(view: View, at: Borders): Borders {
  if (view.limits.policy === 'sliding') return sliding(view);
  const next = view.limits.policy === 'eager' ? eager : steps;
  return next(unbound(view, at), at);
}

/** The borders after a step that is taken whether the history still fits or not. */
export function stepNow(view: View, at: Borders): Borders {
  return view.limits.policy === 'steps' ? step(unbound(view, at), at) : advance(view, at);
}

/** Whether the next request moves anything under a policy that remembers. */
export function isDue(view: View, at: Borders): boolean {
  return view.limits.policy === 'steps' ? stepIsDue(view, at) : size(view, at) > view.budget;
}

/**
 * The borders of the request after `count` messages when every turn before it had been a request too: one after each
 * user message, and inside an answer only where its tool results alone would not have fitted. Linear.
 */
export function replay(course: Course, count: number): Borders {
  if (course.limits.policy === 'sliding') return openBorders;
  const warm: Course = { ...course, limits: { ...course.limits, cold: false } };
  let at = openBorders;
  for (let index = 0; index < count - 1; index++) {
    const asked = course.sums.asked[index] === index;
    if (!asked && !course.working(index)) continue;
    const view = viewAt(warm, index + 1);
    if (asked || !fitsQuietly(view, at)) at = advance(view, at);
  }
  return at;
}

/** Whether an answer that goes on fits when its tool outputs are told as records. */
export function fitsQuietly(view: View, at: Borders): boolean {
  const from = Math.max(view.latest + 1, at.outputs);
  const outputs = stretch(view, 'verbatim', from, view.count) - stretch(view, 'quiet', from, view.count);
  return size(view, at) - outputs <= view.budget;
}

/** Where an answer that goes on does not fit even so, only its newest message has to stay word for word. */
function unbound(view: View, at: Borders): View {
  return view.loop && !fitsQuietly(view, at) ? { ...view, latest: view.count - 1 } : view;
}
