import type { Conversation } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';

/** How many characters of a chat are counted, newest first, and how many of them at once. */
const most = 65_536;
const atOnce = 2000;

/**
 * Real tokens for each estimated one over the newest words and tool outputs of a chat, as an exact tokenizer counts
 * them: the `correction` of a budget. At most 64 Ki characters are counted, in pieces of 2,000, because tokenizers are
 * slow on one long run of a letter. 1 where there is too little to tell; bounded as corrections learned from usage are.
 */
export function measure(conversation: Conversation, count: (text: string) => number): number {
  let left = most;
  let exact = 0;
  let estimated = 0;
  for (const text of newestTexts(conversation)) {
    for (let at = 0; at < text.length && left > 0; at += atOnce) {
      const piece = text.slice(at, at + Math.min(atOnce, left));
      left -= piece.length;
      exact += count(piece);
      estimated += estimateTokens(piece);
    }
    if (left <= 0) break;
  }
  return estimated < leastTokens ? 1 : Math.min(3, Math.max(0.5, exact / estimated));
}

/** As many estimated tokens are needed to tell anything. */
const leastTokens = 50;

function* newestTexts({ messages, draft }: Conversation): Iterable<string> {
  if (draft !== undefined) yield draft;
  for (const message of messages.toReversed()) {
    for (const part of message.parts) {
      if (part.type === 'text') yield visibleText(part, message.role);
      else if (part.type === 'tool_result') yield part.output;
    }
  }
}
