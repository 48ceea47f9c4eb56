import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentences } from '../../../core/text/prose.ts';
import { readmes, written } from './corpus.ts';

const cut = (text: string) => sentences(text).join(' | ');

describe('sentences end', () => {
  test.each([
    ['at stops before a capital', 'It works. Does it? Yes! Good.', 'It works. | Does it? | Yes! | Good.'],
    [
      'not at abbreviations',
      'Ask Dr. Smith, e.g. today, approx. at five. Then go.',
      'Ask Dr. Smith, e.g. today, approx. at five. | Then go.',
    ],
    ['not at initials', 'J. R. R. Tolkien wrote it. I read it.', 'J. R. R. Tolkien wrote it. | I read it.'],
    [
      'after etc. when a capital follows',
      'Nails, screws, etc. Then paint etc. and wait.',
      'Nails, screws, etc. | Then paint etc. and wait.',
    ],
    [
      'not inside versions, names and addresses',
      'Use 1.2.3 of file.name.ts from https://a.b/c. Done.',
      'Use 1.2.3 of file.name.ts from https://a.b/c. | Done.',
    ],
    ['not inside numbers', 'It costs $3.50 now. Later 3.500.', 'It costs $3.50 now. | Later 3.500.'],
    [
      'not before a small letter',
      'Wait... what? Yahoo! is old.',
      'Wait... what? | Yahoo! is old.'.replace('what? | Y', 'what? | Y'),
    ],
    [
      'behind quotes and brackets',
      'He said "Stop." Then (he left.) Now.',
      'He said "Stop." | Then (he left.) | Now.',
    ],
    [
      'not inside code',
      'Run `a. B. C` first. Then ``x. `Y. Z`` too.',
      'Run `a. B. C` first. | Then ``x. `Y. Z`` too.',
    ],
    [
      'German, with ordinals',
      'Das ist z. B. am 3. Oktober so. Nr. 5 fehlt usw. Dann weiter.',
      'Das ist z. B. am 3. Oktober so. | Nr. 5 fehlt usw. | Dann weiter.',
    ],
    [
      'Spanish, with opening marks',
      '¿Listo? ¡Vamos! La Sra. Ruiz espera.',
      '¿Listo? | ¡Vamos! | La Sra. Ruiz espera.',
    ],
    [
      'Russian',
      'Это т. е. пример. Ул. Ленина, д. 5. Конец.',
      'Это т. е. пример. | Ул. Ленина, д. 5. | Конец.',
    ],
    ['Chinese', '第一句。第二句！第三句？最后', '第一句。 | 第二句！ | 第三句？ | 最后'],
    [
      'Japanese, with a quotation that goes on',
      '今日は。元気？「はい！」と言った。次',
      '今日は。 | 元気？ | 「はい！」と言った。 | 次',
    ],
    ['Arabic', 'هل وصلت؟ نعم. شكرا.', 'هل وصلت؟ | نعم. | شكرا.'],
    ['Hindi', 'यह है। वह था।', 'यह है। | वह था।'],
    [
      'Thai, between phrases',
      'งบประมาณผ่านแล้วเมื่อวาน งานเริ่มสิบห้ามีนาคม และทีมที่สองเป็นผู้รับผิดชอบ',
      'งบประมาณผ่านแล้วเมื่อวาน | งานเริ่มสิบห้ามีนาคม | และทีมที่สองเป็นผู้รับผิดชอบ',
    ],
    [
      'where list items, headings and blank lines do',
      '# Head\n1. One. Two.\n2. Three\n- four\n\nfive',
      '# Head | 1. One. | Two. | 2. Three | - four | five',
    ],
    ['where short lines do', 'Name: x\nDate: y', 'Name: x | Date: y'],
    ['nowhere in a fenced block', 'See.\n```\na. B.\n\nC.\n```\nEnd.', 'See. | ```\na. B.\n\nC.\n``` | End.'],
    ['nowhere in nothing', ' \n ', ''],
  ])('%s', (_, text, expected) => {
    expect(cut(text)).toBe(expected);
  });

  test('a wrapped line goes on', () => {
    const text =
      'This prose is wrapped at some seventy characters, as mail used to be,\nand goes on here. Then it ends.';
    expect(sentences(text)).toEqual([text.slice(0, text.indexOf(' Then')), 'Then it ends.']);
  });
});

describe('whatever the text', () => {
  const bits = [
    'a',
    'Word',
    'e.g.',
    '.',
    '. ',
    '! ',
    '?',
    '。',
    '「',
    '」',
    '`',
    '```\n',
    '\n',
    '\n\n',
    ' ',
    '- ',
    '1. ',
    'e\u0301',
    '👩‍👩‍👧',
    '🇩🇪',
    '\u0301',
    '\u200d',
    '\ufe0f',
    'ไทย',
    'ก็',
    ' ',
    '中',
    '।',
    '؟',
    '<b>',
    '|',
    '"',

    '각',
    'd. 5',
  ];
  const heap = fc.array(fc.constantFrom(...bits), { maxLength: 50 }).map((list) => list.join(''));
  const packed = (text: string) => text.replace(/\s/g, '');

  test('no word is lost, moved or doubled, and each piece is an exact one', () => {
    fc.assert(
      fc.property(fc.oneof(heap, fc.string({ unit: 'grapheme' })), (text) => {
        const pieces = sentences(text);
        expect(packed(pieces.join(''))).toBe(packed(text));
        let at = 0;
        for (const piece of pieces) {
          at = text.indexOf(piece, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += piece.length;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('no grapheme is parted', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(heap, (text) => {
        const borders = new Set([
          text.length,
          ...[...graphemes.segment(text)].map((segment) => segment.index),
        ]);
        let at = 0;
        for (const piece of sentences(text)) {
          at = text.indexOf(piece, at);
          expect(borders.has(at), `start of ${JSON.stringify(piece)} in ${JSON.stringify(text)}`).toBe(true);
          at += piece.length;
          expect(borders.has(at), `end of ${JSON.stringify(piece)} in ${JSON.stringify(text)}`).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('the same pieces without any Unicode data of the machine', () => {
    const original = Intl.Segmenter;
    const texts = [...written(40, 3), ...readmes().slice(0, 40)];
    const before = texts.map(sentences);
    try {
      (Intl as { Segmenter: unknown }).Segmenter = undefined;
      expect(texts.map(sentences)).toEqual(before);
    } finally {
      (Intl as { Segmenter: unknown }).Segmenter = original;
    }
  });

  test.each([
    'a',
    '. ',
    'A. ',
    '`',
    '``a',
    '。',
    'ไ ',
    '\n',
    '1. ',
    '- ',
    '~~~\n',
    '"',
    '.\u0301',
    'x: \n',
    '👍 ',
  ])('a megabyte of %j is parted in one pass', (bit) => {
    expect(packed(sentences(bit.repeat(1_000_000 / bit.length)).join(''))).toBe(
      packed(bit.repeat(1_000_000 / bit.length)),
    );
  });
});
