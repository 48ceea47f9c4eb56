import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/** Sessions of Qwen Code (`.jsonl`): like those of Claude Code, with messages in Gemini's `parts`. File order is chat order. */
export const qwenCode: Format = {
  kind: 'qwen-code',
  says: 'Qwen Code session (.jsonl)',
  recognises: ({ lines }) => lines.some(({ value }) => isSpeech(shape(value))),
  read: (input) => [read(input)],
};

function isSpeech(line: Shape | undefined): boolean {
  return typeof line?.sessionId === 'string' && Array.isArray(shape(line.message)?.parts);
}

function read({ name, lines, broken }: Input): Imported {
  const made = draft(broken);
  const records = shapes(lines.map(({ value }) => value));
  const calls = new Map<string, DraftMessage>();
  for (const line of records) {
    if (line.type === 'system')
      made.leave(line.subtype === 'chat_compression' ? 'compact summary' : 'bookkeeping line');
    else if (isSpeech(line)) readLine(made, calls, line);
    else made.leave('bookkeeping line');
  }
  return made.finish({
    kind: 'qwen-code',
    id: records.map(({ sessionId }) => words(sessionId)).find((id) => id !== undefined) ?? name,
    cwd: records.map(({ cwd }) => words(cwd)).find((cwd) => cwd !== undefined),
  });
}

function readLine(made: Draft, calls: Map<string, DraftMessage>, line: Shape) {
  const parts = shapes(shape(line.message)?.parts);
  const createdAt = moment(line.timestamp);
  const key = words(line.uuid) ?? `line:${createdAt}`;
  const own = parts.filter((part) => part.functionResponse === undefined);
  for (const part of parts)
    if (part.functionResponse !== undefined) readResult(made, calls, line, part, createdAt);
  if (own.length === 0) return;
  const target = made.message(key, line.type === 'assistant' ? 'assistant' : 'user', createdAt);
  for (const part of own) readPart(made, calls, target, part);
  if (target.parts.length === 0) made.leave('empty message');
}

function readPart(made: Draft, calls: Map<string, DraftMessage>, target: DraftMessage, part: Shape) {
  const call = shape(part.functionCall);
  const data = shape(part.inlineData);
  const text = words(part.text);
  if (call !== undefined) {
    const id = asText(call.id);
    target.parts.push({ type: 'tool_call', id, name: asText(call.name), args: call.args ?? {} });
    calls.set(id, target);
  } else if (data !== undefined) {
    const attached = made.attach(data.data, data.mimeType);
    if (attached !== undefined) target.parts.push(attached);
  } else if (text !== undefined)
    target.parts.push({ type: part.thought === true ? 'reasoning' : 'text', text });
  else made.leave('empty part');
}

function readResult(
  made: Draft,
  calls: ReadonlyMap<string, DraftMessage>,
  line: Shape,
  part: Shape,
  createdAt: string,
) {
  const answer = shape(part.functionResponse) ?? {};
  const response = shape(answer.response);
  const id = asText(answer.id);
  const target = calls.get(id) ?? made.message(`result:${id}`, 'assistant', createdAt);
  const failed = response?.error !== undefined || shape(line.toolCallResult)?.status === 'error';
  target.parts.push({
    type: 'tool_result',
    id,
    name: asText(answer.name),
    status: failed ? 'error' : 'completed',
    output: asText(response?.output ?? response?.error ?? answer.response),
  });
}
