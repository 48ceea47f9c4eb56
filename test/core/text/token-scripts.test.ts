import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { random } from './corpus.ts';

const counted = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

/** Dates, spans of time and names of months in a language, as Node's own tables have them. */
function phrases(locale: string): string {
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const spans = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  return Array.from({ length: 40 }, (_, index) =>
    [
      dates.format(new Date(Date.UTC(2026, index % 12, 1 + index))),
      ...units.map((unit) => spans.format((index % 7) - 3, unit)),
    ].join(', '),
  ).join('.\n');
}

/** Words of one to nine letters, drawn from a stretch of Unicode. */
function madeUp(first: number, last: number): string {
  const next = random(first);
  const letters = Array.from({ length: last + 1 - first }, (_, index) =>
    String.fromCodePoint(first + index),
  ).filter((letter) => /\p{L}|\p{M}|\p{S}|\p{N}|\p{Co}/u.test(letter));
  const pick = () => letters[Math.floor(next() * letters.length)]!;
  return Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 9) }, pick).join(''),
  ).join(' ');
}

const locales: Readonly<Record<string, string>> = {
  Amharic: 'am',
  Tigrinya: 'ti',
  Tibetan: 'bo',
  Dzongkha: 'dz',
  Cherokee: 'chr',
  Khmer: 'km',
  Lao: 'lo',
  Burmese: 'my',
  Sinhala: 'si',
  Malayalam: 'ml',
  Kannada: 'kn',
  Telugu: 'te',
  Tamil: 'ta',
  Gujarati: 'gu',
  Punjabi: 'pa',
  Oriya: 'or',
  Bengali: 'bn',
  Assamese: 'as',
  Hindi: 'hi',
  Marathi: 'mr',
  Nepali: 'ne',
  Georgian: 'ka',
  Armenian: 'hy',
  Hebrew: 'he',
  Yiddish: 'yi',
  Arabic: 'ar',
  Persian: 'fa',
  Urdu: 'ur',
  Uyghur: 'ug',
  Pashto: 'ps',
  Sorani: 'ckb',
  Tifinagh: 'zgh',
  Thai: 'th',
  Greek: 'el',
  Yi: 'ii',
  Vai: 'vai',
  Chakma: 'ccp',
  Adlam: 'ff-Adlm',
  Ukrainian: 'uk',
  Kazakh: 'kk',
  Mongolian: 'mn',
  Santali: 'sat',
  Manipuri: 'mni',
};

/** First and last character of what is seldom written, or only in pieces. */
const stretches: Readonly<Record<string, readonly [number, number]>> = {
  Syriac: [0x710, 0x72f],
  Thaana: [0x780, 0x7b1],
  "N'Ko": [0x7ca, 0x7ea],
  Samaritan: [0x800, 0x815],
  'Hangul letters': [0x1100, 0x1112],
  Ethiopic: [0x1200, 0x1248],
  Cherokee: [0x13a0, 0x13f4],
  'Small Cherokee': [0xab70, 0xabbf],
  'Canadian syllables': [0x1401, 0x1676],
  Ogham: [0x1681, 0x169a],
  Runes: [0x16a0, 0x16ea],
  Tagalog: [0x1700, 0x1711],
  Mongolian: [0x1820, 0x1878],
  Limbu: [0x1900, 0x191e],
  'Tai Tham': [0x1a20, 0x1a54],
  Balinese: [0x1b05, 0x1b4b],
  Sundanese: [0x1b83, 0x1ba0],
  Lepcha: [0x1c00, 0x1c23],
  'Ol Chiki': [0x1c50, 0x1c7d],
  Arrows: [0x219a, 0x21cf],
  'Mathematical signs': [0x2270, 0x22ff],
  'Parts of brackets': [0x239b, 0x23b3],
  'Letters in circles': [0x24b6, 0x24e9],
  'Box drawing': [0x2550, 0x256c],
  Dingbats: [0x2720, 0x2760],
  Braille: [0x2801, 0x28ff],
  Glagolitic: [0x2c00, 0x2c5f],
  Coptic: [0x2c80, 0x2ce3],
  Tifinagh: [0x2d30, 0x2d67],
  Bopomofo: [0x3105, 0x312f],
  'Rare Chinese characters': [0x3400, 0x4dbf],
  Yi: [0xa000, 0xa48c],
  Vai: [0xa500, 0xa60b],
  Bamum: [0xa6a0, 0xa6ef],
  Javanese: [0xa984, 0xa9b2],
  Cham: [0xaa00, 0xaa28],
  'Meetei Mayek': [0xabc0, 0xabe2],
  'Private use': [0xe000, 0xe0ff],
  'Chinese compatibility': [0xf900, 0xfa6d],
  'Arabic forms': [0xfb50, 0xfbb1],
  'Small wide letters': [0xff41, 0xff5a],
  Gothic: [0x10330, 0x1034a],
  Deseret: [0x10400, 0x1044f],
  Cuneiform: [0x12000, 0x12399],
  Hieroglyphs: [0x13000, 0x1342f],
  'Music signs': [0x1d100, 0x1d126],
  'Bold letters': [0x1d400, 0x1d433],
  'Script letters': [0x1d4d0, 0x1d503],
  'Mah-jong': [0x1f000, 0x1f02b],
  'New pictures': [0x1f980, 0x1f9ff],
  'Chinese of plane 2': [0x20000, 0x2a6df],
};

/** Shares of the count that an estimate may be below or above it. */
const below = 0.15;
const above = 0.25;

function expectNear(text: string): void {
  const share = estimateTokens(text) / counted(text) - 1;
  expect(share).toBeGreaterThanOrEqual(-below);
  expect(share).toBeLessThanOrEqual(above);
}

describe('an estimate is at most 15 % too low and 25 % too high', () => {
  test.each(Object.entries(locales))('for phrases in %s', (_, locale) => expectNear(phrases(locale)));

  test.each(Object.entries(stretches))('for words made of %s', (_, [first, last]) =>
    expectNear(madeUp(first, last)),
  );

  test('for trees and tables of lines', () => {
    expectNear('├── src\n│   ├── main.ts\n│   └── text\n└── test\n'.repeat(20));
    expectNear(
      '┌────────┬──────┐\n│ name   │ size │\n├────────┼──────┤\n│ a.ts   │ 12   │\n└────────┴──────┘\n'.repeat(
        9,
      ),
    );
  });
});

const letters = [
  ...Object.values(stretches).map(([first]) => String.fromCodePoint(first)),
  ...'аџӕאمٹہअকਕકଓகకಕകකกກཀကႁაաሀកᄀẠἀăçʒ가あ中，✅👍🦀𝐚\u0301\u0336\r\f\v\t\n g',
];

test.each(letters)('100,000 times %j are not estimated too low', (letter) => {
  const real = (counted(letter.repeat(2000)) / 2000) * 100_000;
  expect(estimateTokens(letter.repeat(100_000))).toBeGreaterThanOrEqual(real * (1 - below));
});
