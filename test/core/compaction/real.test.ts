import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { figuresOf, outcomes } from '../../../scripts/compaction-figures.ts';
import { dataFolder, kinds } from '../../../scripts/real-chats.ts';

const missing = !existsSync(dataFolder);
if (missing) console.log('skipped: short forms of real conversations (needs ../shared/data)');

describe.skipIf(missing)('short forms of real conversations (needs ../shared/data)', () => {
  test.each(kinds)(
    '%s: nearly all are accepted, from all over the message, with its exact facts',
    (kind) => {
      const figures = figuresOf(outcomes(kind));
      expect(figures.accepted).toBeGreaterThanOrEqual(95);
      expect(figures['size %']).toBeLessThanOrEqual(60);
      expect(figures['mean beyond %']).toBeGreaterThanOrEqual(50);
      expect(figures['facts kept %']).toBeGreaterThanOrEqual(90);
      expect(figures['mean kept %']).toBeGreaterThanOrEqual(90);
    },
    180_000,
  );
});
