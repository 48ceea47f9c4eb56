import { shareIn } from '../words.ts';
import type { Pair, Refused } from './pair.ts';
import { asking, inabilities } from './phrases.ts';

/**
 * Refuses a reply that declines: the speaker says of itself that it cannot or will not, and what it says shares little
 * with the message. A good short form of a message that declines, or that is about declining, has the message's words.
 */
export function refuses({ text, original, originalWords, words }: Pair): Refused | undefined {
  if (text.length > 800) return undefined;
  const opening = text.slice(0, 240);
  if (!inabilities.some((form) => form.test(opening))) return undefined;
  const shared = shareIn(words, originalWords);
  const messageDeclines = inabilities.some((form) => form.test(original));
  return shared < (messageDeclines ? 0.25 : 0.5)
    ? { refused: 'refusal', detail: 'the reply declines to summarize' }
    : undefined;
}

/**
 * Refuses a reply that asks instead of summarizing: for the text, or a question that the message does not pose. A
 * question whose words are the message's own is how one says briefly what the message asks for.
 */
export function asksBack({ text, original, originalWords, words }: Pair): Refused | undefined {
  const shared = shareIn(words, originalWords);
  if (
    asking.some((form) => form.test(text)) &&
    shared < (asking.some((form) => form.test(original)) ? 0.34 : 0.5)
  )
    return { refused: 'question', detail: 'the reply asks for the text' };
  const ends = /[?？؟][\s"'”’»)*_]*$/u.test(text);
  if (ends && !/[?？؟]/u.test(original) && shared < 0.4)
    return { refused: 'question', detail: 'the reply asks a question that the message does not' };
  return undefined;
}
