import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Message, readImport } from '../core/index.ts';

/** Real conversations for measuring: from the folder beside the project, or wherever CHATVAULT_DATA says. */
export const dataFolder = process.env.CHATVAULT_DATA ?? join(import.meta.dirname, '../../shared/data');

/** The kinds of conversations that are measured, one folder each. */
export const kinds = ['claude-code', 'markdown-transcript', 'specstory'] as const;
export type Kind = (typeof kinds)[number];

/** A message and where it came from, for showing. */
export interface RealMessage {
  readonly from: string;
  readonly message: Message;
}

/** The messages of one kind, equal ones once (some files are the same session at several moments). */
export function realMessages(kind: Kind): readonly RealMessage[] {
  const folder = join(dataFolder, kind);
  if (!existsSync(folder)) return [];
  const seen = new Set<string>();
  return readdirSync(folder)
    .filter((name) => /\.(?:jsonl|md)$/.test(name) && name !== 'SCHEMA.md')
    .sort()
    .flatMap((name) => messagesOf(kind, name, readFileSync(join(folder, name), 'utf8')))
    .filter(({ message }) => {
      const key = JSON.stringify([message.role, message.parts]);
      return !seen.has(key) && seen.add(key);
    });
}

function messagesOf(kind: Kind, name: string, text: string): readonly RealMessage[] {
  if (kind === 'claude-code') {
    const reading = readImport(name, text);
    const found = 'refused' in reading ? [] : reading.conversations.flatMap(({ messages }) => messages);
    return found.map(({ role, parts, createdAt }, at) => ({
      from: `${name} ${at + 1}`,
      message: { id: at + 1, role, createdAt, parts, line: 1 },
    }));
  }
  const spoken = kind === 'specstory' ? specstory(text) : transcript(text);
  return spoken.map(([role, words], at) => ({
    from: `${name} ${at + 1}`,
    message: {
      id: at + 1,
      role,
      createdAt: '2026-01-01T00:00:00Z',
      parts: [{ type: 'text', text: words }],
      line: 1,
    },
  }));
}

type Spoken = readonly ['user' | 'assistant', string];

/** SpecStory history: main line only, tools and thinking left out, echoes of commands too. */
function specstory(text: string): readonly Spoken[] {
  const found: Spoken[] = [];
  const header = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \([^\n]*\))?\*\*_$/gm;
  const heads = [...text.matchAll(header)];
  for (const [at, head] of heads.entries()) {
    const body = text
      .slice(head.index + head[0].length, heads[at + 1]?.index)
      .replace(/<tool-use [\s\S]*?<\/tool-use>/g, '')
      .replace(/<think>[\s\S]*?<\/think>/g, '')
      .replace(/\n---\s*$/, '')
      .trim();
    if (head[2] || body === '' || /^<(?:command-|local-command)/.test(body)) continue;
    found.push([head[1] === 'User' ? 'user' : 'assistant', body]);
  }
  return found;
}

/** Transcripts pasted by hand: `## name` begins what a speaker says; headings that come once are the author's notes. */
function transcript(text: string): readonly Spoken[] {
  const pieces = text.split(/^## (.+)$/m);
  const found: Spoken[] = [];
  for (let at = 1; at + 1 < pieces.length; at += 2) {
    const name = pieces[at]!.trim();
    const words = pieces[at + 1]!.replace(/\n-{3,}\s*$/, '').trim();
    if (name === 'chatgpt') found.push(['assistant', words]);
    else if (/^user/.test(name)) found.push(['user', words]);
  }
  return found;
}
