import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, fitState, wellFormed } from '../../../core/index.ts';

const list = (name: string, lines: number) => ({
  name,
  text: Array.from({ length: lines }, (_, at) => `- [ ] call number ${at} about the felt`).join('\n'),
});

describe('the state behind a history', () => {
  test('stays as it is where it fits', () => {
    const states = [list('todos', 5), list('calendar', 3)];
    expect(fitState(states, 8192)).toEqual(states);
  });

  test('leaves small sources whole and cuts large ones at the end of a line', () => {
    const [todos, calendar] = fitState([list('todos', 900), list('calendar', 3)], 4096);
    expect(calendar).toEqual(list('calendar', 3));
    expect(todos?.text).toMatch(/^- \[ \] call number 0 about the felt\n/);
    expect(todos?.text).toMatch(/about the felt\n\(cut to fit the window\)$/);
  });

  test('takes at most an eighth of any window, whatever it says', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      fc.nat(400).map((lines) => list('', lines).text),
      fc.constant('🌱'.repeat(4000)),
    );
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.integer({ min: 1024, max: 32_768 }),
        (texts, window) => {
          const fitted = fitState(
            texts.map((one) => ({ name: 'a', text: one })),
            window,
          );
          const size = fitted.reduce((sum, one) => sum + estimateTokens(one.text), 0);
          expect(size).toBeLessThanOrEqual(window / 8);
          expect(fitted.every(({ text }) => wellFormed(text) === text)).toBe(true);
        },
      ),
    );
  });
});
