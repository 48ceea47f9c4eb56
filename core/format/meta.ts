import type { Meta } from '../conversation.ts';
import { frontMatterTrouble, readFrontMatter } from './frontmatter.ts';
import { findMarker, markerLine } from './grammar.ts';
import { shown } from './header.ts';
import { asBuffer } from './lines.ts';
import type { Findings } from './problems.ts';

/**
 * Whether the bytes are a chat: front matter with `type: chat`, or a message line and no other `type`.
 * Looks no further than the first message line.
 */
export function isChat(bytes: Uint8Array): boolean {
  const buffer = asBuffer(bytes);
  return saysChat(buffer, readFrontMatter(buffer)?.data ?? {});
}

/** Whether a file with this front matter is a chat. */
export function saysChat(bytes: Buffer, { type }: Meta['data']): boolean {
  return type === undefined || type === null ? hasMessage(bytes) : type === 'chat';
}

/** Why a file is no chat, as a problem says it. */
export function notAChat({ type }: Meta['data']): string {
  return type === undefined || type === null
    ? `No line ${markerLine('message')} stands in this file`
    : `The front matter says type: ${shown(type)}`;
}

/** What the front matter says; what is wrong with it goes to the findings. */
export function readMeta(bytes: Buffer, findings: Findings): Meta {
  const head = readFrontMatter(bytes);
  if (head === undefined) {
    const trouble = frontMatterTrouble(bytes);
    if (trouble !== undefined) findings.add('front-matter', 0, trouble);
    return { data: {} };
  }
  const meta: { -readonly [Key in keyof Meta]: Meta[Key] } = { data: head.data };
  for (const [key, name] of keys) {
    const value = head.data[key];
    if (typeof value === 'string') meta[name] = value;
    else if (value !== undefined && value !== null) {
      const found = `The front matter has ${key}: ${shown(value)}, which is no text and does not count`;
      findings.add('front-matter', 0, `${found}. Put it in quotes.`);
    }
  }
  return meta;
}

const keys = [
  ['session_id', 'sessionId'],
  ['title', 'title'],
  ['created_at', 'createdAt'],
  ['type', 'type'],
] as const;

function hasMessage(bytes: Buffer): boolean {
  for (let mark = findMarker(bytes, 0); mark !== undefined; mark = findMarker(bytes, mark.end)) {
    if (mark.name === 'message') return true;
  }
  return false;
}
