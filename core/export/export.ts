import type { Conversation } from '../conversation.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { type AttachmentBytes, openai } from './openai.ts';

/** The forms a chat can be written in for other programs and for people. */
export const exportKinds = ['md', 'html', 'json', 'openai'] as const;
export type ExportKind = (typeof exportKinds)[number];

/**
 * A whole chat in another form, original words only: short forms, accounts and the draft are left out.
 * md and html are for reading and leave reasoning out; json holds everything that was said, openai what its interface has a
 * place for. Ends with a line end.
 */
export function exportChat(
  chat: Conversation,
  to: ExportKind,
  bytes: AttachmentBytes = () => undefined,
): string {
  switch (to) {
    case 'md':
      return markdown(chat);
    case 'html':
      return html(chat);
    case 'json':
      return json(chat);
    case 'openai':
      return openai(chat, bytes);
  }
}
