import { stopWords } from '../text/stop-words.ts';

/**
 * The stems of the words of a text, in order, for comparing texts in any language without a dictionary or ICU data:
 * lower case, accents kept; a word of more than five letters is its first five (Korean: first two syllables), and
 * scripts without spaces give pairs of neighbouring characters. Digits are left out; numbers are compared elsewhere.
 */
function stems(text: string): readonly string[] {
  const found: string[] = [];
  for (const [run] of text.toLowerCase().matchAll(wordRun)) {
    for (const [piece] of run.matchAll(scriptRun)) {
      if (unspaced.test(piece)) pairs(piece, found);
      else if (hangul.test(piece)) found.push(piece.slice(0, 2));
      else found.push(stem(piece));
    }
  }
  return found;
}

/** `stems` without the words that carry grammar alone: very short ones, common ones of ten languages, kana. */
export function contentStems(text: string): readonly string[] {
  return stems(text).filter((word) => !isGrammar(word));
}

/** The share, 0..1, of these words that the other text has too; 1 when there are none. */
export function shareIn(words: readonly string[], other: ReadonlySet<string>): number {
  if (words.length === 0) return 1;
  return words.filter((word) => other.has(word)).length / words.length;
}

const wordRun = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const scriptRun =
  /[\p{Script=Han}\p{Script=Katakana}ー々]+|\p{Script=Hiragana}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}ー々]+/gu;
const unspaced =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const hangul = /^\p{Script=Hangul}/u;
const kana = /^\p{Script=Hiragana}+$/u;
const latinLike = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}'’]+$/u;
const arabicArticle = /^(?:[وفبكل]?ال|لل)(?=\p{Script=Arabic}{3})/u;

function stem(word: string): string {
  const bare = word.replace(/['’]\p{L}{1,2}$/u, '').replace(/^(?:[cdjlmnst]|qu)['’](?=\p{L}{2})/u, '');
  const plain = bare.replace(arabicArticle, '');
  return plain.length > 5 ? plain.slice(0, 5) : plain;
}

function pairs(run: string, into: string[]): void {
  const letters = [...run];
  if (letters.length === 1) into.push(run);
  for (let at = 0; at + 1 < letters.length; at++) into.push(letters[at]! + letters[at + 1]!);
}

function isGrammar(word: string): boolean {
  if (kana.test(word)) return true;
  if (latinLike.test(word)) return word.length < 3 || common.has(word);
  return false;
}

/** Frequent words that say nothing about the subject, as `stems` gives them. Their absence only blurs a share. */
const common: ReadonlySet<string> = new Set(
  `${Object.values(stopWords).join(' ')} что как это этот эта эти для при без над под про или если когда где кто его она
  они был была были было быть есть уже еще ещё только также очень так там тут все всё чтобы потом который которые που και
  την της των από για δεν είναι`
    .split(/\s+/u)
    .map(stem),
);
