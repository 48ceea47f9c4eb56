import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentText } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/** Sessions of pi (`.jsonl`): a tree of entries in one file; the branch with the newest leaf. */
export const pi: Format = {
  kind: 'pi',
  says: 'pi session (.jsonl)',
  recognises: ({ lines }) =>
    lines.some(({ value }) => isHead(shape(value))) && lines.some(({ value }) => isEntry(value)),
  read: (input) => [read(input)],
};

function isHead(line: Shape | undefined): boolean {
  return line?.type === 'session' && typeof line.id === 'string';
}

function isEntry(value: unknown): boolean {
  const entry = shape(value);
  return (
    entry?.type === 'message' && shape(entry.message)?.role !== undefined && entry.parentId !== undefined
  );
}

function read({ name, lines, broken }: Input): Imported {
  const made = draft(broken);
  const records = shapes(lines.map(({ value }) => value));
  const head = records.find(isHead) ?? {};
  const nodes = records.flatMap((entry) => {
    const id = entry === head ? undefined : words(entry.id);
    return id === undefined
      ? []
      : [{ id, parent: words(entry.parentId), createdAt: moment(entry.timestamp), entry }];
  });
  const { path, others } = branch(nodes, undefined);
  made.leave('other branch', others.filter(({ entry }) => entry.type === 'message').length);
  const calls = new Map<string, DraftMessage>();
  for (const { id, createdAt, entry } of path) {
    const message = shape(entry.message);
    if (entry.type !== 'message' || message === undefined) leaveEntry(made, entry);
    else readMessage(made, calls, message, id, createdAt);
  }
  return made.finish({
    kind: 'pi',
    id: words(head.id) ?? name,
    createdAt: moment(head.timestamp),
    cwd: words(head.cwd),
  });
}

function leaveEntry(made: Draft, { type }: Shape) {
  made.leave(type === 'compaction' || type === 'branch_summary' ? 'compact summary' : 'bookkeeping line');
}

function readMessage(
  made: Draft,
  calls: Map<string, DraftMessage>,
  message: Shape,
  id: string,
  createdAt: string,
) {
  if (message.role === 'toolResult') return readResult(made, calls, message, id, createdAt);
  if (message.role !== 'user' && message.role !== 'assistant') {
    return made.leave(message.role === 'bashExecution' ? 'command echo' : `role ${asText(message.role)}`);
  }
  const target = made.message(id, message.role, createdAt);
  const content =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  for (const part of shapes(content)) readPart(made, calls, target, part);
  if (target.parts.length === 0) made.leave('empty message');
}

function readPart(made: Draft, calls: Map<string, DraftMessage>, target: DraftMessage, part: Shape) {
  const text = words(part.text) ?? words(part.thinking);
  if (part.type === 'text' && text !== undefined) target.parts.push({ type: 'text', text });
  else if (part.type === 'thinking' && text !== undefined) target.parts.push({ type: 'reasoning', text });
  else if (part.type === 'toolCall') {
    const id = asText(part.id);
    target.parts.push({ type: 'tool_call', id, name: asText(part.name), args: part.arguments ?? {} });
    calls.set(id, target);
  } else if (part.type === 'image') {
    const image = made.attach(part.data, part.mimeType);
    if (image !== undefined) target.parts.push(image);
  } else made.leave(text === undefined ? 'empty part' : `unknown part ${asText(part.type)}`);
}

function readResult(
  made: Draft,
  calls: ReadonlyMap<string, DraftMessage>,
  message: Shape,
  key: string,
  createdAt: string,
) {
  const id = asText(message.toolCallId);
  const target = calls.get(id) ?? made.message(key, 'assistant', createdAt);
  const status = message.isError === true ? 'error' : 'completed';
  const output = contentText(message.content);
  target.parts.push({ type: 'tool_result', id, name: asText(message.toolName), status, output });
}
