import type { Message, ToolResultPart } from '../conversation.ts';
import { readShortAddress, shortAddress } from '../window/address.ts';
import { record, text, whole } from './arguments.ts';
import { clip, few, pageSize, refusal, safeCut, type ToolAnswer, type ToolChat } from './tool.ts';
import { resultIds } from './words.ts';

/** A page of a saved output. */
export interface ResultPage {
  readonly session_id: string;
  readonly result_id: string;
  readonly name: string;
  readonly status: string;
  /** The output on this page; pages put together give exactly what was saved. */
  readonly output: string;
  readonly total: number;
  readonly offset: number;
  readonly next: number | null;
}

/**
 * What a result id names: `message:12:result:call-1`, where the call's own id may hold anything, colons too; or, as
 * records name it, `result:12:3.417305`, the third result of the message.
 */
export type ResultAddress =
  | { readonly message: number; readonly call: string }
  | { readonly message: number; readonly nth: number };

/** Reads a result id, a whole one split at its first three colons only; undefined when it is none. */
export function resultAddress(resultId: string): ResultAddress | undefined {
  const short = readShortAddress(resultId);
  if (short !== undefined) return short;
  const match = /^message:([1-9]\d{0,15}):result:/.exec(resultId);
  const message = Number(match?.[1]);
  if (match === null || !Number.isSafeInteger(message)) return undefined;
  return { message, call: resultId.slice(match[0].length) };
}

/**
 * The tool `read_tool_result` on one chat: the exact saved output of a call, 4,000 characters a page from the character
 * `offset`. A call that was never answered has no result, and the answer says so. `room` is the most characters of the
 * answer.
 */
export function readToolResult(chat: ToolChat, input: unknown, room = pageSize): ToolAnswer<ResultPage> {
  const args = record(input);
  if ('refused' in args) return refusal(args.refused);
  const wanted = text(args.value, 'result_id');
  if ('refused' in wanted) return refusal(wanted.refused);
  const offset = whole(args.value, 'offset', [0, Number.MAX_SAFE_INTEGER], 0);
  if ('refused' in offset) return refusal(offset.refused);
  const id = wanted.value ?? '';
  const address = resultAddress(id);
  if (address === undefined) {
    return refusal(
      `No such result: ${JSON.stringify(clip(id, 80))} is no result id. Take one as it stands in the conversation, for example "message:12:result:call-1".`,
    );
  }
  const messages = chat.conversation.messages.filter((message) => message.id === address.message);
  const found = messages.map((message) => resultOf(message, id)).find((part) => part !== undefined);
  if (found === undefined) return refusal(noResult(messages, address));
  return page(chat, found, id, offset.value, room);
}

const footerRoom = 200;

function page(
  chat: ToolChat,
  part: ToolResultPart,
  id: string,
  offset: number,
  most: number,
): ToolAnswer<ResultPage> {
  const { output, name, status } = part;
  if (offset > 0 && offset >= output.length) {
    return refusal(
      `offset ${offset} is behind the end: this result has ${output.length} characters. Begin at offset 0.`,
    );
  }
  const head = `${clip(name, 100) || 'tool'} (${clip(status, 60)}), ${output.length} characters${offset > 0 ? `, from character ${offset}` : ''}`;
  const room = most - footerRoom - head.length;
  const end = offset + room >= output.length ? output.length : safeCut(output, offset + room);
  const shown = output.slice(offset, end);
  const next = end < output.length ? end : null;
  const footer =
    next === null
      ? ''
      : `\n\nMore: ${output.length - end} characters. Ask the same again with "offset": ${next}.`;
  return {
    found: true,
    text: `${head}\n${shown === '' ? '(nothing was printed)' : shown}${footer}`,
    value: {
      session_id: chat.sessionId,
      result_id: id,
      name,
      status,
      output: shown,
      total: output.length,
      offset,
      next,
    },
  };
}

function resultOf(message: Message, id: string): ToolResultPart | undefined {
  const nth = readShortAddress(id)?.nth;
  let place = 0;
  for (const [index, own] of resultIds(message)) {
    const part = message.parts[index];
    place++;
    const wanted =
      nth === undefined ? own === id : place === nth && shortAddress(message.id, nth, own) === id;
    if (wanted && part?.type === 'tool_result') return part;
  }
  return undefined;
}

function noResult(messages: readonly Message[], address: ResultAddress): string {
  const { message } = address;
  if (messages.length === 0) {
    return `No such result: there is no message ${message} in this chat. search_chat_messages finds results by their words.`;
  }
  const has = messages.flatMap((one) => [...resultIds(one).values()].map((id) => clip(id, 100)));
  const why =
    'nth' in address
      ? `message ${message} has no such result number ${address.nth} any more`
      : noAnswer(messages, address.call, message);
  const instead =
    has.length === 0 ? `It has no results; read_chat_messages shows its words` : `Its results: ${few(has)}`;
  return `No such result: ${why}. ${instead}.`;
}

function noAnswer(messages: readonly Message[], call: string, message: number): string {
  const name = JSON.stringify(clip(call, 80));
  const called = messages.some(({ parts }) =>
    parts.some((part) => part.type === 'tool_call' && part.id === call),
  );
  return called
    ? `the call ${name} of message ${message} was never answered, so whether it did anything is not known`
    : `message ${message} has no result of a call ${name}`;
}
