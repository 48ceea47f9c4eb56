import type { Conversation } from '../conversation.ts';
import { read } from './read.ts';

export { isChat } from './read.ts';

/**
 * The conversation that a file holds. Never throws, whatever the bytes; what is wrong is named in `problems`.
 * Linear in the bytes. Texts are decoded each time they are asked for, so the bytes must not change afterwards and stay
 * in memory as long as the conversation does.
 */
export function parse(bytes: Uint8Array): Conversation {
  return read(bytes).conversation;
}
