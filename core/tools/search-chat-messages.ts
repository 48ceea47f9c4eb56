import type { Message } from '../conversation.ts';
import type { Place } from '../search/places.ts';
import type { Postings } from '../search/postings.ts';
import { type Found, type Hit, searchChat } from '../search/search-chat.ts';
import { record, text, whole } from './arguments.ts';
import type { Neighbour, SearchHit, SearchPage, SearchPlace } from './search-page.ts';
import { searchText } from './search-text.ts';
import { refusal, type ToolAnswer, type ToolChat } from './tool.ts';
import { originalWords, resultIds } from './words.ts';

/** The most messages one search answers with. */
export const searchLimit = 20;

/** The checked arguments of a search: its words and how many messages are wanted (default 5). */
export function searchArguments(
  input: unknown,
):
  | { readonly query: string; readonly limit: number; readonly session?: string }
  | { readonly refused: string } {
  const args = record(input);
  if ('refused' in args) return args;
  const query = text(args.value, 'query');
  if ('refused' in query) return query;
  if (query.value === undefined || query.value.trim() === '') {
    return { refused: 'query is missing; send the words you look for, rare ones first.' };
  }
  const limit = whole(args.value, 'limit', [1, searchLimit], 5);
  if ('refused' in limit) return limit;
  const session = text(args.value, 'session_id');
  if ('refused' in session) return session;
  const named = session.value === undefined || session.value === '' ? {} : { session: session.value };
  return { query: query.value, limit: limit.value, ...named };
}

/**
 * The tool `search_chat_messages` on one chat: the best messages with up to three dated places each and their
 * neighbours' first lines, 4,000 characters at most. `index` is `postings` of the same messages, where there is one.
 */
export function searchChatMessages(chat: ToolChat, input: unknown, index?: Postings): ToolAnswer<SearchPage> {
  const args = searchArguments(input);
  if ('refused' in args) return refusal(args.refused);
  const { messages } = chat.conversation;
  const found = searchChat(messages, args.query, {
    limit: args.limit,
    ...(index === undefined ? {} : { postings: index }),
  });
  return searchAnswer(args.query, found, hitsOf(chat, found.hits), 'chat');
}

/** The answer for hits of one or many chats. */
export function searchAnswer(
  query: string,
  { total, corrections }: Pick<Found, 'total' | 'corrections'>,
  hits: readonly SearchHit[],
  scope: SearchPage['scope'],
): ToolAnswer<SearchPage> {
  if (hits.length === 0) {
    return refusal(
      'Nothing was found. Try other words for it: names, numbers, file names, or one rare word.',
    );
  }
  const value = { query, scope, total, corrections, hits };
  return { found: true, text: searchText(value), value };
}

/** Hits with their chat, neighbours and result ids. */
export function hitsOf(chat: ToolChat, hits: readonly Hit[]): SearchHit[] {
  const { messages, meta } = chat.conversation;
  return hits.map(({ index, id, role, createdAt, score, places }) => ({
    session_id: chat.sessionId,
    ...(chat.path === undefined ? {} : { path: chat.path }),
    ...(meta.title === undefined ? {} : { title: meta.title }),
    ...{ id, role, created_at: createdAt, score },
    places: places.map((place) => withResult(place, messages[index]!)),
    ...neighbours(messages, index),
  }));
}

function withResult(place: Place, message: Message): SearchPlace {
  const id = resultIds(message).get(place.part);
  return id === undefined ? place : { ...place, result_id: id };
}

function neighbours(messages: readonly Message[], index: number): Pick<SearchHit, 'before' | 'after'> {
  const before = messages[index - 1];
  const after = messages[index + 1];
  return {
    ...(before === undefined ? {} : { before: neighbour(before) }),
    ...(after === undefined ? {} : { after: neighbour(after) }),
  };
}

function neighbour(message: Message): Neighbour {
  const first = originalWords(message).trim().split('\n', 1)[0] ?? '';
  return { id: message.id, role: message.role, line: first.slice(0, 200) };
}
