import type { Conversation } from '../conversation.ts';

/** Everything that was said, in the words of the chat file: front matter, note, messages with all their parts. */
export function json({ meta, note, messages }: Conversation): string {
  const value = {
    ...meta.data,
    ...(note !== undefined && { note }),
    messages: messages.map(({ id, uid, role, createdAt, parts }) => ({
      id,
      ...(uid !== undefined && { uid }),
      role,
      created_at: createdAt,
      parts,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
