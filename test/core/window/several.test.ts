import { expect, test } from 'vitest';
import { source } from '../../../core/compaction/sections.ts';
import type { Compaction, Conversation, Message } from '../../../core/conversation.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { request } from '../../../core/window/request.ts';

const long = 'The shed has a felt roof and it leaks at the north side. '.repeat(30);

function short(text: string, of: Message, more: Partial<Compaction> = {}): Compaction {
  return {
    ...{
      version: 4,
      source: source(of),
      recipe: 'r',
      messageId: of.id,
      methods: ['m'],
      createdAt: 1,
      text: '',
    },
    segments: [{ type: 'text', text }],
    ...more,
  };
}

/** Sixty messages, the first of which has a pinned short form of other words before one of today's. */
function chat(): Conversation {
  const messages = Array.from({ length: 60 }, (_, index): Message => {
    const role = index % 2 === 0 ? 'user' : 'assistant';
    return { id: index + 1, role, createdAt: '', parts: [{ type: 'text', text: long }], line: 1 };
  });
  const [first, ...others] = messages as [Message, ...Message[]];
  const stale = short('STALE', first, { source: 'of other words', pinned: true });
  return {
    ...{ meta: { data: {} }, earlier: [], problems: [] },
    messages: [{ ...first, compaction: stale, others: [short('FRESH', first)] }, ...others],
  };
}

test.each([
  ['in its short form', limits({ budget: 40_000, policy: 'eager' }), 'shortened'],
  ['as one line', limits({ budget: 12_000 }), 'outline'],
])('of several short forms the one that may be used is sent, %s', (_, within, form) => {
  const window = assemble(chat(), within);
  expect(window.slots[0]?.form).toBe(form);
  const sent = JSON.stringify(request(window, 'openai'));
  expect(sent).toContain('FRESH');
  expect(sent).not.toContain('STALE');
});
