import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { edit } from '../../../core/format/edit.ts';
import { parse } from '../../../core/format/parse.ts';
import { type NewMessage, printChat } from '../../../core/format/print.ts';
import { applySplices } from '../../../core/format/splice.ts';
import { caseFile } from '../../support/recorded.ts';
import { plain, texts } from './reading.ts';

const read = (number: string, file: string): Buffer => readFileSync(caseFile(number, file));
const codes = (bytes: Uint8Array): string[] => parse(bytes).problems.map((one) => one.code);
const sourceOf = (): string => 'source';
const short = (messageId: number, text: string) => ({
  kind: 'compact' as const,
  messageId,
  source: 'source',
  compaction: {
    version: 4,
    source: 'source',
    recipe: 'recipe',
    messageId,
    methods: ['model'],
    createdAt: 1,
    text: 'hash',
    segments: [{ type: 'text' as const, text }],
  },
});

describe('recorded cases', () => {
  test('019: keeps quoted think tags as they stand', () => {
    const [, two] = parse(read('019', 'chat.md')).messages;
    expect(two!.parts).toHaveLength(2);
    expect(texts(two!)[1]).toContain('<think>\ncount the apples\n</think>\nseven');
  });

  test('040: a chat without front matter gets none from a summary that looks like it', () => {
    const before = read('040', 'chat.md');
    expect(parse(before).meta.data).toEqual({});
    const reply = JSON.parse(read('040', 'reply.json').toString()).choices[0].message.content;
    const after = applySplices(before, edit(before, [short(1, reply)], sourceOf).splices);
    const chat = parse(after);
    expect(chat.meta.data).toEqual({});
    expect(plain(chat.messages[0]!.compaction!.segments)).toEqual([{ type: 'text', text: reply }]);
    expect(texts(chat.messages[0]!)).toEqual(texts(parse(before).messages[0]!));
    expect(chat.problems).toEqual([]);
  });

  test('056: keeps the present text beside the short form of an older one', () => {
    const [one] = parse(read('056', 'chat.md')).messages;
    expect(texts(one!)[0]).toMatch(/^Use the blue paint/);
    expect(one!.compaction).toMatchObject({ source: 'a'.repeat(64), text: '', messageId: 1 });
  });

  test('056: hands out the block it replaces, because we did not write it', () => {
    const before = read('056', 'chat.md');
    const { splices, replaced } = edit(before, [short(1, 'Blue paint.')], sourceOf);
    expect(replaced.map(({ messageId }) => messageId)).toEqual([1]);
    expect(Buffer.from(replaced[0]!.bytes).toString()).toMatch(
      /^<!-- clara:compacted -->\n\{.*\n.*\n.*\nUse green.*\n$/,
    );
    const after = applySplices(before, splices);
    const undo = edit(after, [{ kind: 'uncompact', restore: replaced }], sourceOf);
    expect(Buffer.from(applySplices(after, undo.splices)).equals(before)).toBe(true);
  });

  test('058: names the message that a moved block belongs to', () => {
    const { messages, problems } = parse(read('058', 'chat.md'));
    expect(problems).toMatchObject([{ code: 'wrong-message', messageId: 1 }]);
    expect(problems[0]!.text).toContain('message 7');
    expect(messages[0]!.compaction!.messageId).toBe(7);
    expect(messages[0]!.blocked).toBeUndefined();
  });

  test('080: never runs front matter, and says that its language is not supported', () => {
    for (const file of ['a.md', 'b.md', 'd.md']) {
      const { meta, messages, problems } = parse(read('080', file));
      expect(meta.data).toEqual({});
      expect(messages.length).toBeGreaterThan(0);
      expect(problems).toMatchObject([{ code: 'front-matter', line: 1 }]);
      expect(problems[0]!.text).toContain('not supported');
    }
    const c = parse(read('080', 'c.md'));
    expect(c.problems).toEqual([]);
    expect(texts(c.messages[0]!)[0]).toContain('---js\n{ title: require("fs")');
    expect(existsSync('front-matter-ran.txt')).toBe(false);
  });

  test('082: takes rules in text for what they are', () => {
    const plainRules = parse(read('082', 'no-front-matter.md'));
    expect(plainRules.meta.data).toEqual({});
    expect(plainRules.problems).toEqual([]);
    expect(plainRules.messages.map((one) => texts(one)[0])).toEqual([
      '---\ntitle: a quoted header\n---\nWhat does this header do?',
      'It sets the title.\n\n---\n\nSetext next\n---\n\nEnd.',
    ]);
    const dashes = parse(read('082', 'four-dashes.md'));
    expect(dashes.meta).toMatchObject({
      sessionId: 'four',
      title: 'Four dashes',
      data: { note: '---\ninner\n' },
    });
    expect(texts(dashes.messages[0]!)).toEqual(['One.\n----\nTwo.\n---\nThree.']);
  });

  test('084: reads CRLF and writes it', () => {
    const before = read('084', 'chat.md');
    const chat = parse(before);
    expect(chat.meta).toMatchObject({ sessionId: 'crlf', title: 'Windows' });
    expect(texts(chat.messages[1]!)).toEqual(['Then the small one.\n\nThanks.']);
    const after = Buffer.from(applySplices(before, edit(before, [short(1, 'a\nb')], sourceOf).splices));
    expect(after.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(plain(parse(after).messages[0]!.compaction!.segments)).toEqual([{ type: 'text', text: 'a\nb' }]);
    const asLf = Buffer.from(after.toString().replaceAll('\r\n', '\n'));
    expect(plain(parse(asLf))).toEqual(plain(parse(after)));
  });

  test('086: keeps a byte order mark out of every value, and in the file', () => {
    for (const [file, title] of [
      ['chat.md', 'With BOM'],
      ['crlf.md', 'With BOM and CRLF'],
    ]) {
      const before = read('086', file!);
      const chat = parse(before);
      expect(chat.meta.title).toBe(title);
      expect(JSON.stringify(chat)).not.toContain('\uFEFF');
      const after = Buffer.from(applySplices(before, edit(before, [short(1, 'short')], sourceOf).splices));
      expect(after.indexOf('\uFEFF')).toBe(0);
      expect(after.lastIndexOf('\uFEFF')).toBe(0);
    }
  });

  test('088: any text about this format survives the file', () => {
    const imported = JSON.parse(read('088', 'import.messages.json').toString());
    const chat = parse(Buffer.from(printChat({ messages: imported.map(asMessage) })));
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(chat.messages.map((one) => texts(one)[0])).toEqual(imported.map((one: Imported) => one.content));
    expect(chat.problems).toEqual([]);
  });

  test('088: a marker pasted by hand is pointed at, and its message is not written to', () => {
    const before = read('088', 'by-hand.md');
    const { messages, problems } = parse(before);
    expect(messages.map(({ id, blocked }) => [id, blocked])).toEqual([
      [1, 'pasted-marker'],
      [2, undefined],
    ]);
    expect(problems).toMatchObject([{ code: 'pasted-marker', line: 16, messageId: 1 }]);
    expect(edit(before, [short(1, 'x')], sourceOf)).toMatchObject({ splices: [], outcomes: ['blocked'] });
  });

  test('090: an open fence does not swallow the chat', () => {
    const { messages, problems } = parse(read('090', 'chat.md'));
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(texts(messages[1]!)).toEqual(['~~~~\nlonger fence, also open\n```\n']);
    expect(problems).toEqual([]);
  });

  test('092: lines that look like turns stay text', () => {
    const imported = JSON.parse(read('092', 'import.messages.json').toString());
    const chat = parse(Buffer.from(printChat({ title: 'Garden plan', messages: imported.map(asMessage) })));
    expect(chat.messages.map((one) => texts(one)[0])).toEqual(imported.map((one: Imported) => one.content));
  });

  test('094: halves of an emoji become U+FFFD, whole ones stay', () => {
    const imported = JSON.parse(read('094', 'import.messages.json').toString());
    const file = Buffer.from(printChat({ messages: imported.map(asMessage) }));
    expect(file.toString()).not.toMatch(/\\ud/);
    expect(parse(file).messages.map((one) => texts(one)[0])).toEqual([
      'half \uFFFD emoji and whole 🚀 one',
      'Reversed: \uFFFD\uFFFD.',
    ]);
  });

  test('104: shows both sides of a git conflict, says where it is, and writes nothing', () => {
    const before = read('104', 'conflict.md');
    const { messages, problems } = parse(before);
    expect(messages.map((one) => texts(one)[0]!.slice(0, 8))).toEqual([
      'Colour?',
      'Green.',
      'Brown, a',
      'The hall',
    ]);
    expect(problems.find((one) => one.code === 'git-conflict')).toMatchObject({ line: 11 });
    expect(problems.find((one) => one.code === 'git-conflict')!.text).toContain('line 18 to line 25');
    expect(messages.every((one) => one.blocked === 'git-conflict')).toBe(true);
    expect(edit(before, [short(3, 'x')], sourceOf)).toMatchObject({ splices: [], outcomes: ['blocked'] });
  });

  test('104: a conflict quoted in a fence is an example', () => {
    const before = read('104', 'example.md');
    expect(codes(before)).toEqual([]);
    expect(texts(parse(before).messages[0]!)[0]).toContain('<<<<<<< HEAD\na\n=======\nb\n>>>>>>> phone');
    expect(edit(before, [short(3, 'x')], sourceOf).outcomes).toEqual(['done']);
  });

  test('106: reads both messages that have one number, and says so', () => {
    const before = read('106', 'chat.md');
    const { messages, problems } = parse(before);
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 3, 4]);
    expect(problems).toMatchObject([{ code: 'duplicate-id', messageId: 3, line: 23 }]);
    expect(messages.every((one) => one.blocked === undefined)).toBe(true);
    expect(edit(before, [short(2, 'x')], sourceOf).outcomes).toEqual(['done']);
  });
});

interface Imported {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

function asMessage({ role, content }: Imported, index: number): NewMessage {
  return { id: index + 1, role, createdAt: '', parts: [{ type: 'text', text: content }] };
}
