import { dateTerms } from './dates.ts';
import { fold } from './fold.ts';
import { guessLanguage, type Language, stem } from './languages.ts';
import type { Layout } from './postings.ts';
import { stopWords } from './stop-words.ts';
import { runTerms, type Term, wordTerms } from './terms.ts';
import { eachToken } from './tokens.ts';

/** What somebody looks for, as words with weights; made for one conversation's languages and speakers. */
export interface Query {
  readonly words: readonly QueryWord[];
  /** Neighbouring words of the query, as indexes into `words`. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly dates: readonly string[];
  /** It is a question: then what answers is wanted, and other questions are not. */
  readonly asks: boolean;
  /** Indexes of the speakers that the query names. */
  readonly speakers: readonly number[];
}

export interface QueryWord {
  /** How the word may stand in the index: one stem for each language of the conversation. */
  readonly stems: readonly string[];
  readonly weight: number;
}

/** A stretch of what is looked for, and how much it counts. */
export interface Wish {
  readonly text: string;
  readonly weight: number;
}

/** The most characters of a query that are read (head and tail halves), and the most different words that count. */
const queryLimits = { characters: 8_000, words: 64 } as const;

/** The query of one text or several weighted ones. Stop words of the query's own language are left out. Linear. */
export function prepare(
  wishes: string | readonly Wish[],
  layout: Pick<Layout, 'languages' | 'speakers'>,
): Query {
  const list = typeof wishes === 'string' ? [{ text: wishes, weight: 1 }] : wishes;
  const words = new Map<string, { stems: string[]; weight: number }>();
  const pairs = new Map<string, readonly [string, string]>();
  const dates = new Set<string>();
  const named = new Set<number>();
  for (const { text: whole, weight } of list) {
    const text = clip(whole);
    for (const term of dateTerms(text)) dates.add(term);
    const stops = stopWords[guessLanguage(text) ?? layout.languages[0]!]!;
    let before: string | undefined;
    eachToken(text, 0, text.length, (at, end, isRun) => {
      const token = text.slice(at, end);
      if (!isRun && (fold(token) === '' || stops.has(fold(token)))) return;
      const speaker = layout.speakers.names.indexOf(fold(token));
      if (speaker !== -1) named.add(speaker);
      const share = speaker === -1 ? weight : weight * nameWeight;
      for (const word of isRun ? runWords(token) : tokenWords(token, layout.languages)) {
        const key = word.stems[0]!;
        const known = words.get(key);
        if (known === undefined) {
          if (words.size >= queryLimits.words) continue;
          words.set(key, { stems: [...word.stems], weight: word.weight * share });
        } else known.weight = Math.max(known.weight, word.weight * share);
        if (word.weight < 1) continue;
        if (before !== undefined && before !== key) pairs.set(`${before} ${key}`, [before, key]);
        before = key;
      }
    });
  }
  const keys = [...words.keys()];
  return {
    words: [...words.values()],
    pairs: [...pairs.values()].map(([a, b]) => [keys.indexOf(a), keys.indexOf(b)] as const),
    dates: [...dates],
    asks: list.some(({ text }) => /[?？؟\u037e]/.test(text.slice(-200))),
    speakers: [...named],
  };
}

/** A speaker's own name says whose words are wanted, and hardly what they are about. */
const nameWeight = 0.3;
/** A part of an identifier counts less than the identifier. */
const partWeight = 0.4;

function clip(text: string): string {
  const { characters } = queryLimits;
  if (text.length <= characters) return text;
  return `${text.slice(0, characters / 2)}\n${text.slice(-characters / 2)}`;
}

function tokenWords(token: string, languages: readonly Language[]): QueryWord[] {
  const lists = languages.map((language) => wordTerms(token, language));
  const whole = unique(lists.flatMap((list) => list.filter(({ part }) => !part).map(({ text }) => text)));
  if (whole.length === 0)
    return [{ stems: unique(languages.map((language) => stem(token, language))), weight: 1 }];
  const parts = unique(lists.flatMap((list) => list.filter(({ part }) => part).map(({ text }) => text)));
  return [{ stems: whole, weight: 1 }, ...parts.map((text) => ({ stems: [text], weight: partWeight }))];
}

function runWords(run: string): QueryWord[] {
  const terms = runTerms(run);
  const whole = terms.filter(({ part }: Term) => !part);
  return whole.map(({ text }) => ({ stems: [text], weight: 1 }));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
