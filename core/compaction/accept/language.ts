import { isOtherLanguage } from '../../text/script.ts';
import type { Pair, Refused } from './pair.ts';

/** Refuses a reply in another script or language than the message, where both are certain. */
export function inOtherLanguage({ text, original }: Pair): Refused | undefined {
  return isOtherLanguage(original, text)
    ? { refused: 'other-language', detail: 'in another script or language than the message' }
    : undefined;
}
