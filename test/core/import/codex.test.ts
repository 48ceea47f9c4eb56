import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText, recorded } from './read.ts';

const rollout = '122-two-records-of-the-same-words/rollout-2026-10-12T09-00-00-0000.jsonl';

describe('a Codex rollout', () => {
  it('takes each word once, and no instructions for speech', () => {
    const [boards] = readFile(recorded(rollout));
    expect(lines(boards!.messages)).toEqual([
      'user: Count the boards.',
      'assistant: (**Counting**) Fourteen boards.',
    ]);
    expect(boards).toMatchObject({ id: '0000', cwd: '/srv/shed', title: 'Count the boards.' });
  });

  it('falls back to the events where there are no items', () => {
    const text = readFileSync(recorded(rollout), 'utf8');
    const events = text.split('\n').filter((line) => !line.includes('"response_item"'));
    expect(lines(readText('r.jsonl', events.join('\n'))[0]!.messages)).toEqual([
      'user: Count the boards.',
      'assistant: (**Counting**) Fourteen boards.',
    ]);
    const named = [
      {
        type: 'event_msg',
        payload: { type: 'item_completed', item: { type: 'UserMessage', content: 'Hello' } },
      },
      { type: 'event_msg', payload: { type: 'item_completed', item: { type: 'AgentMessage', text: 'Hi.' } } },
    ];
    expect(
      lines(readText('r.jsonl', named.map((one) => JSON.stringify(one)).join('\n'))[0]!.messages),
    ).toEqual(['user: Hello', 'assistant: Hi.']);
  });
});

describe('a Codex rollout with items of one role only', () => {
  it('takes the other role from its events', () => {
    const records = [
      {
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: '<environment_context>x</environment_context>' }],
        },
      },
      { type: 'event_msg', payload: { type: 'user_message', message: 'Count them.' } },
      { type: 'event_msg', payload: { type: 'agent_message', message: 'Four.' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Four.' }] },
      },
    ];
    const [boards] = readText('r.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
    expect(lines(boards!.messages)).toEqual(['user: Count them.', 'assistant: Four.']);
  });
});

describe.skipIf(!hasData)('Codex rollouts of others (needs ../shared/data)', () => {
  const files = hasData
    ? ['codex', 'synthetic/codex'].flatMap((folder) =>
        readdirSync(new URL(folder, data))
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => [folder, name] as const),
      )
    : [];
  it.each(files)('%s/%s gives the counts that an independent script found', (folder, name) => {
    const counts = JSON.parse(readFileSync(new URL(`${folder}/expected-counts.json`, data), 'utf8'))[name];
    const { messages } = readFile(new URL(`${folder}/${name}`, data))[0]!;
    const parts = messages.flatMap((message) => message.parts);
    const prompts = messages.filter(({ role }) => role === 'user');
    expect({
      human_prompts: prompts.length,
      assistant_messages: messages.filter(
        ({ role, parts }) => role === 'assistant' && parts.some(({ type }) => type === 'text'),
      ).length,
      tool_calls: parts.filter(({ type }) => type === 'tool_call').length,
      tool_outputs: parts.filter(({ type }) => type === 'tool_result').length,
      human_prompts_sha: prompts.map(({ parts }) => hash(parts[0]?.type === 'text' ? parts[0].text : '')),
    }).toEqual({
      human_prompts: counts.human_prompts,
      assistant_messages: counts.assistant_messages,
      tool_calls: counts.tool_calls,
      tool_outputs: counts.tool_outputs,
      // a picture adds a line without words there
      human_prompts_sha: name.startsWith('rollout-2026-01-01')
        ? [counts.human_prompts_sha[0], hash('add a test')]
        : counts.human_prompts_sha,
    });
  });
});

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
