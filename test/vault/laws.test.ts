import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Round, Rounds } from '../../scripts/torture/rounds.ts';

const calls = fc.integer({ min: 1, max: 60 });
const round: fc.Arbitrary<Round> = fc.record({
  kind: fc.nat({ max: 4 }),
  at: fc.array(calls, { minLength: 4, maxLength: 4 }).map((at) => at.sort((a, b) => a - b)),
  end: fc.oneof(fc.constant(0), calls),
  power: fc.boolean(),
  part: fc.double({ min: 0, max: 0.999, noNaN: true }),
  lucky: fc.boolean(),
  fails: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: calls }),
});

test('T1 T2 T3 T5 T14 T15 T16 T19 whatever is saved, killed, failing or cut off when: the last save is the chat', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const world = new Rounds();
      for (const each of rounds) {
        await world.run(each);
        expect(world.text).toBe(world.expected);
        expect(world.copies).toEqual([]);
        expect(world.left).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
}, 120_000);
