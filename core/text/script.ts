import { codeSpans } from './code-spans.ts';
import { stopWords } from './stop-words.ts';
import { units } from './units.ts';

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'thai'
  | 'hangul'
  | 'kana'
  | 'han'
  | 'other';

/** Letters by script, code and addresses left out. */
export type ScriptCounts = Readonly<Record<Script, number>>;

/**
 * The script that most letters of a text's prose have; Japanese is `kana` also where its Han characters are more.
 * Undefined for a text without letters. Code, addresses and paths are not prose.
 */
export function scriptOf(text: string): Script | undefined {
  return mainScript(scriptCounts(proseOf(text)));
}

/**
 * The language of a text in Latin script as an ISO 639-1 code, by its frequent words; undefined when it is too short
 * or two languages are too near to each other: undecided is not "another".
 */
export function languageOf(text: string): string | undefined {
  return guess(proseOf(text));
}

/**
 * Is the shortened text clearly in another script or language than the original? Only said when both are certain, so
 * that short texts, names, code and mixed texts never count as another language.
 */
export function isOtherLanguage(original: string, shortened: string): boolean {
  const [from, to] = [proseOf(original), proseOf(shortened)];
  const [theirs, ours] = [scriptCounts(from), scriptCounts(to)];
  const script = mainScript(ours);
  if (script === undefined || total(theirs) < fewLetters || total(ours) < fewLetters) return false;
  if (share(theirs, script) < rareShare && share(ours, script) > 1 - rareShare) return true;
  if (mainScript(theirs) !== script) return false;
  const [language, other] = [guess(from), guess(to)];
  return language !== undefined && other !== undefined && !isNear(language, other);
}

/** A text with fewer letters has no certain script. */
const fewLetters = 8;
const rareShare = 0.15;
/** Only so much of a text is looked at (UTF-16 code units). */
const sampleLength = 8192;
/** Frequent words that a guess needs, and by how much it must lead. */
const fewHits = 3;
const lead = 1.4;

const patterns: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{sc=Latin}/gu],
  ['cyrillic', /\p{sc=Cyrillic}/gu],
  ['greek', /\p{sc=Greek}/gu],
  ['arabic', /\p{sc=Arabic}/gu],
  ['hebrew', /\p{sc=Hebrew}/gu],
  ['devanagari', /\p{sc=Devanagari}/gu],
  ['thai', /\p{sc=Thai}/gu],
  ['hangul', /\p{sc=Hangul}/gu],
  ['kana', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['han', /\p{sc=Han}/gu],
];

function scriptCounts(prose: string): ScriptCounts {
  const counts: Record<Script, number> = Object.fromEntries(
    patterns.map(([script, pattern]) => [script, prose.match(pattern)?.length ?? 0]),
  ) as Record<Script, number>;
  counts.other = Math.max(0, (prose.match(/\p{L}/gu)?.length ?? 0) - total(counts));
  return counts;
}

function total(counts: Readonly<Partial<Record<Script, number>>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Japanese is one script of two here. */
function share(counts: ScriptCounts, script: Script): number {
  const japanese = counts.kana > 0 && counts.kana * 10 >= counts.han;
  const own = (script === 'kana' || script === 'han') && japanese ? counts.kana + counts.han : counts[script];
  if (script === 'han' && japanese) return counts.kana * 3 > counts.han ? 0 : own / total(counts);
  return own / total(counts);
}

function mainScript(counts: ScriptCounts): Script | undefined {
  let best: Script | undefined;
  for (const [script, count] of Object.entries(counts) as [Script, number][]) {
    if (count > 0 && (best === undefined || count > counts[best])) best = script;
  }
  return best === 'han' && counts.kana * 10 >= counts.han ? 'kana' : best;
}

const owners = new Map<string, string[]>();
for (const [language, words] of Object.entries(stopWords)) {
  for (const word of words.split(' ')) owners.set(word, [...(owners.get(word) ?? []), language]);
}

function guess(prose: string): string | undefined {
  const scores = new Map<string, { hits: number; score: number }>();
  for (const [word] of prose
    .slice(0, sampleLength)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    const languages = owners.get(word);
    for (const language of languages ?? []) {
      const known = scores.get(language) ?? { hits: 0, score: 0 };
      scores.set(language, { hits: known.hits + 1, score: known.score + 1 / (languages?.length ?? 1) });
    }
  }
  const [first, second] = [...scores].sort((a, b) => b[1].score - a[1].score);
  if (first === undefined || first[1].hits < fewHits) return undefined;
  return second === undefined || first[1].score >= second[1].score * lead ? first[0] : undefined;
}

/** Pairs that a paragraph cannot tell apart with certainty. */
function isNear(a: string, b: string): boolean {
  return a === b || (['da', 'sv'].includes(a) && ['da', 'sv'].includes(b));
}

function proseOf(text: string): string {
  const sample = text.slice(0, sampleLength);
  const kept: string[] = [];
  for (const unit of units(sample)) {
    if (unit.kind === 'fence') continue;
    const words = sample.slice(unit.start, unit.end);
    let from = 0;
    for (const span of codeSpans(words)) {
      kept.push(words.slice(from, span.start));
      from = span.end;
    }
    kept.push(words.slice(from));
  }
  return kept.join('\n').replace(/\S+/g, (word) => (/[/\\@_]|\w\.\w/.test(word) ? ' ' : word));
}
