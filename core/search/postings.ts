import type { Message } from '../conversation.ts';
import { fold } from './fold.ts';
import { guessLanguage, type Language } from './languages.ts';
import { type Passage, passages } from './passages.ts';
import { type Searchable, searchable } from './searchable.ts';
import { type Speakers, speakers } from './speakers.ts';
import { runTerms, type Term, wordTerms } from './terms.ts';
import { eachToken, type OnToken } from './tokens.ts';
import { byFrequency } from './vocabulary.ts';

/**
 * Where each term of a conversation stands. Made once, passed to every search of the same messages; a plain value of
 * typed arrays. Documents are passages of at most 700 characters, numbered in the order of the conversation.
 */
export interface Postings {
  readonly layout: Layout;
  /** The slot of a term in `starts`. */
  readonly terms: ReadonlyMap<string, number>;
  /** Occurrences of slot s are `starts[s]` to `starts[s + 1]`, rising by document and place. */
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  /** The place in the message's searchable text (UTF-16). */
  readonly places: Int32Array;
}

/** How the messages of a conversation are cut into documents, without their words. */
export interface Layout {
  /** Number of messages. */
  readonly messages: number;
  /** The index of each document's message, and its place in the message's searchable text. */
  readonly message: Int32Array;
  readonly at: Int32Array;
  readonly end: Int32Array;
  /** The number of each document's sitting: a long silence begins another one. Neighbours count inside one only. */
  readonly sitting: Int32Array;
  /** The mean length of a document in characters. */
  readonly average: number;
  /** 1 where a document ends with a question mark. */
  readonly question: Uint8Array;
  /** Languages found in the conversation, the most frequent first; at least one. */
  readonly languages: readonly Language[];
  /** Each document's language as an index into `languages`. */
  readonly language: Uint8Array;
  readonly speakers: Speakers;
  /** Message indexes under the date terms of their headers. */
  readonly dates: ReadonlyMap<string, readonly number[]>;
}

/** What the search of one conversation needs of it, built in one pass. Linear in the length of the originals. */
export function postings(messages: readonly Message[]): Postings {
  const texts = messages.map(searchable);
  return collect(texts, layout(messages, texts), eachToken);
}

/** The documents of a conversation and everything about them that is not a word. */
export function layout(messages: readonly Message[], texts: readonly Searchable[]): Layout {
  const cuts = texts.map(({ text, pieces }) => pieces.map((piece) => passages(text, piece.at, piece.end)));
  const count = cuts.reduce((sum, lists) => lists.reduce((inner, list) => inner + list.length, sum), 0);
  const message = new Int32Array(count);
  const at = new Int32Array(count);
  const end = new Int32Array(count);
  const sitting = new Int32Array(count);
  const question = new Uint8Array(count);
  const guesses: (Language | undefined)[] = [];
  let doc = 0;
  let sittings = 0;
  let characters = 0;
  for (const [index, { text, pieces }] of texts.entries()) {
    if (isSitting(messages[index - 1], messages[index])) sittings++;
    for (const [number, piece] of pieces.entries()) {
      const guess = piece.spoken ? guessLanguage(text, piece.at, piece.end) : undefined;
      for (const cut of cuts[index]![number]!) {
        message[doc] = index;
        at[doc] = cut.at;
        end[doc] = cut.end;
        sitting[doc] = sittings;
        characters += cut.end - cut.at;
        question[doc] = asks(text, cut) ? 1 : 0;
        guesses.push(guess);
        doc++;
      }
    }
  }
  const names = speakers(
    texts.map(({ text }) => text.slice(0, 100)),
    fold,
  );
  return {
    ...{ messages: messages.length, message, at, end, sitting, question, speakers: names },
    average: characters / count || 1,
    ...spoken(guesses),
    dates: dated(messages),
  };
}

/** Names the tokens of a message's text between two offsets, in order; `message` is the index of the message. */
export type Tokens = (text: string, from: number, to: number, onToken: OnToken, message: number) => void;

