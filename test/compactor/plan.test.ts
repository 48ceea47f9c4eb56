import { describe, expect, test } from 'vitest';
import { type Memory, plan, savedBy } from '../../compactor/plan.ts';
import { bare } from '../../compactor/task.ts';
import {
  type Compaction,
  type Conversation,
  type Message,
  parse,
  recipe,
  settle,
  source,
} from '../../core/index.ts';
import { chatOf, longText } from '../support/vault-folder.ts';

const today = recipe(settle([]).settings.compactor);
const nothing: Memory = {
  summary: () => undefined,
  refusal: () => undefined,
  isShort: () => false,
  isParked: () => false,
};

const chat = (...texts: string[]): Conversation => parse(Buffer.from(chatOf(...texts)));
const planned = (conversation: Conversation, memory: Partial<Memory> = {}) =>
  plan('a.md', conversation, today, 50, { ...nothing, ...memory });

describe('the plan for one chat', () => {
  test('long messages become jobs, newest first; the others are skipped with their reason', () => {
    const made = planned(chat(longText('gate'), 'Fine.', longText('pump')));
    expect(made.jobs.map(({ message }) => message.id)).toEqual([3, 1]);
    expect(made).toMatchObject({ messages: 3, skipped: { short: 1 }, known: [], refused: [], parked: [] });
  });

  test('equal words are one job for all messages that say them', () => {
    const made = planned(chat(longText('gate'), 'Fine.', longText('gate')));
    expect(made.jobs.map(({ message, also }) => [message.id, also.map(({ id }) => id)])).toEqual([[3, [1]]]);
  });

  test('what is known is not asked for: a short form, a refusal, a short count, too many failures', () => {
    const conversation = chat(longText('gate'));
    const [message] = conversation.messages as [Message];
    const about = (text: string) => text === source(message);
    const compaction = { source: source(message) } as Compaction;
    expect(planned(conversation, { summary: (s) => (about(s) ? compaction : undefined) }).known).toHaveLength(
      1,
    );
    const refusal = { reason: 'refusal', detail: 'x' };
    expect(planned(conversation, { refusal: () => refusal }).refused).toEqual([{ messageId: 1, ...refusal }]);
    expect(planned(conversation, { isShort: about }).skipped).toEqual({ short: 1 });
    expect(planned(conversation, { isParked: about }).parked).toEqual([1]);
    expect(planned(chat(longText('pump')), { isShort: about }).jobs).toHaveLength(1);
  });
});

describe('what a worker is handed', () => {
  test('no tool output, no tool arguments, no reasoning, no short form', () => {
    const message: Message = {
      id: 1,
      role: 'assistant',
      createdAt: '',
      line: 1,
      parts: [
        { type: 'reasoning', text: 'secret thought' },
        { type: 'tool_call', id: 'c', name: 'ls', args: { path: 'secret path' } },
        { type: 'tool_result', id: 'c', name: 'ls', status: 'error', output: 'secret output' },
        { type: 'text', text: longText('gate') },
      ],
      compaction: { segments: [{ type: 'text', text: 'secret summary' }] } as unknown as Compaction,
    };
    expect(JSON.stringify(bare(message))).not.toContain('secret');
    expect(source(bare(message))).toBe(source(message));
  });

  test('what a short form saves is counted with its anchors, in characters as people count them', () => {
    const segments = [
      { type: 'text', text: 'ab🙂' },
      { type: 'marker', text: 'not counted' },
      { type: 'anchors', text: '42' },
    ];
    expect(savedBy(['0123456789', 'x🙂'], { segments } as unknown as Compaction)).toBe(13 - 6);
  });
});
