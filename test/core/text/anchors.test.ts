import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchors } from '../../../core/text/anchors.ts';
import { facts } from '../../../core/text/facts.ts';
import { readmes, written } from './corpus.ts';

const kept = (original: string, shortened = '', room = 10_000) => anchors(original, shortened, room).lines;
const points = (text: string) => [...text].length;

describe('anchors keep', () => {
  test.each([
    [
      'numbers with their units',
      'It took 35 ms, then 2,340 euros, 10 µm, 0.4 bar and 40 % of 12 retries.',
      ['35 ms', '2,340 euros', '10 µm', '0.4 bar', '40 %', '12 retries'],
    ],
    [
      'dates and times',
      'Since 2 October, at 14:20, on 2026-11-02T08:14:00Z or Nov 30, 2026.',
      ['2 October', '14:20', '2026-11-02T08:14:00Z', 'Nov 30, 2026'],
    ],
    ['versions', 'From 3.8.1 to v4.0.0-rc.1 and v5.', ['3.8.1', 'v4.0.0-rc.1', 'v5']],
    [
      'paths',
      'See ~/src/app, ./a/b.ts, src/core/index.ts, C:\\dir\\x.txt and config.json and/or that.',
      ['~/src/app', './a/b.ts', 'src/core/index.ts', 'C:\\dir\\x.txt', 'config.json'],
    ],
    ['addresses', 'At https://x.org/z?a=1) or me@example.org.', ['https://x.org/z?a=1', 'me@example.org']],
    ['commands', 'Then git push --force origin, and `npm test`.', ['git push --force', 'npm test']],
    [
      'commands of a shell block',
      '```sh\nnpm run build\n# done\n```\n\n```\n$ ls -la\ntotal 3\n```',
      ['npm run build', 'ls -la'],
    ],
    [
      'error codes',
      'ENOENT, exit code 137, TS2345, SIGTERM and a TypeError.',
      ['ENOENT', 'exit code 137', 'TS2345', 'SIGTERM', 'TypeError'],
    ],
    [
      'names of code',
      'Set maxRetries, snake_case and NODE_ENV=test, call run() with --dry-run for HX-2209.',
      ['maxRetries', 'snake_case', 'NODE_ENV=test', 'run()', '--dry-run', 'HX-2209'],
    ],
    ['what stands in back-ticks', 'Use `foo bar` here.', ['foo bar']],
    [
      'quoted names',
      'Titled "Small models" or „Kleine Welt“ or «Le Monde» or 「設計書」.',
      ['"Small models"', '„Kleine Welt“', '«Le Monde»', '「設計書」'],
    ],
    [
      'English instructions not to',
      'Do not delete the mail folder. Then never touch it again!',
      ['Do not delete the mail folder', 'never touch it again'],
    ],
    [
      'German ones, whole',
      'Bitte nicht den Ordner löschen. Die Datei nicht umbenennen!',
      ['Bitte nicht den Ordner löschen', 'Die Datei nicht umbenennen'],
    ],
    ['French ones', 'Ne supprimez pas le dossier.', ['Ne supprimez pas le dossier']],
    ['Spanish ones', 'Y nunca borre la carpeta.', ['nunca borre la carpeta']],
    ['Portuguese ones', 'Não apague a pasta.', ['Não apague a pasta']],
    ['Russian ones', 'Никогда не меняй настройки.', ['Никогда не меняй настройки']],
    ['Chinese ones', '请勿删除备份目录，谢谢。', ['请勿删除备份目录']],
    ['Japanese ones', 'ファイルを削除しないでください。', ['ファイルを削除しないでください']],
    ['numbers in Chinese and Japanese', '下午3点共14箱、10月2日。', ['3点', '14箱', '10月2日']],
    ['no list numbers, no bare words', '1. One thing\n2. And/or he/she said so', []],
  ])('%s', (_, original, expected) => {
    expect(kept(original)).toEqual(expected);
  });

  test('only what the shortened text has not', () => {
    expect(kept('Runs on port 8101 since 3.8.1.', 'Port 8101.')).toEqual(['3.8.1']);
  });

  test('a short number that stands there only as a part of another', () => {
    expect(kept('We saw 10 of them in 2010.', 'In 2010.')).toEqual(['10 of']);
  });

  test('what hurts most when lost, when room is short', () => {
    const original = 'Use "the name" with 35 ms. Do not delete it. See a/b/c.ts.';
    expect(anchors(original, '', 27)).toEqual({ lines: ['Do not delete it', 'a/b/c.ts'], left: 2 });
    expect(anchors(original, '', 0)).toEqual({ lines: [], left: 4 });
  });
});

describe('whatever the message and its short form', () => {
  const bits = [
    'a',
    'Word',
    '10',
    '2010',
    ' ',
    ' ',
    '. ',
    ', ',
    '\n',
    '`',
    'x_y',
    'a/b.ts',
    'v1.2.3',
    'do not ',
    'never ',
    '"',
    '14:20',
    '%',
    'https://a.b/',
    '中',
    '请勿',
    'ないでください',
    '😀',
    '```\n',
    '$ ls -l',
    '\u0301',
    '-',
    '(',
    ')',
  ];
  const heap = fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((list) => list.join(''));

  test('each line is an exact piece, missing in the short form, inside no other, in order, within the room', () => {
    fc.assert(
      fc.property(heap, heap, fc.integer({ min: 0, max: 120 }), (original, shortened, room) => {
        const { lines, left } = anchors(original, shortened, room);
        for (const line of lines) {
          expect(original).toContain(line);
          expect(shortened).not.toContain(line);
          expect(line).not.toMatch(/\n|^\s|\s$|^$/);
          expect(lines.filter((other) => other.includes(line))).toEqual([line]);
        }
        expect(points(lines.join('\n'))).toBeLessThanOrEqual(room);
        const wide = anchors(original, shortened, 100_000);
        expect(wide.left).toBe(0);
        expect(left > 0 || lines.join('\n') === wide.lines.join('\n')).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test('with room, every fact is carried by the short form or a line', () => {
    for (const original of [...written(60, 9), ...readmes().filter((_, index) => index % 60 === 0)]) {
      const shortened = original.slice(0, original.length / 3);
      const { lines } = anchors(original, shortened, original.length * 2);
      const carried = [shortened, ...lines].join('\n');
      expect(
        facts(original)
          .slice(0, 500)
          .filter((fact) => !carried.includes(fact.text)),
      ).toEqual([]);
    }
  });

  test('facts are exact pieces in the order of the text', () => {
    fc.assert(
      fc.property(heap, (text) => {
        const found = facts(text);
        for (const { text: words, start } of found) expect(text.startsWith(words, start)).toBe(true);
        expect(found.map((fact) => fact.start)).toEqual(
          found.map((fact) => fact.start).sort((a, b) => a - b),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    'a',
    '1',
    '1,',
    'a/',
    'a.',
    '-',
    '`',
    '"',
    "'a ",
    'never ',
    'git ',
    'git -a ',
    'http://',
    '中',
    '请勿',
    '12:',
    '😀',
    'aA1 ',
    '1 ms, ',
    '\n',
    '```\n',
    '/',
    '@',
    '<a',
  ])('a megabyte of %j is read in one pass', (bit) => {
    const text = bit.repeat(1_000_000 / bit.length);
    expect(anchors(text, text.slice(0, 300_000), 100_000).lines.length).toBeLessThanOrEqual(1000);
  });
});
