import type { Role } from '../conversation.ts';
import type { Cost } from './cost.ts';
import { type Limits, lines, outlineLine, shares } from './limits.ts';

/**
 * Where the forms change, as indices into the messages, oldest first: before `left` nothing is shown, up to `fold` one
 * outline line stands for each message, up to `verbatim` each has its short form, up to `outputs` words are word for
 * word and tool outputs are records, from there everything is as it was said. `pinned` is a person's message that
 * stands word for word although it is older (the answer to it grew too long), or -1.
 */
export interface Borders {
  readonly left: number;
  readonly fold: number;
  readonly verbatim: number;
  readonly outputs: number;
  readonly pinned: number;
}

/** The borders of a window in which everything is shown word for word. */
export const openBorders: Borders = { left: 0, fold: 0, verbatim: 0, outputs: 0, pinned: -1 };

/** The costs of a chat's messages as sums, so that any stretch is one subtraction. */
export interface Sums {
  readonly verbatim: Float64Array;
  readonly quiet: Float64Array;
  readonly old: Float64Array;
  /** For each message the index of the newest user message up to it, or -1. */
  readonly asked: Int32Array;
}

/** Sums over the messages; `costs(index)` is called once for each. */
export function sums(roles: readonly Role[], costs: (index: number) => Cost): Sums {
  const { length } = roles;
  const verbatim = new Float64Array(length + 1);
  const quiet = new Float64Array(length + 1);
  const old = new Float64Array(length + 1);
  const asked = new Int32Array(length);
  for (let index = 0; index < length; index++) {
    const one = costs(index);
    verbatim[index + 1] = (verbatim[index] ?? 0) + one.verbatim;
    quiet[index + 1] = (quiet[index] ?? 0) + one.quiet;
    old[index + 1] = (old[index] ?? 0) + one.old;
    asked[index] = roles[index] === 'user' ? index : index === 0 ? -1 : (asked[index - 1] ?? -1);
  }
  return { verbatim, quiet, old, asked };
}

/** One request as a policy sees it: the first `count` messages of a chat, their costs and the limits. */
export interface View {
  readonly count: number;
  readonly limits: Limits;
  /** What the history may take, the lines in front of it taken off. */
  readonly budget: number;
  readonly sums: Sums;
  /** The newest message is an answer that goes on: nothing moves unless there is no other way. */
  readonly loop: boolean;
  /** The first message of the newest exchange, which stays word for word; later where an answer fills the window alone. */
  readonly latest: number;
}

/** What the messages from `from` up to before `to` take in one shape. */
export function stretch(view: View, shape: 'verbatim' | 'quiet' | 'old', from: number, to: number): number {
  const list = view.sums[shape];
  return to > from ? (list[to] ?? 0) - (list[from] ?? 0) : 0;
}

/** What the whole history takes with these borders, in tokens. */
export function size(view: View, at: Borders): number {
  const { count } = view;
  return (
    frontLines(view, at) +
    outlineLine * (at.fold - at.left) +
    stretch(view, 'old', at.fold, at.verbatim) +
    stretch(view, 'quiet', at.verbatim, at.outputs) +
    stretch(view, 'verbatim', at.outputs, count) +
    pinnedSize(view, at)
  );
}

/** The newest user message of the first `count` messages, or -1. */
export function newestAsked(sums: Sums, count: number): number {
  return count === 0 ? -1 : (sums.asked[count - 1] ?? -1);
}

/** These borders with the person's newest message pinned where it would be older than the verbatim part. */
export function pinAsked(view: View, at: Borders): Borders {
  const asked = newestAsked(view.sums, view.count);
  return { ...at, pinned: asked >= 0 && asked < at.verbatim ? asked : -1 };
}

/**
 * The verbatim tail: the newest messages as the settings say, at most `share` of the budget in tokens, never starting
 * after the newest exchange. Where its tool outputs are over their own budget the older ones become records.
 */
export function tail(view: View, share: number): Pick<Borders, 'verbatim' | 'outputs'> {
  const { count, limits, latest } = view;
  const tools = Math.min(limits.toolOutput, view.budget * shares.toolOutput);
  let verbatim = Math.min(Math.max(0, count - limits.verbatim), latest);
  while (verbatim < latest && stretch(view, 'verbatim', verbatim, count) > share * view.budget) verbatim++;
  let outputs = verbatim;
  while (
    outputs < latest &&
    stretch(view, 'verbatim', outputs, count) - stretch(view, 'quiet', outputs, count) > tools
  )
    outputs++;
  return { verbatim, outputs };
}

/** These borders moved on until the history fits, whatever that takes: folding, then leaving, then the tail itself. */
export function forced(view: View, start: Borders): Borders {
  const most = view.limits.policy === 'steps' ? Math.floor((shares.outline * view.budget) / outlineLine) : 0;
  let at = start;
  while (size(view, at) > view.budget) {
    if (at.fold < at.verbatim) at = { ...at, fold: at.fold + 1, left: Math.max(at.left, at.fold + 1 - most) };
    else if (at.left < at.fold) at = { ...at, left: at.left + 1 };
    else if (at.verbatim < view.count)
      at = { ...at, verbatim: at.verbatim + 1, outputs: Math.max(at.outputs, at.verbatim + 1) };
    else return at;
    at = pinAsked(view, at);
  }
  return at;
}

/** The lines beside the messages that these borders bring with them, in tokens. */
export function frontLines({ limits }: Pick<View, 'limits'>, at: Borders): number {
  const frame = limits.dialect === 'clara' ? 40 : 0;
  return (
    (at.left > 0 ? lines.gap + 2 * (limits.digits ?? 0) + frame : 0) +
    (at.fold > at.left ? lines.outline + frame : 0) +
    (at.verbatim > 0 ? lines.verbatim + frame : 0)
  );
}

function pinnedSize(view: View, at: Borders): number {
  const { pinned } = at;
  if (pinned < 0 || pinned >= at.verbatim) return 0;
  const own = stretch(view, 'quiet', pinned, pinned + 1);
  if (pinned >= at.fold) return own - stretch(view, 'old', pinned, pinned + 1);
  return pinned >= at.left ? own - outlineLine : own;
}
