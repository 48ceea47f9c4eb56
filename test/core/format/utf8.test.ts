import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstInvalidUtf8 } from '../../../core/format/utf8.ts';

test('says of any bytes, at any alignment, what Node says', () => {
  const mixed = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 5 }),
      ),
    )
    .map((pieces) => Buffer.concat(pieces));
  fc.assert(
    fc.property(mixed, fc.nat({ max: 3 }), (bytes, shift) => {
      const moved = Buffer.alloc(bytes.length + shift);
      bytes.copy(moved, shift);
      const view = moved.subarray(shift);
      const at = firstInvalidUtf8(view);
      expect(at === -1).toBe(isUtf8(view));
      if (at >= 0) expect(isUtf8(view.subarray(0, at))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
