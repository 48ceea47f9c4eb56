import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { printChat } from '../../../core/format/print.ts';
import { parseTail } from '../../../core/format/tail.ts';
import { anyFile, anyMessages } from './arbitrary.ts';
import { file, plain, simple } from './reading.ts';

/** Damage of the whole file is not looked for from its end. */
const comparable = (messages: readonly Message[]) =>
  plain(messages).map(({ blocked, ...rest }) => ({
    ...rest,
    blocked: blocked === 'git-conflict' || blocked === 'not-utf8' ? undefined : blocked,
  }));

const reader = (bytes: Uint8Array) => {
  const read = { bytes: 0 };
  const block = (from: number, to: number): Uint8Array => {
    read.bytes += to - from;
    return bytes.subarray(from, to);
  };
  return { read, block };
};

describe('parseTail', () => {
  test('gives the last messages of the full parse, whatever the file and the size of the blocks', () => {
    fc.assert(
      fc.property(
        anyFile,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (bytes, size, wanted) => {
          const damaged = parse(bytes).problems.some(
            ({ code }) => code === 'git-conflict' || code === 'not-utf8',
          );
          const full = parse(bytes);
          const tail = parseTail(
            reader(bytes).block,
            bytes.length,
            (messages) => messages.length >= wanted,
            size,
          );
          const { messages, draft, note, meta } = tail.conversation;
          const last = tail.whole ? full.messages : full.messages.slice(-messages.length);
          expect(tail.whole || messages.length >= wanted).toBe(true);
          if (messages.length > 0 && !damaged) expect(comparable(messages)).toEqual(comparable(last));
          if (tail.whole) expect(messages).toHaveLength(full.messages.length);
          expect({ draft, note, meta }).toEqual({ draft: full.draft, note: full.note, meta: full.meta });
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('gives the same for printed chats', () => {
    fc.assert(
      fc.property(
        anyMessages,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 4 }),
        (messages, size, wanted) => {
          const bytes = Buffer.from(printChat({ title: 'x', note: 'n', messages }));
          const tail = parseTail(reader(bytes).block, bytes.length, (some) => some.length >= wanted, size);
          const full = parse(bytes).messages;
          expect(tail.conversation).toMatchObject({ note: 'n', meta: { title: 'x' } });
          expect(plain(tail.conversation.messages)).toEqual(
            plain(tail.whole ? full : full.slice(-tail.conversation.messages.length)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('sees a message without its end before the border of what it read', () => {
    const one = (id: number, ended: boolean) =>
      file('@message', simple(id), 'said', ...(ended ? ['@end-message'] : [])).toString();
    const bytes = Buffer.from([1, 2, 3, 4, 5, 6].map((id) => one(id, id % 2 === 0)).join(''));
    const full = parse(bytes).messages;
    for (let size = 1; size < 200; size++) {
      const { messages } = parseTail(
        reader(bytes).block,
        bytes.length,
        (some) => some.length >= 2,
        size,
      ).conversation;
      expect(plain(messages)).toEqual(plain(full.slice(-messages.length)));
    }
  });

  test('reads no more of a large chat than it needs, and no text twice', () => {
    const one = (id: number) => file('@message', simple(id), 'x'.repeat(1000), '@end-message').toString();
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => one(index + 1)).join(''));
    const { read, block } = reader(bytes);
    const tail = parseTail(block, bytes.length, (messages) => messages.length >= 20, 32_768);
    expect(tail.conversation.messages.at(-1)!.id).toBe(5000);
    expect(tail.whole).toBe(false);
    expect(read.bytes).toBeLessThan(200_000);
    expect(tail.conversation.messages[0]!.line).toBe((tail.conversation.messages[0]!.id - 1) * 4 + 1);
  });

  test('a message larger than the blocks is read with growing ones', () => {
    const bytes = Buffer.concat([
      file('@message', simple(1), 'a', '@end-message', '@message', simple(2)),
      Buffer.alloc(3_000_000, 'x'),
      file('', '@end-message'),
    ]);
    let calls = 0;
    const tail = parseTail(
      (from, to) => {
        calls++;
        return bytes.subarray(from, to);
      },
      bytes.length,
      (messages) => messages.length >= 1,
      1024,
    );
    expect(tail.conversation.messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(calls).toBeLessThan(20);
  });
});
