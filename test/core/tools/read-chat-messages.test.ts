import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation, Message, Part } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { readChatMessages } from '../../../core/tools/read-chat-messages.ts';
import { pageSize, type ToolChat } from '../../../core/tools/tool.ts';
import { chat } from '../../support/notation.ts';

const toolChat = (conversation: Conversation, sessionId = 'here'): ToolChat => ({ sessionId, conversation });
const recorded = (name: string): ToolChat =>
  toolChat(parse(readFileSync(`test/cases/${name}/chat.md`)), name);
const message = (id: number, parts: readonly Part[], role: Message['role'] = 'user'): Message => ({
  ...{ id, role, createdAt: '2026-10-12T09:03:00Z', parts, line: id },
});
const saying = (...texts: string[]): ToolChat =>
  toolChat({
    meta: { data: {} },
    messages: texts.map((text, index) => message(index + 1, [{ type: 'text', text }])),
    ...{ earlier: [], problems: [] },
  });

describe('reading messages', () => {
  test('gives the original words, not the short form that stands beside them', () => {
    const conversation = chat('u10 a200~40 u5');
    const answer = readChatMessages(toolChat(conversation), { message_ids: [2] });
    const part = conversation.messages[1]?.parts[0];
    expect(answer.value?.messages[0]?.text).toBe(part?.type === 'text' ? part.text : '');
  });

  test('leaves reasoning out and keeps think tags that a person wrote', () => {
    const thinking = '<think>secret</think>\nHello.';
    const conversation = {
      ...saying(thinking).conversation,
      messages: [
        message(1, [{ type: 'text', text: thinking }]),
        message(
          2,
          [
            { type: 'reasoning', text: 'hidden' },
            { type: 'text', text: thinking },
          ],
          'assistant',
        ),
      ],
    };
    const texts = readChatMessages(toolChat(conversation), { message_ids: [1, 2] }).value?.messages;
    expect(texts?.map(({ text }) => text.trim())).toEqual([thinking, 'Hello.']);
  });

  test('adds neighbours in file order, each once', () => {
    const answer = readChatMessages(toolChat(chat('u3 a3 u3 a3 u3')), {
      message_ids: [4, 2],
      before: 1,
      after: 1,
    });
    expect(answer.value?.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('gives both messages of one number and says so (106)', () => {
    const answer = readChatMessages(recorded('106-same-message-number-twice'), { message_ids: [3] });
    expect(answer.value?.messages).toHaveLength(2);
    expect(answer.text).toContain('More than one message has the number 3');
  });

  test('names what is missing and where numbers end', () => {
    const answer = readChatMessages(toolChat(chat('u3 a3')), { message_ids: [9] });
    expect(answer).toEqual({
      found: false,
      text: 'There is no message 9 in this chat. Its numbers go from 1 to 2; search_chat_messages finds one by its words.',
    });
  });

  test('names what comes next', () => {
    const answer = readChatMessages(saying('a'.repeat(9_000), 'b'), { message_ids: [1, 2] });
    expect(answer.text).toContain(
      `More: message 1 goes on. Ask the same again with "offset": ${answer.value?.next}.`,
    );
  });

  test('marks a message that has no end yet', () => {
    expect(readChatMessages(toolChat(chat('u3 a9o')), { message_ids: [2] }).text).toMatch(
      /^#2 assistant.*, incomplete/,
    );
  });
});

describe('pages', () => {
  test('put together give the exact words, each at most 4,000 characters, whatever stands in them', () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.repeat(300)),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constant('🙂'.repeat(2_500)),
      ),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 5_000 }), (list, limit) => {
        const reader = saying(...list);
        const message_ids = list.map((_, index) => index + 1);
        const got = list.map(() => '');
        let offset: number | null = 0;
        for (let pages = 0; offset !== null; pages++) {
          const answer = readChatMessages(reader, { message_ids, offset, limit: Math.max(limit, 200) });
          expect(answer.text.length).toBeLessThanOrEqual(pageSize);
          expect(pages).toBeLessThan(400);
          for (const { id, text, from } of answer.value?.messages ?? []) {
            if (from === got[id - 1]?.length) got[id - 1] += text;
          }
          offset = answer.value?.next ?? null;
        }
        expect(got).toEqual(list);
      }),
      { numRuns: 60 },
    );
  });

  test('of one character never split one, and still come to an end', () => {
    const first = readChatMessages(saying('🙂a'), { message_ids: [1], limit: 1 }).value;
    expect(first?.messages[0]?.text).toBe('🙂');
    expect(
      readChatMessages(saying('🙂a'), { message_ids: [1], limit: 1, offset: first?.next ?? 0 }).value?.next,
    ).toBeNull();
  });

  test('an offset behind the end is refused with the length', () => {
    expect(readChatMessages(saying('four'), { message_ids: [1], offset: 4 }).text).toMatch(
      /have 4 characters/,
    );
  });
});

describe('arguments from strangers', () => {
  test.each([
    [undefined, 'Send one JSON object'],
    ['[1', 'not JSON'],
    [{}, 'message_ids is empty'],
    [{ message_ids: ['../x'] }, 'send message numbers'],
    [{ message_ids: [1.5] }, 'send message numbers'],
    [{ message_ids: [1], before: -1 }, 'send a whole number from 0 to 20'],
    [{ message_ids: [1], offset: '1e9' }, 'send a whole number'],
    [{ message_ids: Array.from({ length: 101 }, (_, index) => index + 1) }, 'ask for fewer'],
    [{ message_ids: { length: 3 } }, 'send message numbers'],
    [JSON.parse('{"__proto__":{"message_ids":[1]}}'), 'message_ids is empty'],
  ])('%j is refused with what to do instead', (input, says) => {
    const answer = readChatMessages(saying('x'), input);
    expect(answer.found).toBe(false);
    expect(answer.text).toContain(says);
  });

  test('numbers as text and arguments as JSON text are taken', () => {
    expect(readChatMessages(saying('x'), '{"message_ids":"#1"}').found).toBe(true);
  });
});
