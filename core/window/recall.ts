import type { Message, Role } from '../conversation.ts';
import { asked } from '../search/asked.ts';
import { evidence, evidenceThreshold } from '../search/evidence.ts';
import { type Place, wordPlaces } from '../search/places.ts';
import type { Postings } from '../search/postings.ts';
import { prepare, type Wish } from '../search/query.ts';
import { bestMessages, score } from '../search/score.ts';
import { unindexed } from '../search/unindexed.ts';
import { sentences } from '../text/sentences.ts';
import { estimateTokens } from '../text/tokens.ts';
import type { Recalled } from './surround.ts';

/** What recall needs to know. */
export interface RecallWish {
  /** The words of the newest user message. */
  readonly question: string;
  /** Whether the message at an index is shown word for word; such a one is never recalled. */
  readonly shown: (index: number) => boolean;
  /** The most tokens of everything added; 0 turns recall off. */
  readonly tokens: number;
  /** `postings` of the same messages, made once. */
  readonly postings?: Postings;
}

/** A passage brought back, with what it costs and why. */
export interface RecallSnippet extends Recalled {
  readonly index: number;
  readonly role: Role;
  readonly score: number;
  /** By the estimate, its heading line included. */
  readonly tokens: number;
}

export interface Recall {
  /** Best first; none when the conversation most likely does not speak of what is asked. */
  readonly snippets: readonly RecallSnippet[];
  readonly tokens: number;
  /** How strongly what is not shown answers the question; below `evidenceThreshold` nothing is added. */
  readonly evidence: number;
}

/**
 * Looks back for the newest user message among what is not shown word for word, without being asked: dated snippets
 * of original words, best first, within `tokens`. Silent below a score. Deterministic; linear in the occurrences of the
 * question's words and the number of passages.
 */
export function recall(messages: readonly Message[], wish: RecallWish): Recall {
  if (wish.tokens <= 0) return silent(0);
  const wishes = questionOf(wish.question);
  const whole =
    wish.postings === undefined
      ? unindexed(messages, wishes)
      : asked(wish.postings, prepare(wishes, wish.postings.layout));
  if (whole.query.words.length === 0) return silent(0);
  const { index } = whole;
  const { layout } = index;
  const alone = (one: Wish) => asked(index, prepare([one], layout));
  const counts = (document: number) => !wish.shown(layout.message[document]!);
  // Each thing asked is judged by itself: what else a long message says is new and stands nowhere yet.
  const parts = wishes.length === 1 ? [whole] : wishes.filter(({ weight }) => weight === 1).map(alone);
  const strength = Math.max(...parts.map((one) => evidence(one, counts)));
  if (strength < evidenceThreshold) return silent(strength);
  const all = score(whole);
  const { scores } = all;
  for (let document = 0; document < scores.length; document++) {
    if (wish.shown(layout.message[document]!)) scores[document] = 0;
  }
  const snippets: RecallSnippet[] = [];
  let left = wish.tokens;
  for (const found of bestMessages(all, layout, mostSnippets).best) {
    const message = messages[found.message]!;
    const [place] = wordPlaces(message, found.message, whole, scores);
    if (place === undefined) continue;
    const text = excerpt(place, snippets.length === 0 ? firstLength : nextLength);
    const tokens = estimateTokens(text) + headingTokens;
    if (tokens > left) continue;
    left -= tokens;
    const { id: messageId, createdAt: at, role } = message;
    snippets.push({ messageId, at, text, index: found.message, role, score: found.score, tokens });
    if (left < leastTokens) break;
  }
  return { snippets, tokens: wish.tokens - left, evidence: strength };
}

/**
 * What a message asks: its questions and its end count whole, the rest of a long one a little. A short message is taken
 * as it stands.
 */
export function questionOf(text: string): readonly Wish[] {
  if (text.length <= shortQuestion) return [{ text, weight: 1 }];
  const near = `${text.slice(0, mostRead / 2)}\n${text.slice(-mostRead / 2)}`;
  const asked = sentences(text.length <= mostRead ? text : near).filter((sentence) =>
    /[?？؟\u037e]\s*$/.test(sentence),
  );
  const end = text.slice(-shortQuestion);
  return [
    ...asked.slice(-mostQuestions).map((question) => ({ text: question, weight: 1 })),
    { text: end.slice(end.search(/\s/) + 1), weight: 1 },
    { text, weight: restWeight },
  ];
}

const shortQuestion = 400;
const mostRead = 20_000;
const mostQuestions = 6;
const restWeight = 0.35;
const mostSnippets = 40;
/** What `[recalled from message 12, 2026-10-12]` and the marks around a quotation cost. */
const headingTokens = 16;
/** When less than this is left, no snippet worth reading fits. */
const leastTokens = 24;
/** Characters shown of the best snippet, and of the others. */
const firstLength = 700;
const nextLength = 320;

/** The part of a passage around what matched, cut between words. */
function excerpt({ text, marks, more }: Place, length: number): string {
  if (text.length <= length) return framed(text, more);
  const start = densest(text, marks, length);
  const from = start === 0 ? 0 : wordStart(text, start);
  const to = start + length >= text.length ? text.length : wordEnd(text, start + length);
  return framed(text.slice(from, to), [more[0] || from > 0, more[1] || to < text.length]);
}

function framed(text: string, [before, behind]: Place['more']): string {
  return `${before ? '… ' : ''}${text.trim()}${behind ? ' …' : ''}`;
}

/** Where the stretch of `length` characters begins that holds the most marks, a little room before the first. */
function densest(text: string, marks: Place['marks'], length: number): number {
  let best = 0;
  let most = -1;
  for (const [from] of marks) {
    const start = Math.max(0, Math.min(from - Math.floor(length / 5), text.length - length));
    const inside = marks.filter(([a, b]) => a >= start && b <= start + length).length;
    if (inside > most) {
      most = inside;
      best = start;
    }
  }
  return best;
}

function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + 40).search(/\s/);
  return blank === -1 ? whole(text, at) : at + blank + 1;
}

function wordEnd(text: string, at: number): number {
  const blank = text.slice(Math.max(0, at - 40), at).search(/\s\S*$/);
  return blank === -1 ? whole(text, at) : Math.max(0, at - 40) + blank;
}

/** An offset that does not split a surrogate pair. */
function whole(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

function silent(evidence: number): Recall {
  return { snippets: [], tokens: 0, evidence };
}
