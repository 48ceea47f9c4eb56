import type { Message, Role } from '../conversation.ts';
import { type Asked, asked } from './asked.ts';
import { type Place, phrasePlaces, wordPlaces } from './places.ts';
import { type Postings, postings } from './postings.ts';
import { prepare } from './query.ts';
import { bestMessages, type Census, score } from './score.ts';
import { type Correction, corrected } from './typos.ts';
import { unindexed } from './unindexed.ts';

export interface SearchOptions {
  /** The most messages; default 10. */
  readonly limit?: number;
  /** `postings(messages)` of the same messages, made once; without it only the query's own words are looked up. */
  readonly postings?: Postings;
  /** Word frequencies of a whole vault. */
  readonly census?: Census;
}

/** One found message, with up to three places in it. */
export interface Hit {
  /** Its index in the messages that were searched: ids may occur twice. */
  readonly index: number;
  readonly id: number;
  readonly role: Role;
  readonly createdAt: string;
  readonly score: number;
  readonly places: readonly Place[];
}

export interface Found {
  /** Best first; of equals the newest first. */
  readonly hits: readonly Hit[];
  /** How many messages have anything of the query. */
  readonly total: number;
  /** Words that stood nowhere and were taken for others; only when nothing else hit. */
  readonly corrections: readonly Correction[];
}

/**
 * Looks a query up in a conversation's originals: exact words and the same stems, identifiers and their parts, pairs of
 * characters for scripts without spaces; rarer words and neighbouring passages weigh more. When no word hits, slips of
 * the pen are mended; a query without words (`->`, `?!`, only stop words) is looked up as it stands. Pure, linear.
 */
export function searchChat(messages: readonly Message[], wanted: string, options: SearchOptions = {}): Found {
  const { limit = 10, census } = options;
  const one =
    options.postings === undefined
      ? unindexed(messages, wanted)
      : asked(options.postings, prepare(wanted, options.postings.layout));
  const { query } = one;
  if (query.words.length === 0 && query.dates.length === 0) return phrase(messages, wanted, limit);
  const first = ranked(messages, one, limit, census);
  if (first.hits.length > 0) return { ...first, corrections: [] };
  const whole = options.postings ?? postings(messages);
  const mended = corrected(query, whole);
  if (mended.corrections.length === 0) return phrase(messages, wanted, limit);
  return { ...ranked(messages, asked(whole, mended.query), limit, census), corrections: mended.corrections };
}

function ranked(
  messages: readonly Message[],
  one: Asked,
  limit: number,
  census: Census | undefined,
): { hits: Hit[]; total: number } {
  const all = score(one, undefined, census);
  const { best, total } = bestMessages(all, one.index.layout, limit);
  const hits = best.map(({ message, score: value }) => ({
    ...hitOf(messages, message),
    score: value,
    places: wordPlaces(messages[message]!, message, one, all.scores),
  }));
  return { hits, total };
}

/** Messages that hold the query as it stands, letter case aside; the newest first. */
function phrase(messages: readonly Message[], wanted: string, limit: number): Found {
  const hits: Hit[] = [];
  let total = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const places = phrasePlaces(messages[index]!, wanted);
    if (places.length === 0) continue;
    total++;
    if (hits.length < limit) hits.push({ ...hitOf(messages, index), score: 0, places });
  }
  return { hits, total, corrections: [] };
}

function hitOf(
  messages: readonly Message[],
  index: number,
): Pick<Hit, 'index' | 'id' | 'role' | 'createdAt'> {
  const { id, role, createdAt } = messages[index]!;
  return { index, id, role, createdAt };
}
