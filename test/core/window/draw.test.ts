import { expect, test } from 'vitest';
import { assemble } from '../../../core/window/assemble.ts';
import { draw } from '../../../core/window/draw.ts';
import { type Limits, limits } from '../../../core/window/limits.ts';
import { chat } from '../../support/notation.ts';

const drawn = (notation: string, given: Partial<Limits> & { budget: number }) =>
  draw(assemble(chat(notation), limits(given)));

test.each<[string, string, Partial<Limits> & { budget: number }]>([
  ['everything word for word while it fits', '(u10 a200~40)*30 u5', { budget: 20_000 }],
  ['nothing for an empty chat', '', { budget: 1000 }],
])('%s', (title, notation, given) => {
  expect(drawn(notation, given)).toBe(title.startsWith('nothing') ? '' : '=61');
});

test('the plain rule: the newest 20 word for word, older long ones shortened, older short ones as written', () => {
  expect(drawn('(u10 a200~40)*30 u5', { budget: 20_000, policy: 'sliding' })).toBe('~20 +21 =20');
});

test('a long old message without a short form waits, a stale one too', () => {
  expect(drawn('a200 a200!40 a200?40 a200^30 (u5 a5)*10', { budget: 20_000, policy: 'sliding' })).toBe(
    '~2 =2 =20',
  );
});

test('the oldest leave when the window is full', () => {
  expect(drawn('(u10 a200~40)*30 u5', { budget: 3500, policy: 'sliding' })).toMatch(/^-\d+ ~\d+ \+\d+ =\d+$/);
  expect(drawn('(u10 a200~40)*30 u5', { budget: 2000 })).toMatch(/^(-\d+ )?:\d+ /);
});
