import type { Conversation, Message } from '../conversation.ts';

/** What a conversation that is held in memory keeps. */
export const liveLimits = { messages: 400, resultCharacters: 4000 } as const;

/**
 * A conversation without a file, a spoken one for example, in the form that `assemble` and the tools take: the newest
 * 400 messages, each tool output up to 4,000 characters (never half a character). Ids are kept, so that what was said
 * before stays addressed as it was.
 */
export function live(messages: readonly Message[], sessionId = 'live', note?: string): Conversation {
  return {
    meta: { sessionId, data: {} },
    messages: messages.slice(-liveLimits.messages).map(bounded),
    earlier: [],
    problems: [],
    ...(note === undefined ? {} : { note }),
  };
}

function bounded(message: Message): Message {
  const most = liveLimits.resultCharacters;
  const long = message.parts.some((part) => part.type === 'tool_result' && part.output.length > most);
  if (!long) return message;
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool_result' && part.output.length > most
        ? { ...part, output: wholeCharacters(part.output, most) }
        : part,
    ),
  };
}

function wholeCharacters(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
