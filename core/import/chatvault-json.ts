import type { Part } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';

/** What `export --to json` writes: our own nouns. Pictures and files are named only; their bytes lie beside the chat they came from. */
export const chatvaultJson: Format = {
  kind: 'chatvault',
  says: 'chatvault export (.json)',
  recognises: ({ value }) => shapes(shape(value)?.messages).some(isOurs),
  read: (input) => [read(input)],
};

function isOurs(message: Shape): boolean {
  return (
    Array.isArray(message.parts) && typeof message.created_at === 'string' && typeof message.id === 'number'
  );
}

function read({ value, name }: Input): Imported {
  const made = draft();
  const chat = shape(value) ?? {};
  const messages = shapes(chat.messages);
  for (const message of messages) {
    const { role } = message;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${asText(role)}`);
    else {
      const key = words(message.uid) ?? asText(message.id);
      const parts = shapes(message.parts).flatMap((part) => readPart(made, part) ?? []);
      if (parts.length === 0) made.leave('empty message');
      made.message(key, role, moment(message.created_at), parts);
    }
  }
  return made.finish({
    kind: 'chatvault',
    id: words(chat.session_id) ?? sha256(JSON.stringify([name, messages[0] ?? null])).slice(0, 32),
    title: words(chat.title),
    createdAt: moment(chat.created_at),
    cwd: words(chat.cwd),
  });
}

function readPart(made: Draft, part: Shape): Part | undefined {
  const id = asText(part.id);
  const name = asText(part.name);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: asText(part.text) };
    case 'tool_call':
      return { type: 'tool_call', id, name, args: part.args ?? {} };
    case 'tool_result':
      return {
        type: 'tool_result',
        id,
        name,
        status: words(part.status) ?? 'completed',
        output: asText(part.output),
      };
    case 'image':
    case 'file':
      return { type: 'text', text: `[${part.type}: ${name || asText(part.path)}]` };
    default:
      made.leave(`unknown part ${asText(part.type)}`);
      return undefined;
  }
}
