import type { Compaction, Message } from '../conversation.ts';
import { estimateTokens } from '../text/tokens.ts';
import { visibleText } from '../text/visible.ts';
import { shortText } from './count.ts';
import { outlineLine } from './limits.ts';

/**
 * `#12 user: first words of its short form`: one line of at most 12 tokens, made by code. `short` is the usable short
 * form to take the words of; without it they are taken as written.
 */
export function outline(message: Message, short: Compaction | undefined): string {
  const head = `#${message.id} ${message.role}: `;
  const room = outlineLine - 1;
  let words = firstWords(message, short);
  for (let attempt = 0; attempt < 12 && words !== ''; attempt++) {
    const size = estimateTokens(head + words);
    if (size <= room) return head + words;
    const keep = Math.floor(words.length * Math.min(0.9, room / size));
    words = atSpace(words, keep);
  }
  return head.trimEnd();
}

function firstWords(message: Message, short: Compaction | undefined): string {
  const text = short === undefined ? firstText(message) : shortText(short);
  const flat = text.slice(0, 400).replace(/\s+/g, ' ').trim();
  if (flat !== '') return atSpace(flat, 80);
  const tool = message.parts.find((part) => part.type === 'tool_result' || part.type === 'tool_call');
  return tool !== undefined && 'name' in tool ? (tool.name ?? '').replace(/[^\w.:-]/g, '_').slice(0, 40) : '';
}

function firstText(message: Message): string {
  for (const part of message.parts) {
    if (part.type !== 'text') continue;
    const text = visibleText(part, message.role);
    if (text !== '') return text;
  }
  return '';
}

/** At most `keep` characters, whole words where there are blanks. */
function atSpace(text: string, keep: number): string {
  if (text.length <= keep) return text;
  const space = text.lastIndexOf(' ', keep);
  const end = space > 0 ? space : keep;
  const code = text.charCodeAt(end);
  return text.slice(0, code >= 0xdc00 && code <= 0xdfff ? end - 1 : end).trimEnd();
}
