import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../../core/compaction/verdict.ts';
import type { Conversation } from '../../core/conversation.ts';
import { parse } from '../../core/format/parse.ts';

const folder = join(import.meta.dirname, '../cases');

/** The path of a file of a recorded case, named by the first three digits of the case. */
export function caseFile(number: string, file: string): string {
  const name = readdirSync(folder).find((entry) => entry.startsWith(`${number}-`));
  if (name === undefined) throw new Error(`no case ${number} in test/cases`);
  return join(folder, name, file);
}

/** The chat of a case, parsed. */
export function caseChat(number: string): Conversation {
  return parse(readFileSync(caseFile(number, 'chat.md')));
}

/** A recorded chat completion as the reply that a summarizer makes of it. */
export function caseReply(number: string, file = 'reply.json'): Reply {
  const body = JSON.parse(readFileSync(caseFile(number, file), 'utf8'));
  const { message, finish_reason } = body.choices[0];
  const content = Array.isArray(message.content)
    ? message.content.map(({ text }: { text: string }) => text).join('')
    : (message.content ?? '');
  return { text: content, finish: finish_reason };
}

/** The lines of a case's replies.jsonl, each with the label it is known by. */
export function caseReplies(number: string): readonly (Reply & { readonly label: string })[] {
  const path = caseFile(number, 'replies.jsonl');
  if (!existsSync(path)) throw new Error(`no replies.jsonl in case ${number}`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { label, content, refusal, finish_reason = 'stop' } = JSON.parse(line);
      return { label, text: content ?? refusal ?? '', finish: finish_reason };
    });
}
