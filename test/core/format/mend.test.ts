import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySplices, mend, parse, sha256, source, usable } from '../../../core/index.ts';

const cases = join(import.meta.dirname, '../../cases');

function mended(text: string | Uint8Array): { text: string; codes: string[]; again: number } {
  const bytes = Buffer.from(text);
  const { splices, mended: made } = mend(bytes, usable);
  const after = Buffer.from(applySplices(bytes, splices));
  return {
    text: after.toString(),
    codes: made.map(({ code }) => code),
    again: mend(after, usable).mended.length,
  };
}

const message = (id: number, text: string, more = '') =>
  `<!-- clara:message -->\n{"id":${id}, "role":"user","version":2,"simple":true}\n${text}\n${more}<!-- clara:end-message -->\n`;
const short = (id: number, words: string, head = '') =>
  `<!-- clara:compacted -->\n{"version":4,"source":"s","recipe":"r","messageId":${id},"methods":["model"],"createdAt":1,"text":"${sha256(words)}"${head}}\n<!-- clara:segment -->\n{"type":"text"}\n${words}\n`;

describe('repairs', () => {
  test('the later of two equal ids takes the next free one; its words and all other bytes stay (case 106)', () => {
    const before = readFileSync(join(cases, '106-same-message-number-twice/chat.md'), 'utf8');
    const { text, codes, again } = mended(before);
    expect([codes, again]).toEqual([['duplicate-id'], 0]);
    expect(parse(Buffer.from(text)).messages.map(({ id }) => id)).toEqual([1, 2, 3, 5, 4]);
    expect(text).toHaveLength(before.length);
    expect(text.replace('"id":5', '"id":3')).toBe(before);
  });

  test('a short form that cites the old id goes, a pinned one follows', () => {
    const before =
      message(1, 'one') +
      message(1, 'two', short(1, 'x')) +
      message(1, 'three', short(1, 'y', ',"pinned":true'));
    const { text } = mended(before);
    const [, second, third] = parse(Buffer.from(text)).messages;
    expect([second?.id, second?.compaction]).toEqual([2, undefined]);
    expect([third?.id, third?.compaction?.messageId, third?.compaction?.pinned]).toEqual([3, 3, true]);
  });

  test('of two short forms the used one stays', () => {
    const { text, codes } = mended(message(1, 'one', short(1, 'x') + short(1, 'y', ',"pinned":true')));
    expect(codes).toEqual(['duplicate-compaction']);
    expect(parse(Buffer.from(text)).messages[0]?.compaction?.segments).toMatchObject([{ text: 'y' }]);
    expect(text).not.toContain('\nx\n');
  });

  const today = source(parse(Buffer.from(message(1, 'one'))).messages[0]!);
  /** A short form whose words say what it is: `stale` or `fresh`, pinned with a `!`. */
  const form = (name: string) => {
    const made = short(1, name, name.endsWith('!') ? ',"pinned":true' : '');
    return name.startsWith('fresh') ? made.replace('"source":"s"', `"source":"${today}"`) : made;
  };

  test.each([
    [['stale', 'fresh'], ['fresh']],
    [['fresh', 'stale'], ['fresh']],
    [['stale', 'stale', 'fresh', 'fresh'], ['fresh']],
    [['fresh', 'fresh!'], ['fresh!']],
    [['stale!', 'fresh!'], ['fresh!']],
    [['stale!', 'stale'], ['stale!']],
    [['stale', 'stale'], ['stale']],
    [
      ['stale', 'stale!', 'fresh'],
      ['stale!', 'fresh'],
    ],
  ])('of the short forms %j the one that may be used stays, and what a person pinned: %j', (forms, left) => {
    const { text, codes, again } = mended(message(1, 'one', forms.map(form).join('')));
    expect([codes, again]).toEqual([['duplicate-compaction'], 0]);
    expect(text).toBe(message(1, 'one', left.map(form).join('')));
  });

  test('a stale pinned short form and a fresh one both stay', () => {
    const before = message(1, 'one', form('fresh') + form('stale!'));
    expect(mended(before)).toEqual({ text: before, codes: [], again: 0 });
  });

  test('a fresh short form stays in a message whose end is mended too', () => {
    const both = message(1, 'one', form('stale') + form('fresh'));
    const { text, codes } = mended(both.replace('<!-- clara:end-message -->\n', '') + message(2, 'two'));
    expect(codes).toEqual(['duplicate-compaction', 'missing-end']);
    expect(text).toBe(message(1, 'one', form('fresh')) + message(2, 'two'));
  });

  test('a look-alike inside a body is guarded and reads as the same words', () => {
    const before = message(1, 'a\n<!-- clara:end-note -->\nb');
    const { text, codes, again } = mended(before);
    expect([codes, again]).toEqual([['pasted-marker'], 0]);
    expect(text).toBe(before.replace('clara:end-note', '\\clara:end-note'));
    expect(parse(Buffer.from(text)).messages[0]?.parts).toEqual(
      parse(Buffer.from(before)).messages[0]?.parts,
    );
    expect(parse(Buffer.from(text)).problems).toEqual([]);
  });

  test('parts in a simple message, and a missing end before the next message', () => {
    const parts =
      '<!-- clara:message -->\n{"id":1,"role":"user","version":2,"simple":true}\n<!-- clara:part -->\n{"type":"text"}\na\n<!-- clara:end-message -->\n';
    expect(mended(parts)).toMatchObject({ codes: ['parts-in-simple'], text: parts.replace('true', 'false') });
    const open = message(1, 'one').replace('<!-- clara:end-message -->\n', '') + message(2, 'two');
    expect(mended(open)).toMatchObject({
      codes: ['missing-end'],
      text: message(1, 'one') + message(2, 'two'),
    });
  });

  test.each([
    '104-git-conflict-markers/conflict.md',
    '104-git-conflict-markers/example.md',
    '080-javascript-front-matter-is-not-run/a.md',
  ])('nothing in %s', (name) => {
    expect(mend(readFileSync(join(cases, name)), usable)).toEqual({ splices: [], mended: [] });
  });

  test('whatever is repaired, no word changes, and a second repair finds nothing', () => {
    const line = fc.constantFrom(
      '<!-- clara:message -->',
      '{"id":1,"role":"user","version":2,"simple":true}',
      '{"id":2,"role":"assistant","version":2,"simple":false}',
      '<!-- clara:part -->',
      '{"type":"text"}',
      'words',
      '',
      '<!-- clara:compacted -->',
      '{"version":4,"source":"s","recipe":"r","messageId":1,"methods":["model"],"createdAt":1,"text":"t"}',
      '<!-- clara:segment -->',
      '<!-- clara:end-message -->',
      '<!-- clara:note -->',
      '<!-- clara:end-note -->',
      '<!-- clara:end-earlier -->',
      '<!-- \\clara:part -->',
    );
    const words = (text: string) => parse(Buffer.from(text)).messages.map(({ role, parts }) => [role, parts]);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const before = lines.join(eol);
        const { text } = mended(before);
        expect(words(text)).toEqual(words(before));
        expect(parse(Buffer.from(text)).draft).toEqual(parse(Buffer.from(before)).draft);
        const ids = parse(Buffer.from(text)).messages.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 2000 },
    );
  });
});
