import { draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { contentParts } from './openai-content.ts';
import { asText, type Shape, shape, shapes, words } from './shape.ts';
import { moment } from './time.ts';
import { branch } from './tree.ts';

/**
 * Conversations of the llama.cpp web page: JSON lines of `session` and `message` rows in any order, or JSON of
 * `{conv, messages}`, one or a list of them.
 */
export const llamaCpp: Format = {
  kind: 'llama-cpp',
  says: 'llama.cpp web UI export (.jsonl, .json)',
  recognises: (input) =>
    sessions(input).some(({ messages }) => messages.some(({ convId }) => convId !== undefined)),
  read: (input) =>
    sessions(input).map(({ head, messages }, index) => read(head, messages, index === 0 ? input.broken : [])),
};

interface Session {
  readonly head: Shape;
  readonly messages: readonly Shape[];
}

function sessions({ value, lines }: Input): readonly Session[] {
  const whole = shapes(Array.isArray(value) ? value : [value]).flatMap((one) => {
    const head = shape(one.conv);
    return head === undefined ? [] : [{ head, messages: shapes(one.messages) }];
  });
  return whole.length > 0 ? whole : sessionsOfRows(shapes(lines.map((line) => line.value)));
}

/** Sessions in the order of their own rows, then those that only messages name. */
function sessionsOfRows(rows: readonly Shape[]): readonly Session[] {
  const found = new Map<string, { readonly head: Shape; readonly messages: Shape[] }>();
  for (const row of rows) if (row.type === 'session') found.set(asText(row.id), { head: row, messages: [] });
  for (const row of rows) {
    const message = row.type === 'message' ? shape(row.message) : undefined;
    if (message === undefined) continue;
    const id = asText(message.convId);
    const session = found.get(id);
    if (session === undefined) found.set(id, { head: { id }, messages: [message] });
    else session.messages.push(message);
  }
  return [...found.values()];
}

function read(head: Shape, messages: readonly Shape[], broken: Input['broken']): Imported {
  const made = draft(broken);
  const nodes = messages.map((message) => ({
    id: asText(message.id),
    parent: words(message.parent),
    createdAt: moment(message.timestamp),
    message,
  }));
  const { path, others } = branch(nodes, head.currNode);
  made.leave('other branch', others.filter(({ message }) => message.type !== 'root').length);
  for (const { id: key, createdAt, message } of path) {
    const { role, type } = message;
    if (type === 'root') continue;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') made.leave(`role ${asText(role)}`);
    else {
      const target = made.message(key, role, createdAt);
      const thought = words(message.thinking) ?? words(message.reasoning_content);
      if (thought !== undefined) target.parts.push({ type: 'reasoning', text: thought });
      for (const part of contentParts(made, message.content)) target.parts.push(part);
      for (const extra of shapes(message.extra)) {
        const part = attached(extra);
        if (part === undefined) made.leave(`unknown part ${asText(extra.type)}`);
        else target.parts.push(part);
      }
      if (target.parts.length === 0) made.leave('empty message');
    }
  }
  return made.finish({
    kind: 'llama-cpp',
    id: asText(head.id),
    title: words(head.name),
    createdAt: nodes[0]?.createdAt,
  });
}

/** A text file stands beside the message with its content. */
function attached(extra: Shape) {
  const text = words(extra.content);
  if (text === undefined) return undefined;
  return { type: 'text' as const, text: `[attached file: ${asText(extra.name)}]\n\n${text}` };
}