/** The postings of texts already laid out, of the tokens that `tokens` names. */
export function collect(texts: readonly Searchable[], plan: Layout, tokens: Tokens): Postings {
  const terms = new Map<string, number>();
  const slots: number[] = [];
  const documents: number[] = [];
  const places: number[] = [];
  const memory = plan.languages.map(() => new Map<string, readonly Occurrence[]>());
  for (let doc = 0; doc < plan.message.length; doc++) {
    const message = plan.message[doc]!;
    const { text } = texts[message]!;
    const known = memory[plan.language[doc]!]!;
    const language = plan.languages[plan.language[doc]!]!;
    const from = Math.max(plan.at[doc]!, plan.speakers.label[message]!);
    tokens(
      text,
      from,
      plan.end[doc]!,
      (at, end, isRun) => {
        const token = text.slice(at, end);
        let found = known.get(token);
        if (found === undefined) {
          found = occurrences(isRun ? runTerms(token) : wordTerms(token, language), terms);
          known.set(token, found);
        }
        for (const { slot, offset } of found) {
          slots.push(slot);
          documents.push(doc);
          places.push(at + offset);
        }
      },
      message,
    );
  }
  return { layout: plan, terms, ...sorted(terms.size, slots, documents, places) };
}

interface Occurrence {
  readonly slot: number;
  readonly offset: number;
}

function occurrences(list: readonly Term[], terms: Map<string, number>): Occurrence[] {
  return list.map(({ text, offset }) => {
    let slot = terms.get(text);
    if (slot === undefined) {
      slot = terms.size;
      terms.set(text, slot);
    }
    return { slot, offset };
  });
}

/** A counting sort by slot: it keeps the order of documents and places inside a slot. */
function sorted(count: number, slots: number[], documents: number[], places: number[]) {
  const starts = new Int32Array(count + 1);
  for (const slot of slots) starts[slot + 1]!++;
  for (let slot = 0; slot < count; slot++) starts[slot + 1]! += starts[slot]!;
  const next = starts.slice();
  const sortedDocuments = new Int32Array(slots.length);
  const sortedPlaces = new Int32Array(slots.length);
  for (const [index, slot] of slots.entries()) {
    const to = next[slot]!++;
    sortedDocuments[to] = documents[index]!;
    sortedPlaces[to] = places[index]!;
  }
  return { starts, documents: sortedDocuments, places: sortedPlaces };
}

/** More than an hour of silence, as far as dates say, begins another sitting. */
function isSitting(before: Message | undefined, message: Message | undefined): boolean {
  if (before === undefined || message === undefined) return true;
  const gap = Date.parse(message.createdAt) - Date.parse(before.createdAt);
  return gap > 3_600_000;
}

function asks(text: string, cut: Passage): boolean {
  for (let at = cut.end - 1; at >= cut.at; at--) {
    const code = text.charCodeAt(at);
    if (code === 63 || code === 0xff1f || code === 0x61f || code === 0x37e) return true;
    if (code > 32) return false;
  }
  return false;
}

function spoken(guesses: readonly (Language | undefined)[]): Pick<Layout, 'languages' | 'language'> {
  const languages = byFrequency(guesses);
  const language = new Uint8Array(guesses.length);
  for (const [doc, guess] of guesses.entries())
    language[doc] = guess === undefined ? 0 : languages.indexOf(guess);
  return { languages, language };
}

function dated(messages: readonly Message[]): Map<string, number[]> {
  const dates = new Map<string, number[]>();
  for (const [index, message] of messages.entries()) {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(message.createdAt) ?? [];
    if (year === undefined) continue;
    for (const term of [`@y${year}`, `@m${Number(month)}`, `@d${Number(day)}`]) {
      const list = dates.get(term);
      if (list === undefined) dates.set(term, [index]);
      else list.push(index);
    }
  }
  return dates;
}
