import {
  chooseChat,
  readChatMessages,
  readToolResult,
  type Seal,
  type SearchPage,
  searchAnswer,
  searchArguments,
  searchChatMessages,
  type ToolAnswer,
  type ToolChat,
  type ToolName,
  updateNote,
} from '../core/index.ts';
import type { OnProgress } from './index-refresh.ts';
import { SearchIndex } from './index-search.ts';
import { sessionIdOf, sessions } from './index-sessions.ts';
import type { Vault } from './vault.ts';

export interface ToolOptions extends Seal {
  /** Whether `update_note` may write; without it the tool refuses. */
  readonly write?: boolean;
  /** An open search index of this vault, for callers that search more than once. */
  readonly index?: SearchIndex;
}

/**
 * Answers one call of a look-back tool inside a vault, or inside one session of it. Session ids are compared with the
 * vault's own list and never reach the file system. A search without a session looks through all chats. Refusals are
 * answers; only disk failures are thrown.
 */
export async function callTool(
  vault: Vault,
  name: ToolName,
  input: unknown,
  options: ToolOptions = {},
): Promise<ToolAnswer<unknown>> {
  const args = record(input);
  const wanted = typeof args.session_id === 'string' && args.session_id !== '' ? args.session_id : undefined;
  if (name === 'search_chat_messages' && wanted === undefined && options.session === undefined) {
    return searchVault(vault, input, options.index);
  }
  const chosen = chooseChat(await sessions(vault), wanted, options);
  if ('refused' in chosen) return { found: false, text: chosen.refused };
  const chat = await toolChat(vault, chosen.chat.path);
  switch (name) {
    case 'read_chat_messages':
      return readChatMessages(chat, input);
    case 'read_tool_result':
      return readToolResult(chat, input);
    case 'search_chat_messages':
      return searchChatMessages(chat, input);
    case 'update_note':
      return note(vault, chat, input, options);
  }
}

/** The tool `search_chat_messages` over every chat; `index` is one that is kept open, else one is opened for this call. */
export async function searchVault(
  vault: Vault,
  input: unknown,
  index?: SearchIndex,
  onProgress?: OnProgress,
): Promise<ToolAnswer<SearchPage>> {
  const args = searchArguments(input);
  if ('refused' in args) return { found: false, text: args.refused };
  const open = index ?? new SearchIndex(vault);
  try {
    await open.refresh(onProgress);
    const found = await open.search(args.query, args.limit);
    return searchAnswer(args.query, found, found.hits, 'vault');
  } finally {
    if (index === undefined) open.close();
  }
}

/** One chat file as the tools see it. */
export async function toolChat(vault: Vault, path: string): Promise<ToolChat> {
  const snapshot = await vault.read(path);
  return { sessionId: sessionIdOf(snapshot), path: snapshot.path, conversation: snapshot.conversation };
}

function record(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'string') return input !== null && typeof input === 'object' ? { ...input } : {};
  try {
    return record(JSON.parse(input) as object);
  } catch {
    return {};
  }
}

async function note(
  vault: Vault,
  chat: ToolChat,
  input: unknown,
  { write }: ToolOptions,
): Promise<ToolAnswer<unknown>> {
  if (write !== true) {
    return {
      found: false,
      text: 'Notes cannot be changed here: the vault was opened for reading. Tell the person instead.',
    };
  }
  const answer = updateNote(chat, input);
  if (answer.value === undefined || chat.path === undefined) return answer;
  const report = await vault.edit(chat.path, [{ kind: 'note', text: answer.value.note }], { byHand: true });
  if (report.outcome === 'written' || report.outcome === 'unchanged') return answer;
  return {
    found: false,
    text: `The note was not written (${report.why ?? report.outcome}). Try again later.`,
  };
}
