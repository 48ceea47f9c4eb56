import type { Part } from '../conversation.ts';
import { type Draft, type DraftMessage, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * The data export of Claude.ai (`conversations.json`): the branch with the newest leaf. Pasted text stands only in
 * attachments, so it becomes text of the message, behind a line that names the file.
 */
export const claudeAi: Format = {
  kind: 'claude-ai',
  says: 'Claude.ai export (conversations.json)',
  recognises: (input) => conversations(input).length > 0,
  read: (input) => conversations(input).map(read),
};

function conversations({ value }: Input): readonly Shape[] {
  const all = Array.isArray(value) ? value : [shape(value)?.conversations ?? value].flat();
  return shapes(all).filter((one) => Array.isArray(one.chat_messages));
}

function read(conversation: Shape): Imported {
  const made = draft();
  const nodes = shapes(conversation.chat_messages).map((message, index) => ({
    id: words(message.uuid) ?? String(index),
    parent: words(message.parent_message_uuid),
    createdAt: moment(message.created_at),
    message,
  }));
  const ids = new Set(nodes.map(({ id }) => id));
  const isTree = nodes.some(({ parent }) => parent !== undefined && ids.has(parent));
  const { path, others } = isTree ? branch(nodes, undefined) : { path: nodes, others: [] };
  made.leave('other branch', others.length);
  const reading: Reading = { made, calls: new Map(), answer: undefined };
  for (const { id, createdAt, message } of path) {
    const target = made.message(id, message.sender === 'human' ? 'user' : 'assistant', createdAt);
    if (target.role === 'assistant') reading.answer = target;
    readMessage(reading, target, message);
  }
  return made.finish({
    kind: 'claude-ai',
    id: asText(conversation.uuid),
    title: words(conversation.name),
    createdAt: moment(conversation.created_at),
  });
}

interface Reading {
  readonly made: Draft;
  /** The message that each tool call stands in. */
  readonly calls: Map<string, DraftMessage>;
  /** The newest answer. */
  answer: DraftMessage | undefined;
}

/** Stands in `text` where the program that exported had no words for a block. */
const notice = /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?/;

function readMessage(reading: Reading, target: DraftMessage, message: Shape) {
  const blocks = shapes(message.content);
  for (const block of blocks) readBlock(reading, target, block);
  // `text` says the same again, with a notice where a block stood; it counts only when the blocks hold nothing
  const given = asText(message.text);
  const text = words(notice.test(given) ? given.replace(notice, '').trim() : given);
  if (blocks.every(({ type }) => type === 'text') && !target.parts.length && text !== undefined) {
    target.parts.push({ type: 'text', text });
  }
  const attached = shapes(message.attachments);
  for (const { file_name, extracted_content } of attached) {
    target.parts.push(marked(asText(file_name), words(extracted_content)));
  }
  const named = new Set(attached.map(({ file_name }) => file_name));
  for (const file of [...shapes(message.files), ...shapes(message.files_v2)]) {
    const name = words(file.file_name) ?? words(file.file_uuid) ?? '';
    if (named.has(name)) continue;
    named.add(name);
    target.parts.push(marked(name));
  }
}

function readBlock({ made, calls, answer }: Reading, target: DraftMessage, block: Shape) {
  switch (block.type) {
    case 'text':
      if (words(block.text) !== undefined) target.parts.push({ type: 'text', text: asText(block.text) });
      return;
    case 'thinking':
      if (words(block.thinking) !== undefined)
        target.parts.push({ type: 'reasoning', text: asText(block.thinking) });
      return;
    case 'tool_use': {
      const id = asText(block.id);
      target.parts.push({ type: 'tool_call', id, name: asText(block.name), args: block.input ?? {} });
      calls.set(id, target);
      return;
    }
    case 'tool_result':
      // results stand in messages of the person's side; one whose call is missing belongs to the answer before it
      return readResult(made, calls.get(asText(block.tool_use_id)) ?? answer ?? target, block);
    default:
      return made.leave(`unknown block ${asText(block.type)}`);
  }
}

function readResult(made: Draft, target: DraftMessage, block: Shape) {
  const content =
    typeof block.content === 'string' ? [{ type: 'text', text: block.content }] : shapes(block.content);
  const pictures = content.filter(({ type }) => type === 'image');
  target.parts.push({
    type: 'tool_result',
    id: asText(block.tool_use_id),
    name: asText(block.name),
    status: block.is_error === true ? 'error' : 'completed',
    output: content
      .filter(({ type }) => type !== 'image')
      .map((inner) => words(inner.text) ?? JSON.stringify(inner))
      .join('\n'),
  });
  for (const picture of pictures) {
    const source = shape(picture.source);
    const part =
      source?.type === 'base64'
        ? made.attach(source.data, source.media_type)
        : marked(asText(picture.file_name ?? picture.file_uuid ?? source?.url), undefined, 'image');
    if (part !== undefined) target.parts.push(part);
  }
}

/** Text of an attached file behind a line with its name; a file without text is only the line. */
function marked(name: string, text?: string, what = text === undefined ? 'file' : 'attached file'): Part {
  const line = `[${what}: ${name || 'without a name'}]`;
  return { type: 'text', text: text === undefined ? line : `${line}\n\n${text}` };
}
