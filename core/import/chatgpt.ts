import { outputText, spokenParts, thoughtText } from './chatgpt-text.ts';
import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * The data export of ChatGPT (`conversations.json`, also split into `conversations-000.json` …): the branch that ends at
 * `current_node`. Thoughts, calls and results belong to the answer that follows them; pictures and files are only named,
 * because their bytes lie beside this file in the export.
 */
export const chatgpt: Format = {
  kind: 'chatgpt',
  says: 'ChatGPT export (conversations.json)',
  recognises: (input) => conversations(input).some((one) => shape(one.mapping) !== undefined),
  read: (input) => conversations(input).map(read),
};

function conversations({ value }: Input): readonly Shape[] {
  return shapes(Array.isArray(value) ? value : [shape(value)?.conversations ?? value].flat());
}

interface Reading {
  readonly draft: Draft;
  /** The answer that is being put together: thoughts and calls so far. */
  answer: DraftMessage | undefined;
  /** The last call, to which results belong. */
  call: { readonly id: string; readonly name: string; readonly message: DraftMessage } | undefined;
}

function read(conversation: Shape): Imported {
  const reading: Reading = { draft: draft(), answer: undefined, call: undefined };
  const mapping = shape(conversation.mapping);
  if (mapping === undefined) reading.draft.leave('conversation without messages');
  const nodes = Object.entries(mapping ?? {}).map(([id, value]) => {
    const node = shape(value) ?? {};
    const message = shape(node.message);
    return { id, parent: words(node.parent), createdAt: moment(message?.create_time), message };
  });
  const { path, others, guessed } = branch(nodes, conversation.current_node);
  for (const { id, message } of path) if (message !== undefined) readMessage(reading, id, message);
  reading.draft.leave('other branch', others.filter(({ message }) => isSpeech(message)).length);
  if (guessed && nodes.length > 0) {
    reading.draft.remarks.push('the file does not say which branch is the current one: the newest was taken');
  }
  return reading.draft.finish({
    kind: 'chatgpt',
    id: words(conversation.conversation_id) ?? asText(conversation.id),
    title: words(conversation.title),
    createdAt: moment(conversation.create_time),
  });
}

function isSpeech(message: Shape | undefined): boolean {
  const role = shape(message?.author)?.role;
  return role === 'user' || role === 'assistant';
}

function readMessage(reading: Reading, id: string, message: Shape) {
  const { draft } = reading;
  const role = asText(shape(message.author)?.role);
  const type = asText(shape(message.content)?.content_type);
  const metadata = shape(message.metadata) ?? {};
  if (type === 'user_editable_context' || type === 'model_editable_context')
    return draft.leave('custom instructions');
  if (metadata.is_visually_hidden_from_conversation === true || metadata.is_user_system_message === true) {
    return draft.leave('hidden message');
  }
  // a result has no weight of its own in older exports, everything else without weight was abandoned
  if (role === 'tool') return readResult(reading, id, message);
  if (message.weight === 0) return draft.leave('hidden message');
  const recipient = asText(message.recipient) || 'all';
  if (role === 'assistant' && recipient !== 'all') return readCall(reading, id, recipient, message);
  if (type === 'reasoning_recap') return draft.leave('time of thinking');
  if (type === 'thoughts') {
    const text = thoughtText(message);
    if (text !== '') answerOf(reading, id, message).parts.push({ type: 'reasoning', text });
    return;
  }
  readSpeech(reading, id, role, type, message);
}

function readSpeech(reading: Reading, id: string, role: string, type: string, message: Shape) {
  const { draft } = reading;
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return draft.leave(`role ${role || 'missing'}`);
  const known = type === 'text' || type === 'multimodal_text';
  const parts = known ? spokenParts(draft, message) : otherParts(type, message);
  if (parts.length === 0) return draft.leave(known ? 'empty message' : `unknown message ${type}`);
  const target = role === 'assistant' ? answerOf(reading, id, message) : undefined;
  if (target === undefined) draft.message(id, role, moment(message.create_time), parts);
  else for (const part of parts) target.parts.push(part);
  reading.answer = undefined;
}

/** Code shown to everybody, an error, a quotation: text of its own. */
function otherParts(type: string, message: Shape): DraftMessage['parts'] {
  const content = shape(message.content) ?? {};
  const text = words(content.text);
  if (text === undefined) return [];
  if (type !== 'code') return [{ type: 'text', text }];
  const language = asText(content.language).replace(/^unknown$/, '');
  return [{ type: 'text', text: `\`\`\`\`${language}\n${text}\n\`\`\`\`` }];
}

function readCall(reading: Reading, id: string, name: string, message: Shape) {
  const target = answerOf(reading, id, message);
  target.parts.push({ type: 'tool_call', id, name, args: asValue(outputText(message)) });
  reading.call = { id, name, message: target };
}

function readResult(reading: Reading, id: string, message: Shape) {
  const name = asText(shape(message.author)?.name);
  const target = reading.call?.message ?? answerOf(reading, id, message);
  target.parts.push({
    type: 'tool_result',
    id: reading.call?.id ?? id,
    name: name || (reading.call?.name ?? ''),
    status: shape(message.content)?.content_type === 'system_error' ? 'error' : 'completed',
    output: outputText(message),
  });
}

function answerOf(reading: Reading, id: string, message: Shape): DraftMessage {
  reading.answer ??= reading.draft.message(id, 'assistant', moment(message.create_time));
  return reading.answer;
}
