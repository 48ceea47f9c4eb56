import type { Message } from '../../conversation.ts';

/** The indices at which an exchange begins: the first message, and each message of the person after one that is not. */
export function exchangeStarts(messages: readonly Pick<Message, 'role'>[]): readonly number[] {
  return messages.flatMap(({ role }, index) =>
    index === 0 || (role === 'user' && messages[index - 1]?.role !== 'user') ? [index] : [],
  );
}

/** The last start of an exchange at or before `index`: accounts begin and end between exchanges. */
export function startAtOrBefore(starts: readonly number[], index: number): number {
  return starts.findLast((start) => start <= index) ?? 0;
}
