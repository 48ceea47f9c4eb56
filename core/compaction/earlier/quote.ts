import { redact } from '../../text/redact.ts';
import { exchangeStarts } from './exchanges.ts';
import type { Spoken } from './spoken.ts';

/** Characters of one quoted line. */
const longest = 120;

/**
 * An account by code, for a stretch that no model told of: one bullet an exchange with the person's first words as they
 * stand, or with the name of what was there instead.
 */
export function quoteStretch(messages: readonly Spoken[]): string {
  return exchangeStarts(messages)
    .map((start) => {
      const { id, text, named } = messages[start] as Spoken;
      const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? named[0] ?? 'no words';
      return `- (#${id}) ${shortened(redact(line.trim()).text)}`;
    })
    .join('\n');
}

/** Whether anything was said in these messages. */
export function hasWords(messages: readonly Spoken[]): boolean {
  return messages.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function shortened(line: string): string {
  if (line.length <= longest) return line;
  const head = line.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return `${head.replace(/\s\S*$/, '')} …`;
}
