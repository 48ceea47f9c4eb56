import type { Message } from '../conversation.ts';
import { type Cost, cost } from './cost.ts';
import type { Counted } from './count.ts';
import { type Limits, lines } from './limits.ts';
import type { Start } from './previous.ts';
import { advance, type Course, fitsQuietly, isDue, replay, stepNow, viewAt } from './replay.ts';
import { narrowed, type Room, room } from './room.ts';
import { type Borders, openBorders, size, sums } from './view.ts';

/** What each message costs under the limits, and the room it has. */
export interface Layout {
  readonly course: Course;
  /** The room of a message before anything is halved. */
  readonly room: Room;
  readonly rooms: (index: number) => Room;
  readonly counted: (index: number) => Counted;
  readonly costs: readonly Cost[];
  /** Old messages that keep the words they were shown with although a short form is there now. */
  readonly held: ReadonlySet<number>;
  /** How often the room of a message's outputs was halved. */
  readonly rungs: ReadonlyMap<number, number>;
}

/** A window decided but not yet written: where the forms change. */
export interface Plan extends Layout {
  readonly borders: Borders;
  /** Whether something older changes its form in this request. */
  readonly moved: boolean;
  /** What stands in front of the history by the estimate, beside outline lines: gap line and account. */
  readonly front: number;
}

/** Decides the borders of the next request. `counted` is asked only for messages that may be shown. */
export function plan(
  messages: readonly Message[],
  counted: (index: number) => Counted,
  limits: Limits,
  front: number,
  start: Start | undefined,
): Plan {
  const { left, fold, pinned } = start?.borders ?? openBorders;
  const from = pinned < 0 ? fold : left;
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  // the message that the answer belongs to is shown wherever it stands
  const apart = [pinned, asked].filter((index) => index >= 0);
  const lay = (whole: Room, rungs: ReadonlyMap<number, number>, held: ReadonlySet<number>) =>
    layOut({ messages, counted, limits, front, from, apart }, whole, rungs, held);
  const first = lay(start?.room ?? room(limits), start?.rungs ?? new Map(), start?.held ?? new Set());
  const before = start?.borders ?? replay(first.course, messages.length);
  if (messages.length === 0 || start?.fixed === true)
    return { ...first, borders: before, moved: false, front };
  const fitted = fitLoop(first, messages.length, before, start, (rungs) =>
    lay(first.room, rungs, first.held),
  );
  const moves = isDue(viewAt(fitted.course, messages.length), before);
  // in the request of a step everything takes today's short forms and today's room
  const final = moves && start !== undefined ? lay(room(limits), fitted.rungs, new Set()) : fitted;
  const view = viewAt(final.course, messages.length);
  const borders = moves ? stepNow(view, before) : advance(view, before);
  return { ...final, borders, moved: moves || !same(borders, before), front };
}

/** What every layout of one request has. */
interface Given {
  readonly messages: readonly Message[];
  readonly counted: (index: number) => Counted;
  readonly limits: Limits;
  readonly front: number;
  /** What stands before it costs nothing, but for those that are shown `apart`. */
  readonly from: number;
  readonly apart: readonly number[];
}

function layOut(
  { messages, counted, limits, front, from, apart }: Given,
  whole: Room,
  rungs: ReadonlyMap<number, number>,
  held: ReadonlySet<number>,
): Layout {
  const own = (index: number): Counted => (held.has(index) ? asWritten(counted(index)) : counted(index));
  const rooms = (index: number): Room => narrowed(whole, rungs.get(index) ?? 0);
  const costs = messages.map(({ role }, index) => {
    if (index < from && !apart.includes(index)) return nothing;
    return cost(own(index), role !== 'assistant', rooms(index), limits);
  });
  const course: Course = {
    sums: sums(
      messages.map(({ role }) => role),
      (index) => costs[index] ?? nothing,
    ),
    limits,
    budget: Math.max(0, limits.budget - front - (messages[0]?.role === 'assistant' ? lines.begins : 0)),
    working: (index) =>
      index >= from && messages[index]?.role === 'assistant' && counted(index).results.length > 0,
  };
  return { course, room: whole, rooms, counted: own, costs, held, rungs };
}

function asWritten({ short: _, ...counted }: Counted): Counted {
  return counted;
}

/** The cost of what left for good. */
const nothing: Cost = { verbatim: 0, quiet: 0, old: 0, cut: false };

/**
 * While an answer goes on nothing moves: where its tool outputs fill the window, the room of the newest ones is halved
 * until they fit, the ones not shown before first.
 */
function fitLoop(
  layout: Layout,
  count: number,
  at: Borders,
  start: Start | undefined,
  lay: (rungs: ReadonlyMap<number, number>) => Layout,
): Layout {
  const view = viewAt(layout.course, count);
  if (!view.loop || view.limits.policy === 'sliding') return layout;
  if (size(view, at) <= view.budget || !fitsQuietly(view, at)) return layout;
  let tried = layout;
  for (const from of [Math.max(view.latest + 1, start?.count ?? 0), view.latest + 1])
    for (let rung = 1; rung <= rungLimit; rung++) {
      const rungs = new Map(layout.rungs);
      for (let index = from; index < count; index++) rungs.set(index, Math.max(rung, rungs.get(index) ?? 0));
      tried = lay(rungs);
      if (size(viewAt(tried.course, count), at) <= view.budget) return tried;
    }
  return tried;
}

/** After so many halvings outputs get no room at all. */
const rungLimit = 6;

function same(a: Borders, b: Borders): boolean {
  return a.left === b.left && a.fold === b.fold && a.verbatim === b.verbatim && a.outputs === b.outputs;
}
