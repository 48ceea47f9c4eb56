import { draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentParts } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * Conversations of the llama.cpp web page: JSON lines of one `session` row and its `message` rows, in any order.
 * Several sessions in one file are several conversations.
 */
export const llamaCpp: Format = {
  kind: 'llama-cpp',
  says: 'llama.cpp web UI export (.jsonl)',
  recognises: ({ lines }) => lines.some(({ value }) => shape(shape(value)?.message)?.convId !== undefined),
  read,
};

function read({ lines, broken }: Input): readonly Imported[] {
  const rows = lines.flatMap(({ value }) => rowsOf(value));
  const messages = rows.flatMap((row) => (row.type === 'message' ? rowsOf(row.message) : []));
  const sessions = new Map(rows.filter(({ type }) => type === 'session').map((row) => [asText(row.id), row]));
  const ids = new Set([...sessions.keys(), ...messages.map(({ convId }) => asText(convId))]);
  return [...ids].map((id, index) => {
    const own = messages.filter(({ convId }) => asText(convId) === id);
    return conversation(id, sessions.get(id) ?? {}, own, index === 0 ? broken : []);
  });
}

function rowsOf(value: unknown): readonly Shape[] {
  const row = shape(value);
  return row === undefined ? [] : [row];
}

function conversation(
  id: string,
  session: Shape,
  messages: readonly Shape[],
  broken: Input['broken'],
): Imported {
  const made = draft();
  made.broken.push(...broken);
  const nodes = messages.map((message) => ({
    id: asText(message.id),
    parent: words(message.parent),
    createdAt: moment(message.timestamp),
    message,
  }));
  const { path, others } = branch(nodes, session.currNode);
  made.leave('other branch', others.filter(({ message }) => message.type !== 'root').length);
  for (const { id: key, createdAt, message } of path) {
    const { role, type } = message;
    if (type === 'root') continue;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${asText(role)}`);
    else {
      const target = made.message(key, role, createdAt);
      const thought = words(message.thinking) ?? words(message.reasoning_content);
      if (thought !== undefined) target.parts.push({ type: 'reasoning', text: thought });
      target.parts.push(...contentParts(made, message.content));
      for (const extra of shapes(message.extra)) {
        const part = attached(extra);
        if (part === undefined) made.leave(`unknown part ${asText(extra.type)}`);
        else target.parts.push(part);
      }
      if (target.parts.length === 0) made.leave('empty message');
    }
  }
  return made.finish({ kind: 'llama-cpp', id, title: words(session.name), createdAt: nodes[0]?.createdAt });
}

/** A text file stands beside the message with its content. */
function attached(extra: Shape) {
  const text = words(extra.content);
  if (text === undefined) return undefined;
  return { type: 'text' as const, text: `[attached file: ${asText(extra.name)}]\n\n${text}` };
}
