import { type Conversation, type Message, need, type Recipe, reuse, usable } from '../core/index.ts';
import type { Cache } from './cache.ts';

/**
 * The conversation with the short forms that were accepted for its words but do not stand in the file: of chats that
 * cannot be written without risk, or not yet. Everything else is as the file has it.
 */
export function served(
  conversation: Conversation,
  recipe: Recipe,
  cache: Pick<Cache, 'summary'>,
): Conversation {
  return {
    ...conversation,
    messages: conversation.messages.map((message) => servedMessage(message, recipe, cache)),
  };
}

/** One message with the short form that was accepted for its words, where it has none that may be used. */
export function servedMessage(message: Message, recipe: Recipe, cache: Pick<Cache, 'summary'>): Message {
  if (usable(message) !== undefined) return message;
  // every message: whether it was long enough was decided when the short form was made
  const wanted = need(message, recipe, 1, () => true);
  if ('skip' in wanted) return message;
  const found = cache.summary(wanted.source, recipe.hash);
  const compaction = found === undefined ? undefined : reuse(wanted, found);
  return compaction === undefined ? message : { ...message, compaction };
}
