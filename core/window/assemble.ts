import { usable } from '../compaction/freshness.ts';
import type { Conversation, Message } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { countWords, wordVerdict } from '../text/prose.ts';
import { visibleText } from '../text/visible.ts';
import { type Cost, cost, type Room, room } from './cost.ts';
import { type Counted, count } from './count.ts';
import { gapLine, type Limits } from './limits.ts';
import { outline } from './outline.ts';
import { isCut, type Piece, pieces, type Shape } from './piece.ts';
import { follow, type Start } from './previous.ts';
import { advance, type Course, fitsQuietly, isDue, replay, viewAt } from './replay.ts';
import { type Borders, size, sums } from './view.ts';
import type { Form, Previous, Slot, Window } from './window.ts';

/** One row for each message, where the caller keeps them (a catalog); missing rows are counted when needed. */
export type Column = readonly (Counted | undefined)[];

/**
 * What a model sees of a chat within these limits. Pure: the same arguments give the same window. Linear in the number
 * of messages; only messages that are shown are read when `column` has the others.
 *
 * `previous` is what the last request of this chat and model showed: its borders are followed, and no message it
 * showed changes form or words outside a step. Without it, or when the file no longer fits it, the borders are those
 * of a chat in which every turn was a request. A draft at the end of the file is the newest user message.
 */
export function assemble(
  conversation: Conversation,
  limits: Limits,
  previous?: Previous,
  column: Column = [],
): Window {
  const messages = withDraft(conversation);
  const counted = messages.map((message, index) => column[index] ?? count(message));
  const start = previous === undefined ? undefined : follow(previous, messages, limits);
  const plan = planned(messages, counted, limits, start);
  const slots = messages.map((message, index) => slot(message, index, plan));
  return {
    sessionId: conversation.meta.sessionId ?? '',
    limits,
    slots,
    borders: plan.borders,
    tokens: slots.reduce((sum, { tokens }) => sum + tokens, 0),
    moved: plan.moved,
    ...edges(slots, plan.borders),
    ...(conversation.note === undefined ? {} : { note: conversation.note }),
  };
}

/** The chat's messages, and its draft as one more from the person, numbered on from the highest id. */
function withDraft({ messages, draft }: Conversation): readonly Message[] {
  if (draft === undefined || draft === '') return messages;
  const id = messages.reduce((highest, message) => Math.max(highest, message.id), 0) + 1;
  return [...messages, { id, role: 'user', createdAt: '', parts: [{ type: 'text', text: draft }], line: 0 }];
}

interface Plan {
  readonly borders: Borders;
  readonly moved: boolean;
  readonly limits: Limits;
  readonly rooms: (index: number) => Room;
  readonly counted: readonly Counted[];
  readonly costs: readonly Cost[];
  readonly held: ReadonlySet<number>;
  readonly rungs: ReadonlyMap<number, number>;
}

function planned(
  messages: readonly Message[],
  counted: readonly Counted[],
  limits: Limits,
  start: Start | undefined,
): Plan {
  const held = start?.held ?? new Set<number>();
  const first = layOut(messages, counted, limits, start?.rungs ?? new Map(), held);
  const before = start?.borders ?? replay(first.course, messages.length);
  const fitted = fitLoop(first, messages, before, start);
  const view = viewAt(fitted.course, messages.length);
  const moves = messages.length > 0 && isDue(view, before);
  // in the request of a step everything takes today's short forms, the late ones too
  const final = moves && held.size > 0 ? layOut(messages, counted, limits, fitted.rungs, new Set()) : fitted;
  const borders = messages.length === 0 ? before : advance(viewAt(final.course, messages.length), before);
  return { ...final, borders, limits, moved: moves && !same(borders, before) };
}

interface Layout {
  readonly course: Course;
  readonly rooms: (index: number) => Room;
  readonly counted: readonly Counted[];
  readonly costs: readonly Cost[];
  readonly held: ReadonlySet<number>;
  readonly rungs: ReadonlyMap<number, number>;
}

function layOut(
  messages: readonly Message[],
  counted: readonly Counted[],
  limits: Limits,
  rungs: ReadonlyMap<number, number>,
  held: ReadonlySet<number>,
): Layout {
  const whole = room(limits);
  const rooms = (index: number): Room => narrowed(whole, rungs.get(index) ?? 0);
  const costs = messages.map(({ role }, index) => {
    const one = counted[index] as Counted;
    const found = cost(one, role !== 'assistant', rooms(index), limits);
    return held.has(index) ? { ...found, old: found.quiet } : found;
  });
  const course: Course = {
    sums: sums(
      messages.map(({ role }) => role),
      (index) => costs[index] as Cost,
    ),
    limits,
    budget: Math.max(0, limits.budget - gapLine),
    working: (index) => messages[index]?.role === 'assistant' && (counted[index]?.results.length ?? 0) > 0,
  };
  return { course, rooms, counted, costs, held, rungs };
}

/**
 * While an answer goes on nothing moves: where its tool outputs fill the window, the room of the newest ones is halved
 * until they fit, the ones not shown before first.
 */
