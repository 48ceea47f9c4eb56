import type { Part } from '../conversation.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import { linkedPart } from './openai-content.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * A conversation exported from LibreChat: a tree (`messagesTree`, children inside their parents) or a flat list with
 * parent ids. The file does not say which branch is the current one, so the newest leaf is taken.
 */
export const librechat: Format = {
  kind: 'librechat',
  says: 'LibreChat export (.json)',
  recognises: ({ value }) => isExport(shape(value)),
  read: ({ value }) => [read(shape(value) ?? {})],
};

function isExport(value: Shape | undefined): boolean {
  if (value === undefined || typeof value.conversationId !== 'string') return false;
  return Array.isArray(value.messagesTree) || Array.isArray(value.messages);
}

function read(conversation: Shape): Imported {
  const made = draft();
  const nodes = flattened(conversation.messagesTree ?? conversation.messages).map((message, index) => ({
    id: words(message.messageId) ?? String(index),
    parent: words(message.parentMessageId),
    createdAt: moment(message.createdAt),
    message,
  }));
  const { path, others } = branch(nodes, undefined);
  made.leave('other branch', others.length);
  for (const { id, createdAt, message } of path) {
    const role = message.isCreatedByUser === true ? 'user' : 'assistant';
    if (message.error === true) made.leave('error message');
    else made.message(id, role, createdAt, parts(made, message));
  }
  return made.finish({
    kind: 'librechat',
    id: asText(conversation.conversationId),
    title: words(conversation.title),
  });
}

/** Every message of nested lists, a parent before its children; a stack, because trees may be deep. */
function flattened(list: unknown): readonly Shape[] {
  const found: Shape[] = [];
  const stack = [...shapes(list)].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next);
    for (const child of [...shapes(next.children)].reverse()) stack.push(child);
  }
  return found;
}

function parts(made: Draft, message: Shape): Part[] {
  const content = shapes(message.content).flatMap((part) => contentPart(made, part));
  const text = words(message.text);
  const said: Part[] = content.length > 0 || text === undefined ? content : [{ type: 'text', text }];
  const files = shapes(message.files).flatMap((file) => {
    const what = asText(file.type).startsWith('image/') ? 'image' : 'file';
    return linkedPart(made, what, undefined, words(file.filename)) ?? [];
  });
  if (said.length + files.length === 0) made.leave('empty message');
  return [...said, ...files];
}

function contentPart(made: Draft, part: Shape): Part[] {
  if (part.type === 'text') {
    const text = words(shape(part.text)?.value) ?? words(part.text);
    return text === undefined ? [] : [{ type: 'text', text }];
  }
  if (part.type === 'think') {
    const text = words(shape(part.think)?.value) ?? words(part.think);
    return text === undefined ? [] : [{ type: 'reasoning', text }];
  }
  const call = part.type === 'tool_call' ? shape(part.tool_call) : undefined;
  if (call === undefined) {
    made.leave(`unknown part ${asText(part.type)}`);
    return [];
  }
  const id = asText(call.id);
  const name = asText(call.name);
  const request: Part = { type: 'tool_call', id, name, args: asValue(call.args) };
  if (call.output === undefined || call.output === null) return [request];
  return [request, { type: 'tool_result', id, name, status: 'completed', output: asText(call.output) }];
}
