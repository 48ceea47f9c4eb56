import { sha256 } from '../text/hash.ts';
import { echoes } from './claude-code-speech.ts';
import { draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { answerParts } from './specstory-parts.ts';
import { moment } from './time.ts';

/**
 * Histories that SpecStory writes of several assistants (`.specstory/history/*.md`). A message begins at a line that is
 * exactly a header, wherever fences stand: they are not lengthened around output that holds fences. Subagents, echoes and empty
 * messages are left out. There are no ids: a message is known again by its words and time.
 */
export const specstory: Format = {
  kind: 'specstory',
  says: 'SpecStory history (.md)',
  recognises: ({ text }) => sessionLine.test(text.slice(0, 2000)),
  read: (input) => [read(input)],
};

const sessionLine = /^<!-- (.+?) Session ([0-9a-f-]{36})(?: \(([^)]*)\))? -->\s*$/m;
const headerLine = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)]*)\))?\*\*_\s*$/;

interface Section {
  readonly role: 'user' | 'assistant';
  readonly isSubagent: boolean;
  /** What stands in brackets: a model, a time, or both. */
  readonly bracket: string;
  readonly lines: string[];
}

function read({ text, name }: Input): Imported {
  const made = draft();
  const [, , id, start] = sessionLine.exec(text.slice(0, 2000)) ?? [];
  for (const section of sections(text)) {
    const body = withoutRule(section.lines.join('\n'));
    if (section.isSubagent) made.leave('subagent message');
    else if (body === '') made.leave('empty message');
    else if (section.role === 'user' && echoes(body)) made.leave('command echo');
    else {
      const createdAt = moment(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ?/.exec(section.bracket)?.[0]);
      const key = sha256(JSON.stringify([section.role, createdAt, body])).slice(0, 32);
      const parts = section.role === 'user' ? [{ type: 'text' as const, text: body }] : answerParts(body);
      made.message(key, section.role, createdAt, parts);
    }
  }
  return made.finish({ kind: 'specstory', id: id ?? name, createdAt: moment(start) });
}

/** The header lines outside tool blocks, each with the lines up to the next. */
function sections(text: string): readonly Section[] {
  const found: Section[] = [];
  let isTool = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^<tool-use[\s>]/.test(line)) isTool = true;
    if (isTool && line.includes('</tool-use>')) isTool = false;
    const header = isTool ? null : headerLine.exec(line);
    if (header === null) found.at(-1)?.lines.push(line);
    else {
      const [, speaker, side, bracket = ''] = header;
      const role = speaker === 'User' ? 'user' : 'assistant';
      found.push({ role, isSubagent: side !== undefined, bracket, lines: [] });
    }
  }
  return found;
}

/** A body without blank lines around it, and without the rule that parts it from the next speaker. */
function withoutRule(body: string): string {
  return body
    .trim()
    .replace(/(?:^|\n)---$/, '')
    .trim();
}
