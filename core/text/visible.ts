import type { Role, TextPart } from '../conversation.ts';
import { splitReasoning } from './reasoning.ts';

/**
 * What a reader sees of one text part: an assistant's opening thinking is left out, then space, tab, CR and LF are
 * trimmed from both ends (no other white space). The words between stay as they are. Empty when nothing is left.
 */
export function visibleText(part: TextPart, role: Role): string {
  return trimText(role === 'assistant' ? splitReasoning(part.text).visible : part.text);
}

/** The text without space, tab, CR and LF at both ends; other white space (U+00A0, U+3000 …) is content. */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0a;
}
