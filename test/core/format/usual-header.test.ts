import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUsualHeader } from '../../../core/format/usual-header.ts';

test('reads a header of our own spelling as JSON.parse does, and leaves every other to it', () => {
  const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
  const message = fc.record(
    {
      id: fc.nat(),
      uid: fc.constantFrom('abcdefgh2345', 'A b'),
      role: fc.constantFrom('user', 'user', 'tool'),
      created_at: fc.oneof(fc.constant('2026-09-21T14:15:20.000Z'), fc.string()),
      version: fc.constantFrom(2, 2, 3),
      simple: fc.boolean(),
    },
    { requiredKeys: ['id', 'role', 'created_at', 'version', 'simple'] },
  );
  const compaction = fc.record(
    {
      version: fc.constantFrom(4, 5),
      source: hash,
      recipe: hash,
      messageId: fc.integer({ min: -1 }),
      methods: fc.constantFrom(['model'], ['model'], [], ['a', 'b'], ['"']),
      createdAt: fc.nat(),
      text: hash,
      pinned: fc.boolean(),
    },
    { requiredKeys: ['version', 'source', 'recipe', 'messageId', 'methods', 'createdAt', 'text'] },
  );
  const odd = fc.constantFrom('x', '\\', '"', ',', '0', ' ', '\t', '\u2028');
  const spoilt = fc
    .tuple(fc.oneof(message, compaction), fc.nat(), odd, fc.boolean())
    .map(([value, at, what, spoil]) => {
      const line = JSON.stringify(value);
      const where = at % line.length;
      return spoil ? line.slice(0, where) + what + line.slice(where) : line;
    });
  let taken = 0;
  fc.assert(
    fc.property(spoilt, (line) => {
      const bytes = Buffer.from(`x${line}\n`);
      const usual = readUsualHeader(bytes, 1, bytes.length - 1);
      if (usual === undefined) return;
      taken++;
      expect(usual).toEqual(JSON.parse(line));
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});
