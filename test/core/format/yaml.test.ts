import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readYaml, usualYaml } from '../../../core/format/yaml.ts';

const byParser = (text: string): unknown => load(text, { schema: CORE_SCHEMA });

describe('YAML in its usual shapes', () => {
  test.each([
    ['title: Welcome\ncreated_at: 2026-11-30T06:27:30Z\n'],
    ['session_id: bench-1\ntitle: Notes on plans v1.2\nturns: 12\n'],
    ['# mine\n\ntrust:\n  - "/home/me/chats"\n  - "/srv/a b"\nwatcher: parcel\n'],
  ])('reads %j without a parser', (text) => {
    expect(usualYaml(text)).toEqual(byParser(text));
  });

  test.each([
    ['title: true\n'],
    ['title: Null\n'],
    ['title: "a\\tb"\n'],
    ['title: it: is\n'],
    ['title: a #b\n'],
    ['title: x \n'],
    ['trust:\n'],
    ['trust:\ntitle: x\n'],
    ['a: 1\na: 2\n'],
    ['a: x\n  - y\n'],
    ['__proto__: x\n'],
    ['a: 007\n'],
    ['a: 1_000\n'],
    ['a: x\n y\n'],
    ['...\n'],
    ['title: x\r\n'],
    ['"title": x\n'],
  ])('leaves %j to the parser', (text) => {
    expect(usualYaml(text)).toBeUndefined();
  });

  test('what is read without a parser is what a parser reads', () => {
    const word = fc.stringMatching(/^(?:[A-Za-z0-9_~.!&*?|>%@`'"[\]{}<=:#,/\\-]| ){0,12}$/);
    const value = fc.oneof(
      word,
      fc.constantFrom(
        'true',
        'No',
        '~',
        '.inf',
        '0x1f',
        '0o7',
        '1e3',
        '-',
        '- a',
        '2026-01-02',
        '12:30:00',
        'e5',
      ),
      fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z', '"x y"', 'Infinity', 'NaN'),
      fc.integer().map(String),
    );
    const key = fc.oneof(
      fc.constantFrom('a', 'b', 'title', 'null', 'true', 'y', '__proto__', 'toString'),
      word,
    );
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(key, value).map(([name, found]) => `${name}: ${found}`) },
      { weight: 2, arbitrary: key.map((name) => `${name}:`) },
      { weight: 2, arbitrary: value.map((found) => `  - ${found}`) },
      value,
      fc.constantFrom('', '# note', '  # note', '---', '\t', 'a: x\r'),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '\n'), (lines, end) => {
        const text = lines.join('\n') + end;
        const usual = usualYaml(text);
        if (usual !== undefined) expect(usual).toEqual(byParser(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('an empty text and comments alone are no value', () => {
    expect(readYaml('')).toBeUndefined();
    expect(readYaml('# one\n\n  # two\n')).toBeUndefined();
    expect(readYaml('a: [1, {b: true}]\n')).toEqual({ a: [1, { b: true }] });
  });
});
