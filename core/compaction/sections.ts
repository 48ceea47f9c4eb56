import type { Message } from '../conversation.ts';
import { canonicalJson, sha256 } from '../text/hash.ts';
import { visibleText } from '../text/visible.ts';

declare const original: unique symbol;

/**
 * The words of one section as they were said. Only `sections` makes one, from a message, so a summarizer that asks
 * for an Original cannot be handed a summary of a summary.
 */
export type Original = string & { readonly [original]: true };

/** A stretch of a message: its words, or what stands between two stretches of words. */
export type Section =
  | { readonly type: 'text'; readonly text: Original }
  | { readonly type: 'tool_result'; readonly id: string; readonly name: string; readonly status: string }
  | { readonly type: 'image' | 'file'; readonly sha256: string };

/**
 * The sections of a message in its order (FORMAT, compaction block): visible text is cut where a tool, image or file
 * part stands; reasoning is left out; blank text parts are dropped and the others of one section joined by one blank
 * line. A tool call cuts without being a section itself.
 */
export function sections(message: Message): readonly Section[] {
  const found: Section[] = [];
  let texts: string[] = [];
  const close = (): void => {
    if (texts.length > 0) found.push({ type: 'text', text: texts.join('\n\n') as Original });
    texts = [];
  };
  for (const part of message.parts) {
    if (part.type === 'text') {
      const text = visibleText(part, message.role).replace(/\r\n?/g, '\n');
      if (text !== '') texts.push(text);
    } else if (part.type === 'tool_call') close();
    else if (part.type === 'tool_result') {
      close();
      found.push({ type: 'tool_result', id: part.id, name: part.name, status: part.status });
    } else if (part.type === 'image' || part.type === 'file') {
      close();
      found.push({ type: part.type, sha256: part.sha256 });
    }
  }
  close();
  return found;
}

/**
 * Says what a short form was made from: SHA-256, lower-case hex, of the canonical JSON of role and sections. Equal for
 * equal words, whatever the dates, ids, reasoning, tool arguments, tool output and line ends.
 */
export function source(message: Message): string {
  return sourceOf(message.role, sections(message));
}

/** `source` for sections that are at hand already. */
export function sourceOf(role: Message['role'], parts: readonly Section[]): string {
  return sha256(canonicalJson({ role, sections: parts }));
}
