import { usable } from '../compaction/freshness.ts';
import { resultId } from '../compaction/marker.ts';
import type { Compaction, Message } from '../conversation.ts';
import { canonicalJson } from '../text/hash.ts';
import { estimateTokens, pictureTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';
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
  /** The records of calls without a result, files and pictures. */
  readonly records: number;
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
  let records = 0;
  let pictures = 0;
  for (const part of message.parts) {
    if (part.type === 'text') text += estimateTokens(visibleText(part, message.role));
    else if (part.type === 'image' || part.type === 'file') {
      records += estimateTokens(attachmentRecord(part, message.id));
      if (part.type === 'image') pictures++;
    }
  }
  for (const { name, callId, status, args, output, address } of calls) {
    if (address === undefined) records += estimateTokens(callRecord({ name, args }));
    else
      results.push({
        record: estimateTokens(resultRecord({ resultId: address, name, status })),
        names: estimateTokens(quoted(`${name} ${callId} ${status}`)),
        args: estimateTokens(args),
        output: estimateTokens(quoted(output)),
      });
  }
  return {
    text,
    results,
    records,
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
  /** The result's id; missing when the message holds no result for the call. */
  readonly address?: string;
  /** The index in `parts` where it is told: that of the result, else of the call. */
  readonly at: number;
}

/** The tool calls and results of a message in the order in which they are told. */
export function toolCalls(message: Message): readonly ToolUse[] {
  const inputs = new Map<string, { readonly args: string; readonly name: string; readonly at: number }[]>();
  const seen = new Map<string, number>();
  const told = new Set<string>();
  const uses: ToolUse[] = [];
  message.parts.forEach((part, at) => {
    if (part.type === 'tool_call') {
      const waiting = inputs.get(part.id) ?? [];
      waiting.push({ args: inputOf(part.args), name: part.name, at });
      inputs.set(part.id, waiting);
    }
    if (part.type !== 'tool_result') return;
    const times = (seen.get(part.id) ?? 0) + 1;
    seen.set(part.id, times);
    const input = inputs.get(part.id)?.shift()?.args ?? '';
    const again = told.has(`${part.name} ${input}`);
    told.add(`${part.name} ${input}`);
    const args = again || part.status === 'error' ? clipInput(input, 100) : clipInput(input, 400);
    const { name, status, output } = part;
    uses.push({
      name,
      callId: part.id,
      args,
      status,
      output,
      address: resultId(message.id, part.id, times),
      at,
    });
  });
  for (const [callId, left] of inputs)
    for (const { args, name, at } of left)
      uses.push({ name, callId, args: clipInput(args, 100), status: '', output: '', at });
  return uses.sort((a, b) => a.at - b.at);
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
