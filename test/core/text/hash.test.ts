import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256, wellFormed } from '../../../core/text/hash.ts';

const settingsAnswer =
  "The settings allow three retries and a thirty-second timeout per request. I have only read the file; I haven't changed it. These settings are stored in config.json. If you want to change either value, we can edit that file, but for now both values remain exactly as they were when I opened it.";
const prompt =
  'Summarize the meaning of this message into a single short paragraph using as few words as possible, preserving the conversational thread.';

describe('hashes are the published ones', () => {
  test.each([
    [
      'of a tool result and a text',
      {
        sections: [
          { status: 'completed', type: 'tool_result', name: 'read_file', id: 'call-1' },
          { type: 'text', text: settingsAnswer },
        ],
        role: 'assistant',
      },
      '2caf062771b021c35f35d7660a59d516aa38b2f8e045056f536f4c7779d35e97',
    ],
    [
      'of a text in many scripts',
      { role: 'user', sections: [{ type: 'text', text: 'Größe: 10 µm — naïve “quotes” 漢字 🙂' }] },
      '77e4764ec422dbfc62e42a0044739f09f1bb052e9aca58df5dd8f0c82e26fcba',
    ],
    [
      'of the extractive recipe',
      { version: 1, method: 'extractive', min_saving: 0.4 },
      'cd3a934d663284a6aed8dadfcbe63b862c02648f7ef1b6f05bdd09f105bcafda',
    ],
    [
      'of the model recipe',
      {
        method: 'model',
        model: 'qwen3:4b',
        prompt,
        max_tokens: 256,
        min_saving: 0.4,
        temperature: 0,
        thinking: false,
        version: 1,
      },
      '53d67f92ae9cbd7fef6dbeaaaad260e759f2a28d0804498198ca668c95e93731',
    ],
  ])('%s', (_, value, hash) => {
    expect(sha256(canonicalJson(value))).toBe(hash);
  });

  test('bytes and their text have one hash', () => {
    expect(sha256(new TextEncoder().encode('Größe'))).toBe(sha256('Größe'));
  });
});

describe('canonical JSON', () => {
  test.each([
    [
      'sorts members by UTF-16 code units',
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    [
      'writes numbers as ECMAScript does',
      [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['escapes only what it must', '€$\u000f\nA\'B"\\\\"/\u2028', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\u2028"'],
    ['turns lone surrogates into U+FFFD', { '\ud800': 'a\udc00b' }, '{"\ufffd":"a\ufffdb"}'],
    ['leaves out members that are undefined', { a: undefined, b: [undefined] }, '{"b":[null]}'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('any JSON value reads back as it was, whatever the order of its members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('takes no stack, however deep or wide', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200_000; depth++) value = [value];
    expect(canonicalJson(value)).toHaveLength(400_001);
    expect(canonicalJson(new Array(300_000).fill(1))).toHaveLength(600_001);
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [() => 1], [10n]])('has no word for %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow(/JSON has no word for/);
  });
});

test('a well-formed text is unchanged, any other gets U+FFFD', () => {
  expect(wellFormed('a\ud83d\ude42b')).toBe('a🙂b');
  expect(wellFormed('\ude42a\ud83d')).toBe('\ufffda\ufffd');
});
