import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { fold } from './fold.ts';
import { stopWords } from './stop-words.ts';

export type Language = keyof typeof stemmers;

/** Every language whose words are brought to their stems, in the order that breaks ties. */
export const languages = (): readonly Language[] => Object.keys(stemmers) as Language[];

/** The stem of a word (Snowball), folded. Words with digits or underscores, and those of up to two letters, stay. */
export function stem(word: string, language: Language): string {
  const known = memory[language].get(word);
  if (known !== undefined) return known;
  if (memory[language].size >= remembered) memory[language].clear();
  const found = stemNow(word, language);
  memory[language].set(word, found);
  return found;
}

/**
 * The language that most words at the beginning of a text (or of a stretch of it) are function words of; undefined where
 * fewer than two are: code, logs, names, scripts without spaces. Reads at most 240 characters.
 */
export function guessLanguage(text: string, from = 0, to = text.length): Language | undefined {
  const beginning = fold(text.slice(from, Math.min(to, from + 240)));
  const counts = new Map<Language, number>();
  for (const found of beginning.match(word) ?? []) {
    const speakers = speaks.get(found);
    if (speakers === undefined) continue;
    for (const language of speakers) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language | undefined;
  let most = 1;
  for (const language of languages()) {
    const count = counts.get(language) ?? 0;
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best;
}

const stemmers = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  sv: swedish,
  no: norwegian,
  da: danish,
  fi: finnish,
  ru: russian,
} as const;

/** Stemming costs microseconds a word and words come again: what was asked lately is remembered, answers are the same. */
const remembered = 20_000;
const memory = Object.fromEntries(
  Object.keys(stemmers).map((language) => [language, new Map<string, string>()]),
) as Record<Language, Map<string, string>>;

function stemNow(word: string, language: Language): string {
  const folded = fold(word);
  if (folded.length < 3 || folded.length > longest || !letters.test(folded)) return folded;
  // The Snowball rules of most languages want the accents still on the word.
  return fold(stemmers[language](word.toLowerCase().normalize('NFC')));
}

/** The languages that a function word belongs to. */
const speaks = new Map<string, Language[]>();
for (const language of Object.keys(stemmers) as Language[]) {
  for (const each of stopWords[language]!) speaks.set(each, [...(speaks.get(each) ?? []), language]);
}

const word = /[\p{L}\p{M}]+/gu;
const letters = /^[\p{L}\p{M}]+$/u;
/** Longer "words" are data; stemmers are not asked about them. */
const longest = 40;
