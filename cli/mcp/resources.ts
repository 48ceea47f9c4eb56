import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { ChatvaultError, chooseChat, wellFormed } from '../../core/index.ts';
import { sessions, type Vault } from '../../vault/index.ts';

const scheme = 'chatvault://chat/';
const pageLength = 200;
/** Characters of a chat that a resource gives; the tools read longer ones page by page. */
const mostCharacters = 1_000_000;

interface Reach {
  readonly vault: Vault;
  readonly session?: string;
}

/** The chats as resources, 200 a page, in the order of their paths. A cursor is the number of the first. */
export async function listChats(reach: Reach, cursor: string | undefined): Promise<ListResourcesResult> {
  const list = await reachable(reach);
  const from = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
  const page = list.slice(from, from + pageLength);
  const next = from + pageLength < list.length ? { nextCursor: String(from + pageLength) } : {};
  return {
    resources: page.map(({ path, sessionId, title }) => ({
      uri: scheme + encodeURIComponent(wellFormed(path)),
      name: title ?? sessionId,
      description: `The chat ${sessionId}, as its file ${path} holds it.`,
      mimeType: 'text/markdown',
    })),
    ...next,
  };
}

/** The Markdown of one chat, exactly as its file holds it. Throws `not-found` for anything that is not listed. */
export async function readChatResource(reach: Reach, uri: string): Promise<ReadResourceResult> {
  const chosen = chooseChat(await reachable(reach), pathOf(uri));
  if ('refused' in chosen) {
    throw new ChatvaultError(
      'not-found',
      `there is no resource ${uri.slice(0, 120)}`,
      'List the resources first.',
    );
  }
  const { bytes } = await reach.vault.read(chosen.chat.path);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (text.length > mostCharacters) {
    throw new ChatvaultError(
      'usage',
      `this chat has ${text.length} characters, more than the ${mostCharacters} of a resource`,
      'Use search_chat_messages and read_chat_messages.',
    );
  }
  return { contents: [{ uri, mimeType: 'text/markdown', text }] };
}

async function reachable({ vault, session }: Reach) {
  const list = await sessions(vault);
  return session === undefined
    ? list
    : list.filter(({ sessionId, path }) => sessionId === session || path === session);
}

function pathOf(uri: string): string {
  if (!uri.startsWith(scheme)) return '\0';
  try {
    return decodeURIComponent(uri.slice(scheme.length));
  } catch {
    return '\0';
  }
}
