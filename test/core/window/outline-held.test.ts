import { expect, test } from 'vitest';
import { assemble, limits, remembered } from '../../../core/index.ts';
import { chat } from '../../support/notation.ts';

test('a line of the outline stays as it was shown when a short form comes later, until the next step', () => {
  const within = limits({ budget: 5000 });
  const first = assemble(chat('(u60 a200)*30 u5'), within);
  const lines = first.slots.filter(({ form }) => form === 'outline');
  expect(lines.length).toBeGreaterThan(3);
  const then = chat('(u60 a200~40)*30 u5 a20 u5');
  const next = assemble(then, within, remembered(first));
  expect(next.moved).toBe(false);
  expect(next.slots.slice(0, first.slots.length).map(({ hash }) => hash)).toEqual(
    first.slots.map(({ hash }) => hash),
  );
  // without the request before, the words of the short forms stand there
  const anew = assemble(then, within).slots.filter(({ form }) => form === 'outline');
  expect(anew.map(({ hash }) => hash).some((hash) => lines.every((line) => line.hash !== hash))).toBe(true);
});
