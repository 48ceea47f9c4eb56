import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minPieceTokens, pieces } from '../../compactor/summarizers/chunks.ts';

/** A token a character: exact numbers in the tests. */
const length = (text: string): number => text.length;
const sentences = (text: string): string[] => text.match(/[^.]+\.?/g)?.map((one) => one.trim()) ?? [];
const cut = (text: string, room: number) => pieces(text, room, length, sentences);

describe('cutting a text that is larger than the window', () => {
  test('a text that fits stays whole', () => {
    expect(cut('One. Two.', 200)).toEqual(['One. Two.']);
    expect(cut('', 200)).toEqual([]);
  });

  test('cuts at blank lines first, and fills each piece', () => {
    const paragraph = `${'word '.repeat(18).trim()}.\n\n`;
    expect(cut(paragraph.repeat(4), 200)).toEqual([paragraph.repeat(2), paragraph.repeat(2)]);
  });

  test('a paragraph too large by itself is cut at lines, a line at sentences', () => {
    const line = `${'x'.repeat(149)}\n`;
    expect(cut(line.repeat(3), 200)).toEqual([line, line, line]);
    const sentence = `${'y'.repeat(149)}. `;
    expect(cut(sentence.repeat(2).trim(), 200)).toEqual([sentence.trim(), ` ${sentence.trim()}`]);
  });

  test('never cuts inside a character as people see it', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const piece of cut(family.repeat(400), minPieceTokens)) {
      expect(piece.length % family.length).toBe(0);
      expect(piece.length).toBeLessThanOrEqual(minPieceTokens);
    }
  });

  test('the pieces joined are the text, and none is larger than the room', () => {
    const part = fc.oneof(
      fc.constantFrom('\n', '\n\n', '. ', ' ', '字', '👍🏽', 'ก็'),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ minLength: 300, maxLength: 400 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 0, max: 400 }), (parts, room) => {
        const text = parts.join('');
        const found = cut(text, room);
        expect(found.join('')).toBe(text);
        for (const piece of found) expect(piece.length).toBeLessThanOrEqual(Math.max(room, minPieceTokens));
      }),
    );
  });
});
