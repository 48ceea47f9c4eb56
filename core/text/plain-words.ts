/**
 * Words of a plain text, as Intl.Segmenter's word-like segments: letters and digits with what may stand between them
 * (`don't`, `file.name`, `1,000`, `snake_case`); Chinese, Japanese, Thai, Lao, Khmer and Burmese by the Segmenter itself.
 * Characters without width are no words and split none. Linear: the Segmenter is quadratic in the length of what it
 * is given (Node 20), so that it only ever sees slices of at most 1 KB. Counting stops when there are `enough` words.
 */
export function plainWords(text: string, enough = Number.POSITIVE_INFINITY): number {
  if (/^[\0-\x7f]*$/.test(text)) return asciiWords(text, enough);
  const { word, unspaced } = patterns();
  const clean = invisible.test(text) ? text.replace(invisibles, '') : text;
  let count = 0;
  word.lastIndex = 0;
  while (count < enough && word.test(clean)) count++;
  return count < enough && unspaced.test(clean) ? count + unspacedWords(clean, enough - count) : count;
}

/** The same of a text in ASCII, without the tables of Unicode, which take milliseconds to make. */
function asciiWords(text: string, enough: number): number {
  let count = 0;
  asciiWord.lastIndex = 0;
  while (count < enough && asciiWord.test(text)) count++;
  return count;
}

const asciiWord = /[A-Za-z\d](?:\w|(?<=[A-Za-z])[:.'](?=[A-Za-z])|(?<=\d)[.,;'](?=\d))*/g;

/** The patterns for all other texts: made when the first is counted. */
function patterns() {
  made ??= { word: wordPattern(), unspaced: new RegExp(`(?=[${scripts}])[\\p{L}]`, 'u'), run: runPattern() };
  return made;
}

let made: { readonly word: RegExp; readonly unspaced: RegExp; readonly run: RegExp } | undefined;

/** Scripts whose words stand without spaces between them. */
const scripts =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';

function runPattern(): RegExp {
  return new RegExp(`(?:(?=[${scripts}])[\\p{L}\\p{M}])+`, 'gu');
}

/** What joins letters, digits or both when it stands alone between them (Unicode UAX 29, rules WB6 to WB13b). */
function wordPattern(): RegExp {
  const letter = `(?:(?![${scripts}])[\\p{L}\\p{Nl}\\u24B6-\\u24E9])`;
  const digit = '\\p{Nd}';
  const mark = '[\\p{M}\\u200D]';
  return new RegExp(
    `(?:${letter}|${digit})(?:${letter}|${digit}|${mark}|\\p{Pc}|` +
      `(?<=[\\p{L}\\p{M}])[:·.'‘’\\u05F4\\u0387\\u055F\\u2024\\u2027](?=${letter})|` +
      `(?<=${digit})[.,;'‘’\\u066C\\u037E\\u0589\\u060C\\u060D\\u2044](?=${digit}))*`,
    'gu',
  );
}

/** Zero-width spaces and joiners, direction marks, soft hyphens, the byte order mark. */
const invisibleSet =
  '[\\u00AD\\u061C\\u180E\\u200B\\u200C\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF]';
const invisible = new RegExp(invisibleSet);
const invisibles = new RegExp(invisibleSet, 'g');

/** UTF-16 code units of one call to the Segmenter: at most three bytes each. */
const sliceLength = 320;
let segmenter: Intl.Segmenter | undefined;

/** Short runs go to the Segmenter together, parted by LF, because each call has its price. */
function unspacedWords(text: string, enough: number): number {
  let count = 0;
  let together = '';
  for (const [letters] of text.matchAll(patterns().run)) {
    if (together.length + letters.length > sliceLength) {
      count += runWords(together, enough - count);
      together = '';
      if (count >= enough) return count;
    }
    if (letters.length > sliceLength) count += runWords(letters, enough - count);
    else together += `${letters}\n`;
  }
  return count + runWords(together, enough - count);
}

function runWords(letters: string, enough: number): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  let count = 0;
  let from = 0;
  while (from < letters.length && count < enough) {
    const slice = letters.slice(from, from + sliceLength);
    const whole = from + sliceLength >= letters.length;
    let words = 0;
    let last = 0;
    for (const { index } of segmenter.segment(slice)) {
      last = index;
      if (slice.charCodeAt(index) !== 0x0a) words++;
    }
    // The last word of a slice may go on behind the cut, so that the next slice begins with it.
    const goesOn = !whole && last > 0;
    count += goesOn ? words - 1 : words;
    from += goesOn ? last : slice.length;
  }
  return count;
}
