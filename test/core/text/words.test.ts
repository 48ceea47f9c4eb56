import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong, parseLimit, renderedWords } from '../../../core/text/markdown.ts';
import { plainWords } from '../../../core/text/plain-words.ts';
import { countWords, wordVerdict } from '../../../core/text/prose.ts';
import { hasRecorded, readmes, recorded, written } from './corpus.ts';

const counts = [
  ['nothing', '', 0],
  ['plain words', "It's 12:30, don't panic: file.name and snake_case.", 8],
  ['compounds by their parts', 'well-known foo/bar', 4],
  ['numbers with separators', '1,000.5 and 3.14', 3],
  ['emphasis, without parting a word', '**Bold** and in**side** ~~gone~~', 4],
  ['code, inline and fenced', 'Run `npm test`\n\n```sh\nnpm run build\n```', 6],
  ['no language of a fence', '```typescript title\nx\n```', 1],
  ['text of a link, not its target', 'See [the docs](https://example.org/a/b "the title").', 3],
  ['an address that is its own text', 'https://example.org/a', 3],
  ['no image, with its alternative text', 'A ![small red bird](bird.png) here', 2],
  ['no comment', 'a <!-- one two\nthree --> b', 2],
  ['no tags, but what stands between them', '<div class="x y">\nfour words are here\n</div>', 4],
  ['no script', '<script>\nvar a = 1\n</script>\n\nb', 1],
  ['table cells, no rule', '| a | b |\n|---|:-:|\n| c | d |', 4],
  ['no list numbers and boxes', '1. one\n2. two\n\n- [x] three', 3],
  ['no definitions', '[a][r]\n\n[r]: https://example.org "title words"', 1],
  ['Chinese by the dictionary', '备份目录改成了夜间同步', 6],
  ['Japanese by the dictionary', '倉庫の鍵を返した', 6],
  ['invisible characters as nothing', '\u200b \u200b\u2060 co\u200boperate soft\u00adhyphen \ufeff', 2],
  ['marks as nothing', '--- ... 👍 🎉 ___ ***', 0],
] as const;

describe('a reader of the rendered Markdown sees', () => {
  test.each(counts)('%s, when it is parsed', (_, markdown, words) => {
    expect(renderedWords(markdown)).toBe(words);
  });

  test.each(counts)('%s, when it is scanned', (_, markdown, words) => {
    expect(countWords(markdown)).toBe(words);
  });
});

describe('recorded cases', () => {
  const texts = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../cases', name, 'chat.md'), 'utf8')
      .split('<!-- clara:end-message -->')
      .map((message) => message.slice(message.lastIndexOf('{"type":"text"}\n') + 16).trim());

  test('49 words are short, 50 are long', () => {
    const [first, second] = texts('009-which-messages-are-long-enough');
    expect([first, second].map((text) => renderedWords(text!))).toEqual([49, 50]);
    expect([first, second].map((text) => isLong(text!, 50))).toEqual([false, true]);
  });

  test('Thai has words without spaces', () => {
    const [first, second] = texts('036-thai-without-spaces');
    expect(countWords(first!)).toBe(71);
    expect([first, second].map((text) => isLong(text!, 50))).toEqual([true, false]);
  });

  test('zero-width characters are no words and part none', () => {
    const [first, , third] = texts('096-zero-width-and-direction-marks');
    expect([countWords(first!), renderedWords(first!)]).toEqual([5, 5]);
    expect(countWords(third!)).toBe(3);
  });
});

