import type { Message } from '../conversation.ts';
import { guessLanguage, type Language } from './languages.ts';
import { passages } from './passages.ts';
import { searchable } from './searchable.ts';
import { runTerms, wordTerms } from './terms.ts';
import { eachToken } from './tokens.ts';

/** Which terms which messages have: what an index over many chats keeps of one of them. */
export interface Vocabulary {
  readonly messages: number;
  /** Languages found, the most frequent first; at least one. */
  readonly languages: readonly Language[];
  /** For each term the indexes of its messages, rising. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

/** The vocabulary of a conversation: the same terms that `postings` finds, without their places. Linear. */
export function vocabulary(messages: readonly Message[]): Vocabulary {
  const texts = messages.map(searchable);
  const guesses = texts.map(({ text, pieces }) => pieces.map(({ at, end }) => guessLanguage(text, at, end)));
  const languages = byFrequency(guesses.flat());
  const terms = new Map<string, number[]>();
  for (const [index, { text, pieces }] of texts.entries()) {
    const seen = new Set<string>();
    for (const [number, piece] of pieces.entries()) {
      const language = guesses[index]![number] ?? languages[0]!;
      for (const cut of passages(text, piece.at, piece.end)) {
        eachToken(text, cut.at, cut.end, (at, end, isRun) => {
          const token = text.slice(at, end);
          if (seen.has(token)) return;
          seen.add(token);
          for (const term of isRun ? runTerms(token) : wordTerms(token, language))
            note(terms, term.text, index);
        });
      }
    }
  }
  return { messages: messages.length, languages, terms };
}

function note(terms: Map<string, number[]>, term: string, index: number): void {
  const list = terms.get(term);
  if (list === undefined) terms.set(term, [index]);
  else if (list.at(-1) !== index) list.push(index);
}

/** The languages that were guessed, the most frequent first; English where none was. */
export function byFrequency(guesses: readonly (Language | undefined)[]): Language[] {
  const counts = new Map<Language, number>();
  for (const guess of guesses) if (guess !== undefined) counts.set(guess, (counts.get(guess) ?? 0) + 1);
  const languages = [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
  return languages.length === 0 ? ['en'] : languages;
}