function fitLoop(
  layout: Layout,
  messages: readonly Message[],
  at: Borders,
  start: Start | undefined,
): Layout {
  const { length } = messages;
  const view = viewAt(layout.course, length);
  if (!view.loop || layout.course.limits.policy === 'sliding') return layout;
  if (size(view, at) <= view.budget || !fitsQuietly(view, at)) return layout;
  let tried = layout;
  for (const from of [Math.max(view.latest + 1, start?.count ?? 0), view.latest + 1])
    for (let rung = 1; rung <= rungLimit; rung++) {
      const rungs = new Map(layout.rungs);
      for (let index = from; index < length; index++) rungs.set(index, Math.max(rung, rungs.get(index) ?? 0));
      tried = layOut(messages, layout.counted, layout.course.limits, rungs, layout.held);
      if (size(viewAt(tried.course, length), at) <= view.budget) return tried;
    }
  return tried;
}

/** After so many halvings outputs get no room at all. */
const rungLimit = 6;

function narrowed(room: Room, rung: number): Room {
  if (rung === 0) return room;
  if (rung >= rungLimit) return { ...room, output: 0, outputs: 0 };
  const share = 2 ** rung;
  return { ...room, output: Math.floor(room.output / share), outputs: Math.floor(room.outputs / share) };
}

function slot(message: Message, index: number, plan: Plan): Slot {
  const { borders } = plan;
  const common = { messageId: message.id, role: message.role, createdAt: message.createdAt };
  if (index !== borders.pinned && index < borders.left)
    return { ...common, form: 'left', why: whys.left, tokens: 0, hash: '', pieces: [] };
  const { form, shape, why } = formOf(message, index, plan);
  const shown = piecesOf(message, index, shape, plan);
  const { costs, rungs } = plan;
  const rung = rungs.get(index) ?? 0;
  return {
    ...common,
    form,
    why: shape !== 'outline' && form !== 'shortened' && isCut(message, shown) ? `${why}; ${whys.cut}` : why,
    tokens: shape === 'outline' ? 12 : (costs[index]?.[shape] ?? 0),
    hash: sha256(
      JSON.stringify([message.id, message.role, message.createdAt, form, message.open === true, shown]),
    ),
    pieces: shown,
    ...(message.open ? { incomplete: true as const } : {}),
    ...(rung > 0 ? { rung } : {}),
  };
}

function piecesOf(message: Message, index: number, shape: Shape | 'outline', plan: Plan): readonly Piece[] {
  if (shape === 'outline') return [{ kind: 'text', text: outline(message) }];
  const counted = plan.counted[index] as Counted;
  return pieces(
    message,
    shape === 'old' && plan.held.has(index) ? 'quiet' : shape,
    plan.rooms(index),
    counted,
  );
}

function formOf(
  message: Message,
  index: number,
  plan: Plan,
): { readonly form: Form; readonly shape: Shape | 'outline'; readonly why: string } {
  const { borders, limits, held } = plan;
  if (index === borders.pinned) return { form: 'verbatim', shape: 'quiet', why: whys.pinned };
  if (index < borders.fold) return { form: 'outline', shape: 'outline', why: whys.outline };
  if (index >= borders.verbatim) {
    const recent = index >= plan.costs.length - limits.verbatim;
    const why = recent ? whys.recent : whys.room;
    return { form: 'verbatim', shape: index < borders.outputs ? 'quiet' : 'verbatim', why };
  }
  if (held.has(index)) return { form: 'waiting', shape: 'old', why: whys.held };
  const counted = plan.counted[index];
  if (counted?.short !== undefined && counted.short <= counted.text && usable(message) !== undefined)
    return { form: 'shortened', shape: 'old', why: whys.shortened };
  return isLong(words(message), limits.minWords[message.role])
    ? { form: 'waiting', shape: 'old', why: whys.waiting }
    : { form: 'short', shape: 'old', why: whys.short };
}

const whys = {
  left: 'the window is full',
  outline: 'the old part filled more than 85 % of the budget',
  recent: 'one of the newest messages',
  room: 'the budget is not full yet',
  pinned: 'the message that the answer belongs to',
  shortened: 'older than the newest messages',
  short: 'older, but too short to be shortened',
  waiting: 'older and long, without a usable short form yet',
  held: 'its short form came after it was shown; it takes it at the next step',
  cut: 'too long for its room, the middle is left out',
} as const;

/** By the light scanner alone: it agrees with a Markdown parser but for odd cases, and here it only names the form. */
function isLong(text: string, min: number): boolean {
  const verdict = wordVerdict(text, min);
  return verdict === 'parse' ? countWords(text) >= min : verdict === 'long';
}

function words(message: Message): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [visibleText(part, message.role)] : []))
    .join('\n\n');
}

function edges(
  slots: readonly Slot[],
  borders: Borders,
): Pick<Window, 'gap' | 'verbatimFrom' | 'incomplete'> {
  const left = slots.filter(({ form }) => form === 'left');
  const first = left[0];
  const last = left.at(-1);
  const from = slots[borders.verbatim];
  return {
    ...(first === undefined || last === undefined
      ? {}
      : { gap: { from: first.messageId, to: last.messageId, count: left.length } }),
    ...(borders.verbatim > 0 && from !== undefined ? { verbatimFrom: from.messageId } : {}),
    incomplete: slots.some(notWhole),
  };
}

function notWhole({ form, pieces: shown, why }: Slot): boolean {
  if (form === 'left' || form === 'outline' || form === 'shortened') return true;
  return (
    why.endsWith(whys.cut) || shown.some((piece) => piece.kind === 'result' && piece.output === undefined)
  );
}

function same(a: Borders, b: Borders): boolean {
  return a.left === b.left && a.fold === b.fold && a.verbatim === b.verbatim && a.outputs === b.outputs;
}
