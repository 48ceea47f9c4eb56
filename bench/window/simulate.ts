import type { Conversation } from '../../core/conversation.ts';
import { assemble, type Kept } from '../../core/window/assemble.ts';
import { cost } from '../../core/window/cost.ts';
import { type Limits, limits, lines, outlineLine, type Policy } from '../../core/window/limits.ts';
import { remembered } from '../../core/window/previous.ts';
import { request } from '../../core/window/request.ts';
import { room } from '../../core/window/room.ts';
import type { Slot, Window } from '../../core/window/window.ts';
import { type Size, sizes, type Turn } from './tally.ts';

export const turnCount = 2000;

/** The limits of a policy at one size. */
function limitsOf(policy: Policy, size: Size): Limits {
  return limits({ budget: sizes[size].budget, policy, recall: 0 });
}

/** What each message takes word for word under the limits of a size, in tokens. */
export function verbatimCosts(conversation: Conversation, kept: Kept, size: Size): number[] {
  const given = limitsOf('steps', size);
  return conversation.messages.map(({ role }, index) => {
    const row = kept.counted(index);
    return row === undefined ? 0 : cost(row, role !== 'assistant', room(given), given).verbatim;
  });
}

/**
 * A conversation of 2,000 turns through the real `assemble`, one request a turn, each following the one before. Which
 * tokens the prompt shares with the one before is told from the slots and checked against the bytes of the real request
 * every hundred turns.
 */
export function* simulate(
  conversation: Conversation,
  kept: Kept,
  policy: Policy,
  size: Size,
): Generator<Turn> {
  const { system, state } = sizes[size];
  const given = limitsOf(policy, size);
  const costs = verbatimCosts(conversation, kept, size);
  let last: Window | undefined;
  for (let turn = 0; turn < turnCount; turn++) {
    const messages = conversation.messages.slice(0, 2 * turn + 1);
    const window = assemble({ ...conversation, messages }, given, last && remembered(last), kept);
    const common = last === undefined ? { tokens: 0, slots: 0 } : shared(last, window);
    if (last !== undefined && turn % 100 === 99) check(last, window, common);
    const fresh = costs.slice(last?.slots.length ?? 0, messages.length).reduce((sum, each) => sum + each, 0);
    yield {
      total: system + window.tokens + state,
      cached: last === undefined ? 0 : system + common.tokens,
      least: fresh + state + (last === undefined ? system : 0),
      moved: last !== undefined && oldEnd(last) !== oldEnd(window),
      score: score(window),
    };
    last = window;
  }
}

function oldEnd({ borders }: Window): string {
  return `${borders.left} ${borders.fold}`;
}

interface Shared {
  readonly tokens: number;
  /** How many of the slots, from the oldest, stand in both requests as they are; 0 when the old end moved. */
  readonly slots: number;
}

/** What the histories of two requests share at their beginning. */
function shared(before: Window, now: Window): Shared {
  const a = before.borders;
  const b = now.borders;
  if (a.left !== b.left) return { tokens: 0, slots: 0 };
  const gap = a.left > 0 ? lines.gap : 0;
  if (a.fold !== b.fold) return { tokens: gap + outlineLine * (Math.min(a.fold, b.fold) - a.left), slots: 0 };
  let tokens = gap + outlineLine * (a.fold - a.left);
  const border = a.verbatim === b.verbatim ? before.slots.length : Math.min(a.verbatim, b.verbatim);
  let index = a.fold;
  for (; index < Math.min(border, before.slots.length); index++) {
    const one = before.slots[index] as Slot;
    const two = now.slots[index] as Slot;
    if (one.form !== two.form || one.tokens !== two.tokens) break;
    tokens += two.tokens;
  }
  return { tokens, slots: index };
}

/** What was counted as shared must stand at the beginning of both real requests, byte for byte. */
function check(before: Window, now: Window, { slots }: Shared): void {
  if (slots === 0) return;
  const text = (window: Window) =>
    request(window, 'openai')
      .messages.slice(1)
      .map(({ content }) => content)
      .join('\n')
      .replace(/\n?\[nothing new from the person\]$/, '');
  const beginning = text({ ...now, slots: now.slots.slice(0, slots) });
  if (!text(before).startsWith(beginning) || !text(now).startsWith(beginning))
    throw new Error(`the requests do not share the ${slots} messages that were counted as shared`);
}

/** What is still there when one looks back to a message whose age is log-uniform. */
function score({ slots, borders }: Window): number {
  let weights = 0;
  let hits = 0;
  for (let index = 0; index < slots.length - 1; index++) {
    const weight = 1 / (slots.length - 1 - index);
    weights += weight;
    hits += weight * worth(slots[index] as Slot, index >= borders.outputs);
  }
  return weights === 0 ? 1 : hits / weights;
}

function worth({ form, whole }: Slot, outputs: boolean): number {
  if (form === 'left') return 0;
  if (form === 'outline') return 0.25;
  if (form === 'shortened') return 0.6;
  return whole || outputs ? 1 : 0.6;
}
