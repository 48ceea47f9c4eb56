import { clip, few } from './tool.ts';

/** A chat that may be asked for. */
export interface Listed {
  readonly sessionId: string;
  readonly path: string;
}

/** What a caller may reach: every chat of a list, or one session of it. */
export interface Seal {
  /** When set, only this session (or path) is reached, whatever is asked. */
  readonly session?: string;
}

/**
 * The one chat that a session id (or a path of the list, exactly as listed) names. Names are only compared with the
 * list, never given to the file system: `../`, absolute paths and other vaults name nothing. Two files with one session
 * id are never mixed: the refusal names both paths and asks for one.
 */
export function chooseChat<Chat extends Listed>(
  chats: readonly Chat[],
  wanted: string | undefined,
  { session }: Seal = {},
): { readonly chat: Chat } | { readonly refused: string } {
  const reachable = session === undefined ? chats : chats.filter((chat) => names(chat, session));
  if (wanted === undefined || wanted === '') {
    const [only, another] = reachable;
    if (only !== undefined && another === undefined) return { chat: only };
    if (only === undefined) return { refused: 'There is no chat here yet.' };
    return session === undefined
      ? {
          refused: `session_id is missing and there are ${reachable.length} chats. Name one; search_chat_messages finds it.`,
        }
      : { refused: twice(session, reachable) };
  }
  const byPath = reachable.find(({ path }) => path === wanted);
  if (byPath !== undefined) return { chat: byPath };
  const [only, another] = reachable.filter(({ sessionId }) => sessionId === wanted);
  if (only !== undefined && another === undefined) return { chat: only };
  if (only !== undefined) {
    return {
      refused: twice(
        wanted,
        reachable.filter(({ sessionId }) => sessionId === wanted),
      ),
    };
  }
  const name = clip(JSON.stringify(wanted), 80);
  if (session !== undefined) {
    return {
      refused: `Only the session ${JSON.stringify(clip(session, 80))} can be read here, not ${name}. Leave session_id out.`,
    };
  }
  const near = reachable
    .filter((chat) => chat.sessionId.includes(wanted.slice(0, 40)))
    .map(({ sessionId }) => sessionId);
  return {
    refused: `There is no session ${name} in this vault. ${near.length > 0 ? `Near: ${few(near, 5)}. ` : ''}search_chat_messages without session_id looks through all chats.`,
  };
}

function names({ sessionId, path }: Listed, wanted: string): boolean {
  return sessionId === wanted || path === wanted;
}

function twice(session: string, chats: readonly Listed[]): string {
  return `The session ${JSON.stringify(clip(session, 80))} stands in ${chats.length} files: ${few(
    chats.map(({ path }) => clip(path, 200)),
    5,
  )}. Ask again with one of these paths in its place.`;
}
