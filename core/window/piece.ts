import { usable } from '../compaction/freshness.ts';
import type { AttachmentPart, Message, TextPart } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';
import { clip } from './clip.ts';
import { outputSizes, type Room, shownResults } from './cost.ts';
import { type Counted, shortAnchors, shortText, type ToolUse, toolCalls } from './count.ts';
import { quoted } from './record.ts';

/** What a shown message is made of, in the order in which it was said; a dialect writes it down in its own way. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** Exact strings of the message that its short form no longer has. */
  | { readonly kind: 'anchors'; readonly lines: readonly string[] }
  | ResultPiece
  /** A call that has no result in its message. */
  | { readonly kind: 'call'; readonly name: string; readonly callId: string; readonly args: string }
  | { readonly kind: 'attachment'; readonly part: AttachmentPart; readonly sent: boolean }
  /** Results that are not told one by one. */
  | { readonly kind: 'more'; readonly count: number };

export interface ResultPiece {
  readonly kind: 'result';
  readonly resultId: string;
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
export function pieces(message: Message, shape: Shape, room: Room, counted: Counted): readonly Piece[] {
  const uses = toolCalls(message);
  const told = tellers(uses, shape === 'verbatim' ? outputSizes(counted, room) : undefined, room);
  const compaction = shape === 'old' ? usable(message) : undefined;
  if (compaction !== undefined && (counted.short ?? 0) <= counted.text)
    return [
      ...[...told.values()].flat(),
      ...attachments(message, false),
      ...textPiece(shortText(compaction)),
      ...anchorsPiece(shortAnchors(compaction)),
    ];
  return asWritten(
    message,
    told,
    shape !== 'old' && room.pictures,
    message.role === 'assistant' ? undefined : room.text,
  );
}

function asWritten(
  message: Message,
  told: ReadonlyMap<number, readonly Piece[]>,
  pictures: boolean,
  most: number | undefined,
): readonly Piece[] {
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
    } else if (part.type === 'image' || part.type === 'file') {
      close();
      list.push({ kind: 'attachment', part, sent: pictures && part.type === 'image' });
    } else if (told.has(at)) {
      close();
      list.push(...(told.get(at) ?? []));
    }
  });
  close();
  return most === undefined ? list : cutTexts(list, most, message.id);
}

/** The pieces of the tool uses by the index of the part where they stand; `sizes` gives each told output its room. */
function tellers(
  uses: readonly ToolUse[],
  sizes: readonly number[] | undefined,
  room: Room,
): ReadonlyMap<number, readonly Piece[]> {
  const results = uses.filter(({ address }) => address !== undefined);
  const shown = shownResults(results.length, room);
  const order = new Map(shown.map((index, nth) => [results[index], nth]));
  const told = new Map<number, readonly Piece[]>();
  let hidden = 0;
  for (const use of uses) {
    if (use.address === undefined) {
      told.set(use.at, [{ kind: 'call', name: use.name, callId: use.callId, args: use.args }]);
      continue;
    }
    const nth = order.get(use);
    if (nth === undefined) {
      hidden++;
      continue;
    }
    const before: Piece[] = hidden > 0 ? [{ kind: 'more', count: hidden }] : [];
    hidden = 0;
    told.set(use.at, [...before, resultPiece(use, use.address, sizes?.[nth])]);
  }
  return told;
}

function resultPiece(use: ToolUse, resultId: string, size: number | undefined): ResultPiece {
  const { callId, name, status, args, output } = use;
  const bare: ResultPiece = { kind: 'result', resultId, callId, name, status };
  if (size === undefined) return bare;
  const input = args === '' ? bare : { ...bare, args };
  if (estimateTokens(quoted(output)) <= size) return { ...input, output };
  const instruction = `read_tool_result({"result_id":${JSON.stringify(resultId)}})`;
  // quoting adds tokens, so the first try leaves a fifth of the room to it; a rest too small for words stays a record
  for (const share of size < leastCut ? [] : [0.8, 0.5]) {
    const cut = clip(output, Math.floor(size * share), instruction);
    if (estimateTokens(quoted(cut)) <= size) return { ...input, output: cut };
  }
  return input;
}

/** Below this many tokens a cut text would be little more than the line that says so. */
const leastCut = 60;

function attachments(message: Message, sent: boolean): Piece[] {
  return message.parts.flatMap((part): Piece[] =>
    part.type === 'image' || part.type === 'file' ? [{ kind: 'attachment', part, sent }] : [],
  );
}

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
