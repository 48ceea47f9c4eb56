import type { Message } from '../conversation.ts';
import { countWords, wordVerdict } from '../text/prose.ts';
import { visibleText } from '../text/visible.ts';
import { countedShort } from './count.ts';
import { type Limits, outlineLine } from './limits.ts';
import { outline } from './outline.ts';
import { type Piece, pieces, type Shape } from './piece.ts';
import type { Plan } from './plan.ts';
import { takesShort, told } from './told.ts';
import type { Form, Slot } from './window.ts';
import { withPieces } from './with-pieces.ts';

/** What is known of the outline lines of messages, by index. */
export interface Lines {
  /** Today's line, where it is kept. */
  readonly kept: (index: number) => string | undefined;
  /** The hashes of the lines they were shown as: a short form that came later does not change such a line. */
  readonly shown: ReadonlyMap<number, string> | undefined;
}

/** What became of one message under a plan. Its pieces and hash are made when they are first asked for. */
export function slot(message: Message, index: number, plan: Plan, lines: Lines): Slot {
  const { borders } = plan;
  return index < borders.left && index !== borders.pinned
    ? leftSlot(message)
    : shownSlot(message, index, plan, formOf(message, index, plan), lines);
}

/** Most messages of a long chat left: written out in full because spreading costs ten times as much. */
function leftSlot({ id, role, createdAt }: Message): Slot {
  return {
    messageId: id,
    role,
    createdAt,
    form: 'left',
    why: whys.left,
    tokens: 0,
    whole: false,
    hash: '',
    pieces: noPieces,
  };
}

const noPieces: readonly Piece[] = [];

function shownSlot(
  message: Message,
  index: number,
  plan: Plan,
  { form, shape, why }: Told,
  lines: Lines,
): Slot {
  const { costs, rungs } = plan;
  const { id, role, createdAt } = message;
  const cut = form === 'verbatim' && costs[index]?.cut === true;
  const fields = {
    messageId: id,
    role,
    createdAt,
    form,
    why: cut ? `${why}; ${whys.cut}` : why,
    tokens: shape === 'outline' ? outlineLine : (costs[index]?.[shape] ?? 0),
    whole: !cut && form !== 'outline' && form !== 'shortened' && tellsAll(shape, index, plan),
    open: message.open === true,
    rung: rungs.get(index) ?? 0,
  };
  return withPieces(fields, (hashOf) =>
    shape === 'outline'
      ? outlinePieces(message, index, plan, lines, hashOf)
      : piecesOf(message, index, shape, plan),
  );
}

/** Whether the tool outputs of a message are told, if it has any. */
function tellsAll(shape: Shape | 'outline', index: number, { counted }: Plan): boolean {
  return shape === 'verbatim' || counted(index).results.length === 0;
}

/** The line of today, unless the one made of the words as written is the one that was shown. */
function outlinePieces(
  message: Message,
  index: number,
  plan: Plan,
  { kept, shown }: Lines,
  hashOf: (list: readonly Piece[]) => string,
): readonly Piece[] {
  const pieces = (text: string): readonly Piece[] => [{ kind: 'text', text }];
  const counted = plan.counted(index);
  const hash = shown?.get(index);
  const today = pieces(kept(index) ?? outline(message, countedShort(message, counted)));
  if (counted.short === undefined || hash === undefined || hashOf(today) === hash) return today;
  const written = pieces(outline(message, undefined));
  return hashOf(written) === hash ? written : today;
}

function piecesOf(message: Message, index: number, shape: Shape, plan: Plan): readonly Piece[] {
  return pieces(message, shape, plan.rooms(index), plan.counted(index), plan.course.limits.dialect);
}

interface Told {
  readonly form: Form;
  readonly shape: Shape | 'outline';
  readonly why: string;
}

function formOf(message: Message, index: number, plan: Plan): Told {
  const { borders, held } = plan;
  const { limits } = plan.course;
  if (index === borders.pinned) return { form: 'verbatim', shape: 'quiet', why: whys.pinned };
  if (index < borders.fold) return { form: 'outline', shape: 'outline', why: whys.outline };
  if (index >= borders.verbatim) {
    const why = index >= plan.costs.length - limits.verbatim ? whys.recent : whys.room;
    return { form: 'verbatim', shape: index < borders.outputs ? 'quiet' : 'verbatim', why };
  }
  if (held.has(index)) return { form: 'waiting', shape: 'old', why: whys.held };
  const counted = plan.counted(index);
  const shown = told(counted, plan.rooms(index), limits.dialect, false);
  if (takesShort(counted, message.role !== 'assistant', shown))
    return { form: 'shortened', shape: 'old', why: whys.shortened };
  return isLong(message, counted.text, limits)
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
function isLong(message: Message, tokens: number, limits: Limits): boolean {
  const min = limits.minWords[message.role];
  // no script has words that cost less than half a token
  if (tokens < min / 2) return false;
  const text = message.parts
    .flatMap((part) => (part.type === 'text' ? [visibleText(part, message.role)] : []))
    .join('\n\n');
  const verdict = wordVerdict(text, min);
  return verdict === 'parse' ? countWords(text) >= min : verdict === 'long';
}
