import type { AttachmentPart, Message, TextPart } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';
import { clip } from './clip.ts';
import { outputSizes } from './cost.ts';
import {
  type Counted,
  countedShort,
  isPicture,
  type OtherPart,
  otherParts,
  shortAnchors,
  shortText,
  type ToolUse,
  toolCalls,
} from './count.ts';
import type { Dialect } from './limits.ts';
import { quoted } from './record.ts';
import type { Room } from './room.ts';
import { type Told, takesShort, told } from './told.ts';

/** What a shown message is made of, in the order in which it was said; a dialect writes it down in its own way. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** Exact strings of the message that its short form no longer has. */
  | { readonly kind: 'anchors'; readonly lines: readonly string[] }
  | ResultPiece
  /** A call that has no result in its message. */
  | { readonly kind: 'call'; readonly name: string; readonly callId: string; readonly args: string }
  | { readonly kind: 'attachment'; readonly part: AttachmentPart; readonly sent: boolean }
  /** Results, or files and calls without a result, that are not told one by one. */
  | { readonly kind: 'more'; readonly what: 'results' | 'others'; readonly count: number };

export interface ResultPiece {
  readonly kind: 'result';
  readonly resultId: string;
  /** What records name it by: the result id, or a shorter address of the same result. */
  readonly address: string;
  readonly callId: string;
  readonly name: string;
  readonly status: string;
  readonly args?: string;
  /** The exact output, or its head and tail; missing when only the record stands for it. */
  readonly output?: string;
}

/** How a message is to be shown. */
export type Shape = 'verbatim' | 'quiet' | 'old';

/**
 * The pieces of a message in one shape: `verbatim` with tool outputs, `quiet` with records for them, `old` with its
 * short form where it has a usable one. Reasoning and unknown parts are never in it. What is too long for its room is
 * cut head and tail, never a model's own words; together the pieces take no more than `cost` says.
 */
export function pieces(
  message: Message,
  shape: Shape,
  room: Room,
  counted: Counted,
  dialect: Dialect,
): readonly Piece[] {
  const foreign = message.role !== 'assistant';
  const shown = told(counted, room, dialect, shape !== 'old');
  const beside = piecesBeside(message, counted, shown, shape === 'verbatim' ? room : undefined);
  const compaction =
    shape === 'old' && takesShort(counted, foreign, shown) ? countedShort(message, counted) : undefined;
  if (compaction !== undefined)
    return [
      ...[...beside.tools.values()].flat(),
      ...[...beside.others.values()].flat(),
      ...textPiece(shortText(compaction)),
      ...anchorsPiece(shortAnchors(compaction)),
    ];
  const list = asWritten(message, beside);
  return foreign ? cutTexts(list, shown.text, message.id) : list;
}

/** What is told beside the words, by the index of the part where it stands. */
interface Beside {
  readonly tools: ReadonlyMap<number, readonly Piece[]>;
  readonly others: ReadonlyMap<number, readonly Piece[]>;
}

function asWritten(message: Message, { tools, others }: Beside): readonly Piece[] {
  const list: Piece[] = [];
  let texts: string[] = [];
  const close = (): void => {
    if (texts.length > 0) list.push({ kind: 'text', text: texts.join('\n\n') });
    texts = [];
  };
  message.parts.forEach((part, at) => {
    if (part.type === 'text') {
      const text = visibleText(part as TextPart, message.role);
      if (text !== '') texts.push(text);
      return;
    }
    const here = [...(tools.get(at) ?? []), ...(others.get(at) ?? [])];
    if (here.length === 0) return;
    close();
    list.push(...here);
  });
  close();
  return list;
}

/** `outputs` is the room of a message whose outputs are told too. */
function piecesBeside(message: Message, counted: Counted, shown: Told, outputs: Room | undefined): Beside {
  const uses = toolCalls(message);
  const results = uses.filter(({ address }) => address !== undefined);
  const sizes = outputs === undefined ? [] : outputSizes(counted, shown.results, outputs);
  let pictures = shown.pictures;
  return {
    tools: ends('results', results, shown.results, (use, nth) => resultPiece(use, sizes[nth])),
    others: ends('others', otherParts(message, uses), shown.others, (other) => {
      const sent = 'part' in other && isPicture(other.part) && pictures-- > 0;
      return otherPiece(other, sent);
    }),
  };
}

/** The pieces of those told one by one, and before the last of them how many there are between. */
function ends<T extends { readonly at: number }>(
  what: 'results' | 'others',
  list: readonly T[],
  shown: readonly number[],
  pieceOf: (one: T, nth: number) => Piece,
): ReadonlyMap<number, readonly Piece[]> {
  const pieces = new Map<number, readonly Piece[]>();
  const hidden = list.length - shown.length;
  const gap = shown.findIndex((index, nth) => index !== nth);
  shown.forEach((index, nth) => {
    const one = list[index];
    if (one === undefined) return;
    const piece = pieceOf(one, nth);
    pieces.set(one.at, nth === gap ? [{ kind: 'more', what, count: hidden }, piece] : [piece]);
  });
  const last = list.at(-1);
  if (hidden > 0 && gap < 0 && last !== undefined)
    pieces.set(last.at, [{ kind: 'more', what, count: hidden }]);
  return pieces;
}

function otherPiece(other: OtherPart, sent: boolean): Piece {
  if ('part' in other) return { kind: 'attachment', part: other.part, sent };
  const { name, callId, args } = other.use;
  return { kind: 'call', name, callId, args };
}

function resultPiece(use: ToolUse, size: number | undefined): ResultPiece {
  const { callId, name, status, args, output, resultId = '', address = resultId } = use;
  const bare: ResultPiece = { kind: 'result', resultId, address, callId, name, status };
  if (size === undefined) return bare;
  const input = args === '' ? bare : { ...bare, args };
  if (estimateTokens(quoted(output)) <= size) return { ...input, output };
  const instruction = `read_tool_result({"result_id":${JSON.stringify(address)}})`;
  // quoting adds tokens, so the first try leaves a fifth of the room to it; a rest too small for words stays a record
  for (const share of size < leastCut ? [] : [0.8, 0.5]) {
    const cut = clip(output, Math.floor(size * share), instruction);
    if (estimateTokens(quoted(cut)) <= size) return { ...input, output: cut };
  }
  return input;
}

/** Below this many tokens a cut text would be little more than the line that says so. */
const leastCut = 60;

function anchorsPiece(lines: readonly string[]): Piece[] {
  return lines.length === 0 ? [] : [{ kind: 'anchors', lines }];
}

function textPiece(text: string): Piece[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Cuts the texts of a message that is longer than its room, each to the same most. */
function cutTexts(list: readonly Piece[], most: number, messageId: number): readonly Piece[] {
  const sizes = list.map((piece) => (piece.kind === 'text' ? estimateTokens(piece.text) : 0));
  if (sizes.reduce((sum, size) => sum + size, 0) <= most) return list;
  const instruction = `read_chat_messages({"message_ids":[${messageId}]})`;
  const texts = list.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
  const share = Math.floor(most / texts.length);
  if (share < leastCut) {
    const others = list.filter(({ kind }) => kind !== 'text');
    return [...others, { kind: 'text', text: clip(texts.join('\n\n'), most, instruction) }];
  }
  return list.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: clip(piece.text, share, instruction) } : piece,
  );
}
