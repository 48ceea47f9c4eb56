import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstPause, longestAsked, longestPause, pauseAfter } from '../../compactor/backoff.ts';
import { retryAfter } from '../../compactor/model/failure.ts';

describe('leaving an endpoint alone', () => {
  test('each failure in a row doubles the pause, up to five minutes', () => {
    const full = [1, 2, 3, 4, 9, 10, 1000].map((failures) => pauseAfter(failures, undefined, () => 1));
    expect(full).toEqual([1000, 2000, 4000, 8000, 256_000, longestPause, longestPause]);
  });

  test('chance takes up to half of it, so that clients do not come back together', () => {
    expect(pauseAfter(3, undefined, () => 0)).toBe(2000);
    expect(pauseAfter(3, undefined, () => 0.5)).toBe(3000);
  });

  test('never comes back before the server asked it to, and never waits without an end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, asked, chance) => {
          const pause = pauseAfter(failures, asked, () => chance);
          expect(pause).toBeGreaterThanOrEqual(Math.min(asked ?? 0, longestAsked));
          expect(pause).toBeGreaterThanOrEqual(firstPause / 2);
          expect(pause).toBeLessThanOrEqual(longestAsked * 1.1);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-30T10:00:00Z');

  test('is read in seconds, as a date, and in the milliseconds some servers send', () => {
    expect(retryAfter({ 'retry-after': '7' }, now)).toBe(7000);
    expect(retryAfter({ 'retry-after': '0.5' }, now)).toBe(500);
    expect(retryAfter({ 'retry-after': 'Mon, 30 Nov 2026 10:01:00 GMT' }, now)).toBe(60_000);
    expect(retryAfter({ 'retry-after-ms': '250', 'retry-after': '1' }, now)).toBe(250);
  });

  test('a date is taken against the clock of the server that wrote it', () => {
    const headers = { date: 'Mon, 30 Nov 2020 10:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2020 10:00:30 GMT' };
    expect(retryAfter(headers, now)).toBe(30_000);
  });

  test('what cannot be read is as if nothing stood there, and the past is now', () => {
    expect(retryAfter({}, now)).toBeUndefined();
    expect(retryAfter({ 'retry-after': 'soon' }, now)).toBeUndefined();
    expect(retryAfter({ 'retry-after': '-5' }, now)).toBeUndefined();
    expect(retryAfter({ 'retry-after': 'Mon, 30 Nov 2026 09:00:00 GMT' }, now)).toBe(0);
  });
});
