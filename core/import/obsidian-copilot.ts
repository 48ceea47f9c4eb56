import type { Part } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import { draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { moment } from './time.ts';

/**
 * Chats that Copilot for Obsidian saves as notes: `**user**: ` or `**ai**: ` at the beginning of a line begins a message, a line
 * `[Timestamp: …]` ends it. The marks inside a message are words. Times are local without a zone and read as UTC.
 */
export const obsidianCopilot: Format = {
  kind: 'obsidian-copilot',
  says: 'Copilot for Obsidian chat (.md)',
  recognises: ({ text }) => /^epoch: \d+/m.test(text.slice(0, 2000)) && endLine.test(text),
  read: (input) => [read(input)],
};

const endLine = /^\[Timestamp: (\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)\][ \t]*$/m;
const startLine = /^\*\*(user|ai)\*\*: ?/;

function read({ text, name }: Input): Imported {
  const made = draft();
  let open: { role: 'user' | 'assistant'; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const start = open === undefined ? startLine.exec(line) : null;
    const end = endLine.exec(line);
    if (start !== null) {
      open = { role: start[1] === 'user' ? 'user' : 'assistant', lines: [line.slice(start[0].length)] };
    } else if (open !== undefined && end !== null) {
      const body = open.lines.join('\n');
      const createdAt = moment(`${end[1]}-${end[2]}-${end[3]} ${end[4]}`);
      const parts = body.includes('<errorChunk>') ? [] : messageParts(body);
      if (parts.length === 0) made.leave(body.includes('<errorChunk>') ? 'error message' : 'empty message');
      made.message(
        sha256(JSON.stringify([open.role, createdAt, body])).slice(0, 32),
        open.role,
        createdAt,
        parts,
      );
      open = undefined;
    } else open?.lines.push(line);
  }
  if (open !== undefined) made.leave('message without an end');
  const head = text.slice(0, 2000);
  return made.finish({
    kind: 'obsidian-copilot',
    id: /^epoch: (\d+)/m.exec(head)?.[1] ?? name,
    title:
      /^topic: "(.*)"[ \t]*$/m.exec(head)?.[1] ?? name.replace(/(?:@[\d_]+)?\.md$/i, '').replaceAll('_', ' '),
    createdAt: moment(/^epoch: (\d+)/m.exec(head)?.[1]),
  });
}

/** The words, with the notes that were given along as a mark of their own. */
function messageParts(body: string): Part[] {
  const context = /\n\[Context: ([^\n]*)\][ \t]*$/.exec(body);
  const text = (context === null ? body : body.slice(0, context.index)).trim();
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(context === null ? [] : [{ type: 'text' as const, text: `[context: ${context[1]}]` }]),
  ];
}
