import type { Part } from '../conversation.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentText } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Sessions of Gemini CLI (`~/.gemini/tmp/<hash>/chats/session-*`): one JSON document, or JSON lines of a header and its
 * messages, where a later line with the same id takes the place of an earlier one. Results stand in their calls.
 */
export const geminiCli: Format = {
  kind: 'gemini-cli',
  says: 'Gemini CLI session (.json, .jsonl)',
  recognises: (input) => session(input) !== undefined,
  read: (input) => [read(input)],
};

interface Session {
  readonly head: Shape;
  readonly messages: readonly Shape[];
}

function session({ value, lines }: Input): Session | undefined {
  const whole = shape(value);
  if (whole !== undefined && Array.isArray(whole.messages)) {
    return isHead(whole) ? { head: whole, messages: shapes(whole.messages) } : undefined;
  }
  const records = shapes(lines.map((line) => line.value));
  const head = records.find(isHead);
  return head === undefined ? undefined : { head, messages: records.filter((record) => record !== head) };
}

function isHead(record: Shape): boolean {
  return typeof record.sessionId === 'string' && typeof record.projectHash === 'string';
}

function read(input: Input): Imported {
  const made = draft(input.broken);
  const { head, messages } = session(input) ?? { head: {}, messages: [] };
  const newest = new Map(messages.map((message, index) => [words(message.id) ?? String(index), message]));
  for (const [key, message] of newest) {
    const type = asText(message.type);
    if (type === 'user' || type === 'gemini') {
      const role = type === 'user' ? 'user' : 'assistant';
      const parts = messageParts(message);
      if (parts.length === 0) made.leave('empty message');
      made.message(key, role, moment(message.timestamp), parts);
    } else leaveOther(made, type);
  }
  return made.finish({
    kind: 'gemini-cli',
    id: words(head.sessionId) ?? input.name,
    createdAt: moment(head.startTime),
  });
}

/** What the program itself said is not speech. */
function leaveOther(made: Draft, type: string) {
  const isNotice = type === 'info' || type === 'warning' || type === 'error';
  made.leave(isNotice ? 'notice of the program' : 'bookkeeping line');
}

function messageParts(message: Shape): Part[] {
  const thoughts = shapes(message.thoughts).map(({ subject, description }) =>
    [words(subject), words(description)].filter((line) => line !== undefined).join('\n'),
  );
  const text = contentText(message.content);
  return [
    ...(thoughts.length === 0 ? [] : [{ type: 'reasoning' as const, text: thoughts.join('\n\n') }]),
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...shapes(message.toolCalls).flatMap(callParts),
  ];
}

function callParts(call: Shape): Part[] {
  const id = asText(call.id);
  const name = asText(call.name);
  const made: Part = { type: 'tool_call', id, name, args: call.args ?? {} };
  const outputs = shapes(call.result).map((one) => {
    const response = shape(shape(one.functionResponse)?.response);
    return asText(response?.output ?? response?.error ?? response ?? one);
  });
  if (outputs.length === 0) return [made];
  const status = call.status === 'success' || call.status === undefined ? 'completed' : 'error';
  return [made, { type: 'tool_result', id, name, status, output: outputs.join('\n') }];
}
