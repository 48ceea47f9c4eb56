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
import { characterClass, wordCharacter } from './characters.ts';
import { fold } from './fold.ts';
import { stopWords } from './stop-words.ts';

export type Language = keyof typeof stemmers;

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
 * fewer than two are: code, logs, names, scripts without spaces. Reads at most 200 characters.
 */
export function guessLanguage(text: string, from = 0, to = text.length): Language | undefined {
  const part = text.slice(from, Math.min(to, from + 200));
  const beginning = /[^\x00-\x7f]/.test(part) ? fold(part) : part;
  const counts = new Uint16Array(names.length);
  let hash = empty;
  for (let at = 0; at <= beginning.length; at++) {
    const code = at < beginning.length ? beginning.charCodeAt(at) : 0;
    if (characterClass(code) === wordCharacter) {
      hash = mixed(hash, code >= 65 && code <= 90 ? code + 32 : code);
    } else if (hash !== empty) {
      for (const language of speaks.get(hash) ?? nobody) counts[language]!++;
      hash = empty;
    }
  }
  let best = -1;
  for (let language = 0; language < names.length; language++) {
    if (counts[language]! > (best === -1 ? 1 : counts[best]!)) best = language;
  }
  return names[best];
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
  if (folded.length < 3 || folded.length > longest || !isWord(folded)) return folded;
  // The Snowball rules of most languages want the accents still on the word.
  return fold(stemmers[language](word.toLowerCase().normalize('NFC')));
}

const names = Object.keys(stemmers) as readonly Language[];
const nobody: readonly number[] = [];

/** FNV-1a over UTF-16 code units: function words are told apart without making a string of each word. */
const empty = 0x811c9dc5;

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) >>> 0;
}

/** The languages that a function word belongs to, by the word's hash. */
const speaks = new Map<number, number[]>();
for (const [index, name] of names.entries()) {
  for (const each of stopWords[name]!) {
    const hash = Array.from(each, (letter) => letter.charCodeAt(0)).reduce(mixed, empty);
    speaks.set(hash, [...(speaks.get(hash) ?? []), index]);
  }
}

/** Asked of plain letters first: the tables of Unicode take time to make. */
function isWord(folded: string): boolean {
  return /^[a-z]+$/.test(folded) || letters.test(folded);
}

const letters = /^[\p{L}\p{M}]+$/u;
/** Longer "words" are data; stemmers are not asked about them. */
const longest = 40;
