import { type Conversation, visibleText } from '../../core/index.ts';

/** The words that the person said last: the draft, else their newest message. */
export function question({ draft, messages }: Conversation): string {
  if (draft !== undefined) return draft;
  const newest = messages.findLast(({ role }) => role === 'user');
  return (newest?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? [visibleText(part, 'user')] : []))
    .join('\n');
}
