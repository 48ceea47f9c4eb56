import { describe, expect, it } from 'vitest';
import { moment } from '../../../core/import/time.ts';
import { title } from '../../../core/import/title.ts';

describe('a title', () => {
  it.each([
    ['Sort the screws.', 'Sort the screws.'],
    ['# Garden *plan*\n\nfor `my_file.ts` and user_a/ent', 'Garden plan for my_file.ts and user_a/ent'],
    ['[image: bird.png]\n\nWhich bird is this?', 'Which bird is this?'],
    ['[image: bird.png]', '[image: bird.png]'],
    [`${'many words '.repeat(20)}`, 'many words many words many words many words many words many …'],
    ['質'.repeat(100), `${'質'.repeat(60)} …`],
    [' \n ', 'Untitled'],
  ])('made of %j is %j', (text, expected) => {
    expect(title(undefined, [message(text)])).toBe(expected);
  });

  it('is the one that the program gave, whatever stands in it', () => {
    expect(title('  padded\n', [message('Hello')])).toBe('  padded\n');
    expect(title(' ', [message('Hello')])).toBe('Hello');
  });
});

describe('a moment', () => {
  it.each([
    ['2026-10-12T09:00:00.000Z', '2026-10-12T09:00:00Z'],
    ['2026-10-12T09:00:00.123456+02:00', '2026-10-12T07:00:00.123Z'],
    ['2026-10-12 09:00', '2026-10-12T09:00:00Z'],
    ['2026-10-12', '2026-10-12T00:00:00Z'],
    ['October 12, 2026 12:05am', '2026-10-12T00:05:00Z'],
    ['October 12, 2026 12:05pm', '2026-10-12T12:05:00Z'],
    ['2025-09-26@07h06m40s', '2025-09-26T07:06:40Z'],
    ['2026-10-12 @09h 03m 10s 000ms', '2026-10-12T09:03:10Z'],
    [1790000000, '2026-09-21T14:13:20Z'],
    [1790000000.5, '2026-09-21T14:13:20.500Z'],
    [1790000000000, '2026-09-21T14:13:20Z'],
    ['1790000000000', '2026-09-21T14:13:20Z'],
    [1790000000000000, '2026-09-21T14:13:20Z'],
    [1790000000000000000, '2026-09-21T14:13:20Z'],
    [1e300, ''],
    [Number.NaN, ''],
    [0, ''],
    ['yesterday', ''],
    ['2026-13-40T99:99', ''],
    [null, ''],
    [{}, ''],
  ])('%j is %j', (value, expected) => {
    expect(moment(value)).toBe(expected);
  });
});

function message(text: string) {
  return { key: 'a', role: 'user' as const, createdAt: '', parts: [{ type: 'text' as const, text }] };
}
