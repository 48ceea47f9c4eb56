import { shareIn } from '../words.ts';
import type { Pair, Refused } from './pair.ts';

/**
 * Refuses a reply that answers the message, or speaks of something else: it opens with a yes or no that is not the
 * message's, and much of it is new; or hardly any of its words are those of the message.
 */
export function answers({ text, original, originalWords, words }: Pair): Refused | undefined {
  const shared = shareIn(words, originalWords);
  const opens = opener.test(text) && !opener.test(original);
  if (opens && shared < 0.75)
    return { refused: 'answer', detail: 'the reply answers the message instead of summarizing it' };
  if (words.length >= 2 && shared < (words.length >= 6 ? 0.15 : 0.01))
    return { refused: 'answer', detail: 'the reply speaks of what the message does not contain' };
  return undefined;
}

/** Yes, no and other openings of an answer. */
const opener =
  /^(?:yes|no|yep|sure|certainly|of course|absolutely|you(?:['’]re)? (?:can|should|right|could|need)|ja|nein|klar|natürlich|gerne?|oui|non|bien sûr|si|sí|no|claro|por supuesto|sim|não|com certeza|certo|certamente|да|нет|конечно|可以|是的|不是|当然|好的|はい|いいえ|もちろん|네|예|아니요|물론)(?=[\s,.!:;，。！、]|$)/iu;
