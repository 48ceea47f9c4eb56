import type { Part } from '../conversation.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { splitDetails } from './open-webui-details.ts';
import { contentParts, contentText, linkedPart } from './openai-content.ts';
import { asText, asValue, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * The export of Open WebUI: a list of chats or one chat, the branch that ends at `currentId`, found by parents (lists of
 * children may be empty). Reasoning and tool calls come from the typed `output` list, else from the HTML inside the content.
 */
export const openWebui: Format = {
  kind: 'open-webui',
  says: 'Open WebUI export (.json)',
  recognises: (input) => chats(input).length > 0,
  read: (input) => chats(input).map(read),
};

function chats({ value }: Input): readonly Shape[] {
  return shapes(Array.isArray(value) ? value : [value]).filter((entry) => {
    const chat = shape(entry.chat);
    return shape(shape(chat?.history)?.messages) !== undefined || Array.isArray(chat?.messages);
  });
}

function read(entry: Shape): Imported {
  const made = draft();
  const chat = shape(entry.chat) ?? {};
  const history = shape(chat.history);
  const tree = Object.entries(shape(history?.messages) ?? {});
  const listed = shapes(chat.messages).map((message, index): [string, unknown] => [
    words(message.id) ?? String(index),
    message,
  ]);
  const nodes = (tree.length > 0 ? tree : listed).flatMap(([id, value]) => {
    const message = shape(value);
    if (message?.role === undefined) {
      made.leave('message without a role');
      return [];
    }
    return [{ id, parent: words(message.parentId), createdAt: moment(message.timestamp), message }];
  });
  const { path, others, guessed } =
    tree.length > 0 ? branch(nodes, history?.currentId) : { path: nodes, others: [], guessed: false };
  if (guessed && others.length > 0) {
    made.remarks.push('the file does not say which branch is the current one: the newest was taken');
  }
  made.leave('other branch', others.length);
  for (const { id, createdAt, message } of path) {
    const { role } = message;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${asText(role)}`);
    else made.message(id, role, createdAt, parts(made, message));
  }
  return made.finish({
    kind: 'open-webui',
    id: words(entry.id) ?? asText(chat.id),
    title: words(entry.title) ?? words(chat.title),
    createdAt: moment(entry.created_at),
  });
}

function parts(made: Draft, message: Shape): Part[] {
  const output = shapes(message.output);
  const said = output.length > 0 ? outputParts(made, output) : contentOf(made, message);
  const files = shapes(message.files).flatMap((file) => {
    const what = file.type === 'image' ? 'image' : 'file';
    return linkedPart(made, what, file.url, words(file.name) ?? words(shape(file.file)?.filename)) ?? [];
  });
  if (said.length + files.length === 0) made.leave('empty message');
  return [...said, ...files];
}

/** An answer's text holds reasoning and calls as HTML; what a person typed is taken as it stands. */
function contentOf(made: Draft, { role, content }: Shape): Part[] {
  return role === 'assistant' && typeof content === 'string'
    ? splitDetails(content)
    : contentParts(made, content);
}

function outputParts(made: Draft, output: readonly Shape[]): Part[] {
  const names = new Map(
    output.flatMap((item) => (words(item.name) === undefined ? [] : [[item.call_id, asText(item.name)]])),
  );
  return output.flatMap((item): Part[] => {
    const text = contentText(item.content ?? item.summary ?? '');
    const id = asText(item.call_id ?? item.id);
    switch (item.type) {
      case 'message':
        return text.trim() === '' ? [] : [{ type: 'text', text }];
      case 'reasoning':
        return text.trim() === '' ? [] : [{ type: 'reasoning', text }];
      case 'function_call':
        return [{ type: 'tool_call', id, name: asText(item.name), args: asValue(item.arguments) }];
      case 'function_call_output': {
        const status = item.status === 'failed' ? 'error' : 'completed';
        const name = names.get(item.call_id) ?? '';
        return [{ type: 'tool_result', id, name, status, output: contentText(item.output) }];
      }
      default:
        made.leave(`unknown item ${asText(item.type)}`);
        return [];
    }
  });
}
