import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit } from '../../../core/format/edit.ts';
import { frames } from '../../../core/format/frame.ts';
import { guard, unguard } from '../../../core/format/grammar.ts';
import { isChat, parse } from '../../../core/format/parse.ts';
import { printChat, printMessage } from '../../../core/format/print.ts';
import { scan } from '../../../core/format/scan.ts';
import { applySplices } from '../../../core/format/splice.ts';
import { anyCompaction, anyFile, anyMessages, anyText, plain } from './arbitrary.ts';

const runs = { numRuns: Number(process.env.LAW_RUNS ?? 1000) };
const bytesOf = (text: string): Buffer => Buffer.from(text);

describe('laws of the format', () => {
  test('every byte of any file belongs to exactly one block', () => {
    fc.assert(
      fc.property(anyFile, (bytes) => {
        let at = 0;
        for (const block of scan(bytes)) {
          expect(block.start).toBe(at);
          expect(block.end).toBeGreaterThan(block.start);
          expect(block.bodyStart).toBeGreaterThanOrEqual(block.headerEnd);
          expect(block.bodyEnd).toBeGreaterThanOrEqual(block.bodyStart);
          expect(block.bodyEnd).toBeLessThanOrEqual(block.end);
          at = block.end;
        }
        expect(at).toBe(bytes.length);
        at = 0;
        for (const frame of frames(Buffer.from(bytes))) {
          expect(frame.start).toBe(at);
          at = frame.end;
        }
        expect(at).toBe(bytes.length);
      }),
      runs,
    );
  });

  test('reading never throws and agrees with itself about what is a chat', () => {
    fc.assert(
      fc.property(anyFile, (bytes) => {
        const conversation = plain(parse(bytes));
        expect(conversation.problems.some((one) => one.code === 'not-a-chat')).toBe(!isChat(bytes));
        for (const { line, text } of conversation.problems) {
          expect(line).toBeGreaterThan(0);
          expect(text).toMatch(/\.$/);
        }
      }),
      runs,
    );
  });

  test('guarding is undone exactly, and what is guarded opens nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unguard(guard(text))).toBe(text);
        if (!text.includes('\r')) {
          expect(
            scan(bytesOf(`x\n${guard(text)}`)).every(
              (block) => block.kind === 'text' || block.kind === 'front-matter',
            ),
          ).toBe(true);
        }
      }),
      runs,
    );
  });

  test('what is printed reads back equal, whatever the texts hold', () => {
    fc.assert(
      fc.property(anyMessages, fc.constantFrom('\n' as const, '\r\n' as const), (messages, eol) => {
        const file = bytesOf(messages.map((message) => printMessage(message, eol)).join(''));
        const { messages: read, problems } = parse(file);
        expect(read.map(({ line, ...rest }) => plain(rest))).toEqual(messages.map(plain));
        expect(problems.filter((one) => one.code !== 'not-a-chat')).toEqual([]);
      }),
      runs,
    );
  });

  test('a printed chat reads back equal, front matter and note included', () => {
    const meta = fc.record(
      {
        sessionId: anyText,
        title: anyText,
        createdAt: anyText,
        note: anyText,
        data: fc.dictionary(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(meta, anyMessages, ({ data = {}, ...chat }, messages) => {
        // A note has no JSON spelling, so marks of a conflict in it are marks.
        fc.pre(!/[<>]{7}/.test(chat.note ?? ''));
        const { type: _, ...rest } = data;
        const { messages: read, meta, note } = parse(bytesOf(printChat({ ...chat, data: rest, messages })));
        expect(read.map(({ line, ...rest }) => plain(rest))).toEqual(messages.map(plain));
        for (const key of ['sessionId', 'title', 'createdAt'] as const) {
          if (chat[key] !== undefined) expect(meta[key]).toBe(plain(chat[key]));
        }
        expect(note).toBe(chat.note === undefined ? undefined : plain(chat.note).replace(/\r\n?/g, '\n'));
      }),
      runs,
    );
  });

  test('compacting changes no byte but its own, and undoing gives the bytes from before', () => {
    const chat = fc.tuple(
      anyMessages,
      fc.constantFrom('\n' as const, '\r\n' as const),
      anyText,
      fc.boolean(),
    );
    fc.assert(
      fc.property(chat, anyCompaction(1), ([messages, eol, draft, bare], compaction) => {
        let text = messages.map((message) => printMessage(message, eol)).join(eol) + (bare ? '' : draft);
        if (bare) text = text.replace(/\r?\n$/, '');
        const before = bytesOf(text);
        const sourceOf = (message: { id: number }) => `s${message.id}`;
        const done = edit(before, [{ kind: 'compact', messageId: 1, source: 's1', compaction }], sourceOf);
        const after = applySplices(before, done.splices);
        if (done.outcomes[0] !== 'done') return;
        const read = parse(after).messages.find((message) => message.id === 1);
        expect(plain(read!.compaction)).toEqual(plain(compaction));
        const undone = edit(after, [{ kind: 'uncompact', messageId: 1 }], sourceOf);
        expect(Buffer.compare(applySplices(after, undone.splices), before)).toBe(0);
      }),
      runs,
    );
  });
});
