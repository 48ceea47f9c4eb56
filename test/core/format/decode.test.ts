import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeValid } from '../../../core/format/decode.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '\n', '\0', '\x7f', '\x80', '߿', 'ࠀ', '퟿', '\ue000', '\ufeff', '\uffff'),
    fc.constantFrom('\u{10000}', '\u{10ffff}', 'ä', 'ж', '再', '👩‍👩‍👧'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

it('any valid text reads as Node reads it, wherever it stands in the bytes', () => {
  fc.assert(
    fc.property(text, text, text, (before, middle, behind) => {
      const bytes = Buffer.from(before + middle + behind);
      const start = Buffer.byteLength(before);
      const end = start + Buffer.byteLength(middle);
      expect(decodeValid(bytes, start, end)).toBe(bytes.toString('utf8', start, end));
    }),
  );
});

it('a text of any length reads as Node reads it', () => {
  for (const size of [0, 1, 65_534, 65_535, 65_536, 65_537, 300_000]) {
    for (const letter of ['a', 'ä', '再', '👍']) {
      const bytes = Buffer.from(letter.repeat(size / Buffer.byteLength(letter)).padEnd(1, letter));
      expect(decodeValid(bytes, 0, bytes.length)).toBe(bytes.toString());
    }
  }
});