describe('the verdict is that of the parser', () => {
  const same = (markdown: string, min: number) => {
    const words = renderedWords(markdown);
    const verdict = wordVerdict(markdown, min);
    if (verdict !== 'parse' && (verdict === 'long') !== words >= min) {
      throw new Error(`${verdict} at ${min}, but ${words} words: ${JSON.stringify(markdown)}`);
    }
    return isLong(markdown, min) === words >= min;
  };

  test('on messages written from a seed', () => {
    expect(written(600, 11).filter((markdown) => !same(markdown, 50))).toEqual([]);
  });

  test('on the README files of installed packages', () => {
    const pieces = readmes().filter((piece, index) => index % 8 === 0 && piece.length <= parseLimit);
    expect(pieces.filter((markdown) => !same(markdown, 50))).toEqual([]);
  });

  test.skipIf(!hasRecorded)(
    'on recorded conversations (needs ../shared/data)',
    () => {
      const texts = recorded().filter((text, index) => index % 3 === 0 && text.length <= parseLimit);
      expect(texts.length).toBeGreaterThan(800);
      expect(texts.filter((markdown) => !same(markdown, 50))).toEqual([]);
    },
    120_000,
  );

  test.each(['1.', '> 1.', '>1.', '>>2)', '>- 3.', '1.\t- ~~~a', '2) > 1. ```js'])(
    'what is not shown of %j is no word: the number of an empty item, the language of code',
    (markdown) => {
      expect(renderedWords(markdown)).toBe(0);
      expect(wordVerdict(markdown, 1)).toBe('parse');
    },
  );

  test('bounds hold for any heap of markup', () => {
    const bits = [
      'a',
      'word',
      '1.',
      '2)',
      '**',
      '*',
      '_',
      '`',
      '```',
      '~~~',
      '[',
      ']',
      '](',
      '(',
      ')',
      '![',
      '<',
      '>',
      '<b>',
      '</b>',
      '<!--',
      '-->',
      '&amp;',
      '&#65;',
      '\\',
      '|',
      '---',
      '#',
      '- ',
      '[x]',
      ']:',
      '[^1]',
      'http://a.b/c',
      '\n',
      '\n\n',
      ' ',
      ' ',
      ' ',
      '    ',
      '\t',
      '中文',
      '日本語です',
      '"',
      "'",
      '.',
      ':',
      '~',
    ];
    const heap = fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((list) => list.join(''));
    fc.assert(
      fc.property(heap, fc.integer({ min: 1, max: 12 }), (markdown, min) => {
        same(markdown, min);
      }),
      { numRuns: 1500 },
    );
  });
});

test('words of plain text are the word-like segments of Intl.Segmenter', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const expected = (line: string) =>
    [...segmenter.segment(line)].filter((segment) => segment.isWordLike && /[^_]/.test(segment.segment))
      .length;
  const lines = written(80, 5).join('\n').replaceAll('*', '').split('\n');
  expect(lines.filter((line) => plainWords(line) !== expected(line.replace(/[\u200b-\u200d]/g, '')))).toEqual(
    [],
  );
});

describe('a megabyte of anything is counted in one pass', () => {
  const size = 1_000_000;
  const hostile: readonly (readonly [string, string])[] = [
    ...[
      'a',
      '中',
      'ア',
      'ไ',
      '👍',
      '_',
      '`',
      '[',
      '](',
      '![',
      '<',
      '<a',
      '<!--',
      '<!-- -->',
      '&',
      '*',
      '\\',
      '~~~\n',
      '- ',
      '> ',
      '|',
      '1. ',
      '"',
      '](a "',
      "'a",
      ' ',
      '\n',
      '\u200b',
    ].map((bit) => [JSON.stringify(bit), bit.repeat(size / bit.length)] as const),
    ['words', 'some words here. '.repeat(size / 17)],
    ['odd code spans', Array.from({ length: 1400 }, (_, index) => '`'.repeat(index)).join(' ')],
  ];

  test.each(hostile)('%s', (_, text) => {
    expect(countWords(text)).toBeGreaterThanOrEqual(0);
    expect(isLong(text, 50)).toBe(countWords(text) >= 50);
    expect(wordVerdict(text, 1_000_000_000)).toBe('short');
  });

  test('the Segmenter never sees more than a kilobyte', () => {
    const original = Intl.Segmenter.prototype.segment;
    let most = 0;
    Intl.Segmenter.prototype.segment = function (this: Intl.Segmenter, text: string) {
      most = Math.max(most, Buffer.byteLength(text));
      return original.call(this, text);
    };
    try {
      for (const script of ['中文字', 'ひらがな', 'ภาษาไทย', 'ខ្មែរ', 'မြန်မာ', '𠀋'])
        plainWords(script.repeat(30_000));
    } finally {
      Intl.Segmenter.prototype.segment = original;
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(1024);
  });
});
