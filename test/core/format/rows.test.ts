import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { printChat, printMessage } from '../../../core/format/print.ts';
import { openRows, type Rows, readRows, readRowsFrom } from '../../../core/format/rows.ts';
import { anyFile, anyMessages, anyText } from './arbitrary.ts';
import { file, plain, simple } from './reading.ts';

const opened = (rows: Rows, bytes: Uint8Array): Conversation =>
  openRows(rows, bytes.length, (from, to) => bytes.subarray(from, to));

function expectSame(rows: Rows, bytes: Uint8Array): void {
  const full = parse(bytes);
  const found = opened(rows, bytes);
  expect({ ...plain(found), messages: plain(found.messages), earlier: plain(found.earlier) }).toEqual({
    ...plain(full),
    messages: plain(full.messages),
    earlier: plain(full.earlier),
  });
}

const account = [
  '@earlier',
  JSON.stringify({ version: 1, kind: 'range', from: 1, to: 2, pieces: [], covered: [] }),
  'what was said',
  '@end-earlier',
];
const said = (id: number, text: string) => ['@message', simple(id), text, '@end-message'];

/** Files that are mostly whole: blocks in any order, sometimes with a piece of damage. */
const anyChat = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.tuple(fc.nat(500), anyText).map(([id, text]) => message(id + 1, text)) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(file(...account), Buffer.from('free text\n'), Buffer.from('\n')),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(file('@note', 'n', '@end-note'), file('@message', simple(7), 'x')),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(file('---', 'type: chat', 'title: t', '---'), Buffer.from('é\r\n')),
        },
      ),
      { maxLength: 8 },
    ),
    fc.constantFrom('', 'draft', '<<<<<<<', '\n\n two \n'),
  )
  .map(([blocks, end]) => Buffer.concat([...blocks, Buffer.from(end)]));

function message(id: number, text: string): Buffer {
  const parts = [{ type: 'text' as const, text }];
  return Buffer.from(printMessage({ id, role: 'user', createdAt: '', parts }));
}

describe('rows', () => {
  test('open as the same conversation as the whole file, whatever the file', () => {
    let opens = 0;
    fc.assert(
      fc.property(fc.oneof(anyChat, anyFile), (bytes) => {
        const rows = readRows(bytes);
        if (rows === undefined) return;
        opens++;
        expectSame(rows, bytes);
      }),
      { numRuns: 5000 },
    );
    expect(opens).toBeGreaterThan(100);
  });

  test('open as the same conversation for printed chats with accounts, note and draft', () => {
    fc.assert(
      fc.property(anyMessages, fc.boolean(), (messages, behind) => {
        const chat = Buffer.from(printChat({ sessionId: 's', title: 'x', note: 'n', messages }));
        const bytes = Buffer.concat([
          chat,
          ...(behind ? [file(...account)] : []),
          Buffer.from('\nmy draft\n'),
        ]);
        const rows = readRows(bytes);
        if (rows !== undefined) expectSame(rows, bytes);
        else
          expect(
            messages.length === 0 || parse(bytes).problems.length > 0 || behind || chat.includes('<<<<<<<'),
          ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('of a file that grew or was changed behind a row equal those of the whole file', () => {
    let told = 0;
    fc.assert(
      fc.property(anyChat, anyChat, fc.nat(30), (bytes, behind, at) => {
        const before = readRows(bytes);
        if (before === undefined) return;
        const from = at % before.rows.length;
        const kept = before.rows[from]!.start;
        // at the end of a row mostly, sometimes inside it: then a torn message stands there
        const cut = at % 4 === 0 ? bytes.length - 3 : (before.rows[from + (at % 2)]?.start ?? bytes.length);
        const now = Buffer.concat([bytes.subarray(0, Math.max(kept, cut)), behind]);
        const again = readRowsFrom(before, from, now.subarray(kept));
        if (again === undefined) return;
        told++;
        expectSame(again, now);
      }),
      { numRuns: 5000 },
    );
    expect(told).toBeGreaterThan(300);
  });

  test('are told when a message is appended, and nothing before it is read', () => {
    const bytes = file('---', 'type: chat', '---', ...said(1, 'one'), ...account, ...said(2, 'two'));
    const before = readRows(bytes)!;
    const now = Buffer.concat([bytes, file(...said(3, 'three'))]);
    const again = readRowsFrom(before, 1, now.subarray(before.rows[1]!.start))!;
    expect(again.rows.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(again.messages.map(({ id }) => id)).toEqual([2, 3]);
    expectSame(again, now);
  });

  test.each([
    ['an id that stands before already', said(1, 'again')],
    ['a message without its end', ['@message', simple(9), 'torn']],
    ['a line with which a conflict could begin', said(9, '<<<<<<< ours')],
    ['a second note', ['@note', 'n', '@end-note']],
  ])('are not told of an end with %s: such a file is read as a whole', (_, lines) => {
    const bytes = file(...said(1, 'one'), ...said(2, 'two'));
    const before = readRows(bytes)!;
    const now = Buffer.concat([bytes, file(...lines)]);
    expect(readRowsFrom(before, 1, now.subarray(before.rows[1]!.start))).toBeUndefined();
    expect(readRows(now)).toBeUndefined();
  });

  test('a message is read when it is asked for, with its neighbours and once', () => {
    const text = 'x'.repeat(1000);
    const bytes = file(...Array.from({ length: 2000 }, (_, at) => said(at + 1, text)).flat());
    const reads: number[] = [];
    const { messages } = openRows(readRows(bytes)!, bytes.length, (from, to) => {
      reads.push(to - from);
      return bytes.subarray(from, to);
    });
    const opening = reads.length;
    expect(messages.map(({ id }) => id).at(-1)).toBe(2000);
    expect(reads.slice(opening)).toEqual([]);
    expect(messages[1999]!.parts).toEqual([{ type: 'text', text }]);
    expect(messages[1998]!.parts).toEqual([{ type: 'text', text }]);
    expect(reads.slice(opening)).toHaveLength(1);
    expect(reads.at(-1)).toBeLessThan(270_000);
    expect(messages[1000]!.line).toBe(4001);
  });

  test('that do not fit the file are told, never taken for its words', () => {
    const bytes = file(...said(1, 'one'), ...said(2, 'two'));
    const rows = readRows(bytes)!;
    const other = file(...said(1, 'one'), ...said(3, 'two'));
    expect(() => opened(rows, other).messages[1]!.parts).toThrow(
      expect.objectContaining({ code: 'changed' }),
    );
  });
});
