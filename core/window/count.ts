import { usable } from '../compaction/freshness.ts';
import { resultId } from '../compaction/marker.ts';
import type { AttachmentPart, Compaction, Message, Part } from '../conversation.ts';
import { canonicalJson } from '../text/hash.ts';
import { estimateTokens, pictureTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';
import { shownAddress } from './address.ts';
import { anchorsLine, attachmentRecord, callRecord, closed, quoted, resultRecord } from './record.ts';

/**
 * What one message would cost, in tokens of the estimate, before any limits are known. Plain numbers, so that a catalog
 * can keep one row a message and a window over a long chat need not read what it will not show.
 */
export interface Counted {
  /** The visible words of all its text parts. */
  readonly text: number;
  /** The usable short form's words and anchors; missing when there is none that may be used. */
  readonly short?: number;
  /** For each tool result in order: its record without output, the input, the output as a quoted string. */
  readonly results: readonly CountedResult[];
  /** The record of each file, picture and call without a result, in the order of the parts. */
  readonly others: readonly number[];
  /** How many of them could be sent as pictures. */
  readonly pictures: number;
}

export interface CountedResult {
  readonly record: number;
  /** Name, call id and status in full, which the reference's record repeats. */
  readonly names: number;
  readonly args: number;
  readonly output: number;
}

/** Counts one message; linear in its length. */
export function count(message: Message): Counted {
  const compaction = usable(message);
  const calls = toolCalls(message);
  const results: CountedResult[] = [];
  let text = 0;
  let pictures = 0;
  for (const part of message.parts) {
    if (part.type === 'text') {
      const words = visibleText(part, message.role);
      // one more for what stands between two texts
      if (words !== '') text += estimateTokens(words) + (text > 0 ? 1 : 0);
    } else if (isPicture(part)) pictures++;
  }
  for (const { name, callId, status, args, output, address } of calls) {
    if (address !== undefined)
      results.push({
        record: estimateTokens(resultRecord({ address, name, status })),
        names: estimateTokens(quoted(`${name} ${callId} ${status}`)),
        args: estimateTokens(args),
        output: estimateTokens(quoted(output)),
      });
  }
  return {
    text,
    results,
    others: otherParts(message, calls).map((other) =>
      estimateTokens('use' in other ? callRecord(other.use) : attachmentRecord(other.part, message.id)),
    ),
    pictures,
    ...(compaction === undefined ? {} : { short: shortTokens(compaction) }),
  };
}

/** A tool call of a message with its result, where the message holds one. */
export interface ToolUse {
  readonly name: string;
  readonly callId: string;
  /** Canonical JSON, at most 400 characters (100 where the call failed or repeats an earlier one). */
  readonly args: string;
  readonly status: string;
  readonly output: string;
  /** The result's whole id, and the address that records name it by; missing where there is no result for the call. */
  readonly resultId?: string;
  readonly address?: string;
  /** The index in `parts` where it is told: that of the result, else of the call. */
  readonly at: number;
}

/** The tool calls and results of a message in the order in which they are told. */
export function toolCalls(message: Message): readonly ToolUse[] {
  const inputs = new Map<string, Waiting>();
  const seen = new Map<string, number>();
  const told = new Set<string>();
  const uses: ToolUse[] = [];
  let nth = 0;
  message.parts.forEach((part, at) => {
    if (part.type === 'tool_call') {
      const waiting = inputs.get(part.id) ?? { calls: [], next: 0 };
      waiting.calls.push({ args: inputOf(part.args), name: part.name, at });
      inputs.set(part.id, waiting);
    }
    if (part.type !== 'tool_result') return;
    const times = (seen.get(part.id) ?? 0) + 1;
    seen.set(part.id, times);
    const input = taken(inputs.get(part.id))?.args ?? '';
    const again = told.has(`${part.name} ${input}`);
    told.add(`${part.name} ${input}`);
    const args = again || part.status === 'error' ? clipInput(input, 100) : clipInput(input, 400);
    const { name, status, output } = part;
    const whole = resultId(message.id, part.id, times);
    const address = shownAddress(message.id, ++nth, part.id, whole);
    uses.push({ name, callId: part.id, args, status, output, resultId: whole, address, at });
  });
  for (const [callId, left] of inputs)
    for (const { args, name, at } of left.calls.slice(left.next))
      uses.push({ name, callId, args: clipInput(args, 100), status: '', output: '', at });
  return uses.sort((a, b) => a.at - b.at);
}

/** The calls of one id, in order; those before `next` have their result. Taking them off the front would be quadratic. */
interface Waiting {
  readonly calls: { readonly args: string; readonly name: string; readonly at: number }[];
  next: number;
}

function taken(waiting: Waiting | undefined): Waiting['calls'][number] | undefined {
  const call = waiting?.calls[waiting.next];
  if (waiting !== undefined && call !== undefined) waiting.next++;
  return call;
}

/** A file or picture, or a call without a result, with the index in `parts` where it is told. */
export type OtherPart =
  | { readonly at: number; readonly part: AttachmentPart }
  | { readonly at: number; readonly use: ToolUse };

/** What a message holds beside words and results, in the order of its parts; `calls` are its `toolCalls`. */
export function otherParts(message: Message, calls: readonly ToolUse[]): readonly OtherPart[] {
  const list: OtherPart[] = calls.flatMap((use) => (use.address === undefined ? [{ at: use.at, use }] : []));
  message.parts.forEach((part, at) => {
    if (part.type === 'image' || part.type === 'file') list.push({ at, part });
  });
  return list.sort((a, b) => a.at - b.at);
}

/** Whether a part is a picture of a kind that model servers take; others are named only. */
export function isPicture(part: Part): part is AttachmentPart {
  return part.type === 'image' && /^image\/(?:jpeg|png|gif|webp)$/.test(part.mediaType);
}

/**
 * The short form that was counted, without hashing the message once more: the one that may be used. Undefined where
 * none may.
 */
export function countedShort(message: Message, { short }: Counted): Compaction | undefined {
  if (short === undefined) return undefined;
  return message.others === undefined ? message.compaction : usable(message);
}

/** What stands for the words of a message in its short form. */
export function shortText(compaction: Compaction): string {
  return segmentsOf(compaction, 'text').join('\n');
}

/** The exact strings of the message that its short text no longer has. */
export function shortAnchors(compaction: Compaction): readonly string[] {
  return segmentsOf(compaction, 'anchors').flatMap((text) => text.split('\n'));
}

function segmentsOf(compaction: Compaction, wanted: 'text' | 'anchors'): readonly string[] {
  return compaction.segments
    .filter(({ type, text }) => type === wanted && text !== '')
    .map(({ text }) => text);
}

/** A picture that is sent, in tokens: the same whatever its size. */
export const picture = pictureTokens;

function shortTokens(compaction: Compaction): number {
  const anchors = shortAnchors(compaction);
  const kept = anchors.length === 0 ? 0 : estimateTokens(anchorsLine(anchors)) + 2;
  return estimateTokens(shortText(compaction)) + kept;
}

function inputOf(args: unknown): string {
  return args === undefined ? '' : closed(canonicalJson(args));
}

function clipInput(input: string, most: number): string {
  if (input.length <= most) return input;
  return quoted(`${input.slice(0, most)}…`);
}
