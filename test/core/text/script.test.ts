import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOtherLanguage, languageOf, scriptOf } from '../../../core/text/script.ts';
import { proseSamples } from './prose-samples.ts';

const latin = {
  en: proseSamples.english,
  de: proseSamples.german,
  fr: proseSamples.french,
  es: proseSamples.spanish,
  pt: proseSamples.portuguese,
  it: proseSamples.italian,
  nl: proseSamples.dutch,
  pl: proseSamples.polish,
};

describe('the script of a text', () => {
  test.each([
    ['latin', 'Größe und naïve'],
    ['cyrillic', proseSamples.russian],
    ['han', proseSamples.chinese],
    ['kana', proseSamples.japanese],
    ['hangul', proseSamples.korean],
    ['arabic', 'وافق الفريق على الميزانية'],
    ['hebrew', 'כל שיחה בקובץ משלה'],
    ['thai', 'งบประมาณผ่านแล้ว'],
    ['devanagari', 'यह है। वह था।'],
    ['greek', 'Καλημέρα κόσμε'],
    [undefined, '12:30 – 👍'],
  ])('%s', (script, text) => {
    expect(scriptOf(text)).toBe(script);
  });

  test('code, paths and addresses are not prose', () => {
    expect(
      scriptOf('設定は `config.json` と src/core/index.ts にあります。\n\n```ts\nconst retries = 3;\n```'),
    ).toBe('kana');
  });
});

test.each(Object.entries(latin))(
  '%s is told by its frequent words, by a sentence of it too',
  (language, text) => {
    expect(languageOf(text)).toBe(language);
    for (const sentence of text.split('. ')) expect([language, undefined]).toContain(languageOf(sentence));
  },
);

test.each([['ok'], ['npm install chatvault'], ['12 + 30'], ['Maria Silva'], ['']])(
  '%j is of no certain language',
  (text) => {
    expect(languageOf(text)).toBeUndefined();
  },
);

describe('a short form is in another language', () => {
  const folder = join(import.meta.dirname, '../../cases/034-summary-in-another-language');
  const message = readFileSync(join(folder, 'chat.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('A reunião'))!;
  const reply = (name: string): string =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')).choices[0].message.content;

  test('where a Portuguese message got an English one', () => {
    expect(isOtherLanguage(message, reply('reply-en.json'))).toBe(true);
  });

  test('never where it is in the same one', () => {
    expect(isOtherLanguage(message, reply('reply-pt.json'))).toBe(false);
    for (const text of Object.values(proseSamples)) {
      expect(isOtherLanguage(text, text.slice(0, text.length / 3))).toBe(false);
    }
  });

  test('for any two of the samples', () => {
    const all = Object.entries(proseSamples);
    const missed = all.flatMap(([from, text]) =>
      all
        .filter(([to, short]) => from !== to && !isOtherLanguage(text, short))
        .map(([to]) => `${from} → ${to}`),
    );
    expect(missed).toEqual([]);
  });

  test('not where the message is mixed, or too short to tell', () => {
    expect(
      isOtherLanguage(
        '設定ファイルを読んで a few English words stand here as well, really',
        'Read the settings file.',
      ),
    ).toBe(false);
    expect(isOtherLanguage('ok', 'хорошо')).toBe(false);
    expect(isOtherLanguage(proseSamples.english, 'Workshop closed; ring first.')).toBe(false);
  });
});

test.each(['a', 'the ', '中', 'a/', '`', '```\n', '\n', 'é'])('a megabyte of %j is sampled', (bit) => {
  const text = bit.repeat(1_000_000 / bit.length);
  expect(isOtherLanguage(text, text)).toBe(false);
});
