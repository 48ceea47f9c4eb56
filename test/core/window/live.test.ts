import { describe, expect, test } from 'vitest';
import type { Compaction, Message } from '../../../core/conversation.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { live } from '../../../core/window/live.ts';
import { request } from '../../../core/window/request.ts';
import { validate } from '../../../core/window/validate.ts';
import { wholeText } from '../../contracts/dialect.ts';
import { chat, message } from '../../support/notation.ts';

describe('a conversation that is held in memory only', () => {
  test('keeps the newest 400 messages under their own numbers', () => {
    const spoken = live(chat('(u5 a5)*300 u5').messages);
    expect(spoken.messages).toHaveLength(400);
    expect(spoken.messages[0]?.id).toBe(202);
    expect(validate(request(assemble(spoken, limits({ budget: 2000 })), 'openai'), 'openai')).toEqual([]);
  });

  test('keeps 4,000 characters of a tool output and no half character', () => {
    const long: Message = {
      ...message('a5', 2),
      parts: [
        { type: 'tool_result', id: 'x', name: 'see', status: 'completed', output: `a${'🙂'.repeat(3000)}` },
      ],
    };
    const [part] = live([long]).messages[0]?.parts ?? [];
    expect(part?.type === 'tool_result' && part.output).toBe(`a${'🙂'.repeat(1999)}`);
  });
});

describe('tool calls in a request', () => {
  const call = (id: string, path: string, status = 'completed') => [
    { type: 'tool_call' as const, id, name: 'write_file', args: { path, text: 'word '.repeat(200) } },
    { type: 'tool_result' as const, id, name: 'write_file', status, output: 'done' },
  ];

  test('the input of a call that failed or repeats an earlier one is cut shorter', () => {
    const parts = [...call('1', 'a.txt'), ...call('2', 'a.txt'), ...call('3', 'b.txt', 'error')];
    const conversation = { ...chat('u5'), messages: [message('u5', 1), { ...message('a5', 2), parts }] };
    const lines = wholeText(request(assemble(conversation, limits({ budget: 8000 })), 'openai')).split('\n');
    const [first, second, third] = lines.filter((line) => line.startsWith('[message:2:result:'));
    expect(first?.length).toBeGreaterThan(400);
    expect(second?.length).toBeLessThan(200);
    expect(third?.length).toBeLessThan(200);
    expect(third).toContain(' error] "done"');
  });

  test('the exact words of a short form stand beside it in user text, so that no answer ends in a list', () => {
    const old = message('a80~10', 2);
    const compaction = {
      ...(old.compaction as Compaction),
      segments: [
        ...(old.compaction?.segments ?? []),
        { type: 'anchors' as const, text: 'retries: 3\nconfig.json' },
      ],
    };
    const conversation = {
      ...chat('u5'),
      messages: [message('u5', 1), { ...old, compaction }, message('u5', 3)],
    };
    const asked = limits({ budget: 4000, policy: 'sliding', verbatim: 1 });
    const { messages } = request(assemble(conversation, asked), 'openai');
    expect(messages[2]?.content).not.toContain('config.json');
    expect(messages[3]?.content).toContain('shortened]\nexact words kept: retries: 3 · config.json\n');
    expect(
      JSON.stringify(request(assemble(conversation, { ...asked, dialect: 'clara' }), 'clara').messages),
    ).toContain('retries: 3\\nconfig.json"}');
  });
});
