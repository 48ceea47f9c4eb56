import type { Conversation } from '../conversation.ts';
import { type Said, said, shortTime } from './said.ts';

/** The chat as plain Markdown for reading: a heading a message, tool output in fences. Not meant to be read back. */
export function markdown({ meta, messages }: Conversation): string {
  const title = meta.title === undefined ? [] : [`# ${meta.title.replace(/\s+/g, ' ').trim()}`];
  const blocks = messages.map((message) => {
    const time = message.createdAt === '' ? '' : ` · ${shortTime(message.createdAt)}`;
    return [`## ${message.role}${time}`, ...said(message).map(block)].join('\n\n');
  });
  return `${[...title, ...blocks].join('\n\n')}\n`;
}

function block(part: Said): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'block') return `*${part.head}*\n\n${fenced(part.text)}`;
  return `${part.isImage ? '!' : ''}[${part.head.replace(/[[\]]/g, ' ')}](<${part.path.replace(/[<>\n]/g, ' ')}>)`;
}

/** A fence longer than any run of back-ticks inside it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
