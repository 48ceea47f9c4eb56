import { distance } from 'fastest-levenshtein';
import { ChatvaultError, type Listed } from '../core/index.ts';

/**
 * The paths of the chats whose file name, path or session id is nearest to what a person typed, the nearest first, at
 * most three: a letter in three may differ, one may stand in the other, and the folder may be missing.
 */
export function nearNames(typed: string, chats: readonly Listed[]): string[] {
  const wanted = stem(typed.slice(0, longestName));
  return chats
    .map((chat) => ({ path: chat.path, away: awayOf(wanted, chat) }))
    .filter(({ away }) => away < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.away - b.away || (a.path < b.path ? -1 : 1))
    .slice(0, mostNames)
    .map(({ path }) => path);
}

/** The error for a name that no chat has, with the nearest names and how to find a chat by its words. */
export function noSuchChat(typed: string, chats: readonly Listed[], cause?: unknown): ChatvaultError {
  const near = nearNames(typed, chats);
  const [only, another] = near;
  const remedy =
    chats.length === 0
      ? 'There is no chat here yet; make one with: chatvault add FILE --role user --text TEXT'
      : only === undefined
        ? 'Name a chat file or a session id; find one by its words with: chatvault search WORDS'
        : `Did you mean ${another === undefined ? only : `one of ${near.join(', ')}`}? Find a chat by its words with: chatvault search WORDS`;
  const shown = JSON.stringify(typed.length > longestName ? `${typed.slice(0, longestName)}…` : typed);
  return new ChatvaultError('not-found', `there is no chat ${shown} in this vault`, remedy, { cause });
}

const mostNames = 3;
const longestName = 200;

/** So many letters at least must a name have that is only a part of another one. */
const shortestPart = 3;

function awayOf(wanted: string, { path, sessionId }: Listed): number {
  const whole = stem(path);
  const names = [whole, whole.slice(whole.lastIndexOf('/') + 1), stem(sessionId)];
  return names.reduce((least, name) => Math.min(least, between(wanted, name)), Number.POSITIVE_INFINITY);
}

/** Letters to change, beyond those that only one of them has when it holds the other; infinite where nobody would mix them up. */
function between(wanted: string, name: string): number {
  const longest = Math.max(wanted.length, name.length);
  const letters = distance(wanted, name.slice(0, longestName));
  if (letters <= Math.ceil(longest / 3) && letters < longest) return letters;
  const [short, long] = wanted.length < name.length ? [wanted, name] : [name, wanted];
  return short.length >= shortestPart && long.includes(short)
    ? longestName + letters
    : Number.POSITIVE_INFINITY;
}

function stem(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/, '');
}
