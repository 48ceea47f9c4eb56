import { describe, expect, it } from 'vitest';
import { count, table } from '../../cli/print.ts';
import { progress } from '../../cli/progress.ts';

describe('a table', () => {
  it('lines up its columns, wide letters too, without trailing spaces', () => {
    const rows = [
      { name: 'garden', size: 7 },
      { name: '日本語', size: 1200 },
    ];
    const columns = [
      { head: 'name', cell: ({ name }: (typeof rows)[0]) => name },
      { head: 'size', cell: ({ size }: (typeof rows)[0]) => size, align: 'right' as const },
    ];
    expect(table(rows, columns)).toBe('name    size\ngarden     7\n日本語  1200');
  });
});

describe('a count', () => {
  it('puts the noun in the number that fits', () => {
    expect([count(1, 'message'), count(0, 'message'), count(1200, 'copy', 'copies')]).toEqual([
      '1 message',
      '0 messages',
      '1,200 copies',
    ]);
  });
});

describe('the progress line', () => {
  it('is drawn on a terminal only, in one line, not oftener than ten times a second', () => {
    const written: string[] = [];
    const stream = { columns: 12, write: (text: unknown) => written.push(String(text)) };
    let now = 0;
    const line = progress({ progress: true }, stream as never, () => now);
    line.show('one');
    line.show('too soon');
    now = 100;
    line.show('日本語で\nlong text');
    line.done();
    expect(written).toEqual(['\rone\u001b[K', '\r日本語で lo\u001b[K', '\r\u001b[K']);

    const silent = progress({ progress: false }, stream as never);
    silent.show('nothing');
    silent.done();
    expect(written).toHaveLength(3);
  });
});
