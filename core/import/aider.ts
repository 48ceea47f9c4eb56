import { sha256 } from '../text/hash.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import { moment } from './time.ts';

/**
 * The history of aider (`.aider.chat.history.md`): every session in it is a conversation. `#### ` begins the person's lines,
 * `> ` those of the program, everything else is the answer, as aider itself reads it. Times are local without a zone and
 * read as UTC. Commands (`/add`, `!ls`) are left out; `/ask Q` stands there again as the plain prompt.
 */
export const aider: Format = {
  kind: 'aider',
  says: 'aider history (.aider.chat.history.md)',
  recognises: ({ text }) => sessionLine.test(text),
  read: ({ text }) => sessions(text).map(read),
};

const sessionLine = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t]*$/m;

interface Session {
  readonly startedAt: string;
  readonly lines: string[];
}

/** A history that was cut begins inside a session; that one is kept when a person says something in it. */
function sessions(text: string): readonly Session[] {
  const found: Session[] = [{ startedAt: '', lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const start = sessionLine.exec(line)?.[1];
    if (start === undefined) found.at(-1)?.lines.push(line);
    else found.push({ startedAt: start, lines: [] });
  }
  return found.filter(({ startedAt, lines }) => startedAt !== '' || lines.some(isPrompt));
}

function isPrompt(line: string): boolean {
  return /^####(?: |$)/.test(line);
}

function read({ startedAt, lines }: Session): Imported {
  const made = draft();
  const createdAt = moment(startedAt);
  for (const { speaker, lines: said } of runs(lines)) {
    const text = said.join('\n').trim();
    if (text === '') continue;
    if (speaker === 'program') made.leave('output of the program');
    else if (speaker === 'user' && /^[/!]/.test(text)) made.leave('command echo');
    else addMessage(made, speaker, createdAt, text);
  }
  const id = startedAt || sha256(lines.find(isPrompt) ?? '').slice(0, 32);
  return made.finish({ kind: 'aider', id, createdAt });
}

function addMessage(made: Draft, role: 'user' | 'assistant', createdAt: string, text: string) {
  made.message(sha256(JSON.stringify([role, text])).slice(0, 32), role, createdAt, [{ type: 'text', text }]);
}

interface Run {
  readonly speaker: 'user' | 'assistant' | 'program';
  readonly lines: string[];
}

/** Neighbouring lines of one speaker, without their marks and the two spaces that end them. */
function runs(lines: readonly string[]): readonly Run[] {
  const found: Run[] = [];
  for (const line of lines) {
    const isUser = isPrompt(line);
    const speaker = isUser ? 'user' : /^>(?: |$)/.test(line) ? 'program' : 'assistant';
    const said = isUser ? line.replace(/^#### ?/, '').trimEnd() : line;
    if (found.at(-1)?.speaker === speaker) found.at(-1)!.lines.push(said);
    else found.push({ speaker, lines: [said] });
  }
  return found;
}
