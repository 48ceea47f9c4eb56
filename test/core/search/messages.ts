import type { Message, Part, Role } from '../../../core/conversation.ts';

/** Messages of one text part each, ids from 1, a minute apart, person and assistant in turn. */
export function said(...texts: readonly string[]): Message[] {
  return texts.map((text, index) => message(index + 1, [{ type: 'text', text }]));
}

/** One message with any parts. */
export function message(
  id: number,
  parts: readonly Part[],
  role: Role = id % 2 === 1 ? 'user' : 'assistant',
): Message {
  const createdAt = new Date(Date.UTC(2026, 9, 1) + id * 60_000).toISOString().replace('.000Z', 'Z');
  return { id, role, createdAt, parts, line: id };
}
