import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText } from './read.ts';

describe('a Gemini CLI session', () => {
  it('may be JSON lines, where a later line replaces the one with its id', () => {
    const records = [
      { sessionId: 's', projectHash: 'p', startTime: '2026-10-12T09:00:00Z' },
      { id: 'a', type: 'user', timestamp: '2026-10-12T09:00:01Z', content: [{ text: 'Which bird?' }] },
      { id: 'b', type: 'gemini', timestamp: '2026-10-12T09:00:02Z', content: 'A wr' },
      {
        id: 'b',
        type: 'gemini',
        timestamp: '2026-10-12T09:00:03Z',
        content: 'A wren.',
        thoughts: [{ subject: 'Tail' }],
      },
      { id: 'c', type: 'info', content: 'Update available' },
    ];
    const [bird] = readText('session-1.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
    expect(bird).toMatchObject({
      kind: 'gemini-cli',
      id: 's',
      report: { left: { 'notice of the program': 1 } },
    });
    expect(lines(bird!.messages)).toEqual(['user: Which bird?', 'assistant: (Tail) A wren.']);
  });

  it.skipIf(!hasData)('gives the counts that an independent script found (needs ../shared/data)', () => {
    for (const [name, counts] of expected('gemini-cli')) {
      const { id, messages, report } = readFile(new URL(`gemini-cli/${name}`, data))[0]!;
      const parts = messages.flatMap((message) => message.parts);
      const byType = counts.by_type as Record<string, number>;
      expect({
        name,
        id,
        user: messages.filter(({ role }) => role === 'user').length,
        gemini: messages.filter(({ role }) => role === 'assistant').length,
        notices: report.left['notice of the program'] ?? 0,
        calls: parts.filter(({ type }) => type === 'tool_call').length,
        results: parts.filter(({ type }) => type === 'tool_result').length,
      }).toEqual({
        name,
        id: counts.session_id,
        user: byType.user ?? 0,
        gemini: byType.gemini ?? 0,
        notices: (byType.info ?? 0) + (byType.warning ?? 0) + (byType.error ?? 0),
        calls: counts.tool_calls,
        results: counts.tool_calls,
      });
    }
  });
});

describe('a LibreChat export', () => {
  it('follows the branch with the newest leaf, in a tree and in a list', () => {
    const message = (id: string, parent: string, minute: number, text: string, children: object[] = []) => ({
      messageId: id,
      parentMessageId: parent,
      isCreatedByUser: id.startsWith('u'),
      createdAt: `2026-10-12T09:0${minute}:00Z`,
      text,
      children,
    });
    const old = message('a1', 'u1', 1, 'Ten.');
    const tree = [message('u1', '0', 0, 'How many?', [old, message('a2', 'u1', 2, 'Fourteen.')])];
    const [boards] = readText(
      'x.json',
      JSON.stringify({ conversationId: 'c', title: 'Boards', messagesTree: tree }),
    );
    expect(lines(boards!.messages)).toEqual(['user: How many?', 'assistant: Fourteen.']);
    expect(boards!.report.left).toEqual({ 'other branch': 1 });
  });

  it('takes typed content before the text', () => {
    const content = [
      { type: 'think', think: 'Ask the clock.' },
      { type: 'tool_call', tool_call: { id: 'c1', name: 'clock', args: '{}', output: '04:00' } },
      { type: 'text', text: { value: 'Four.' } },
    ];
    const messages = [{ messageId: 'a', isCreatedByUser: false, text: 'old', content }];
    const [clock] = readText('x.json', JSON.stringify({ conversationId: 'c', title: 'T', messages }));
    expect(lines(clock!.messages)).toEqual([
      'assistant: (Ask the clock.) [call clock] [result clock: 04:00] Four.',
    ]);
  });

  it.skipIf(!hasData)('holds all messages of a chat without branches (needs ../shared/data)', () => {
    for (const [name, counts] of expected('librechat')) {
      const { messages, report } = readFile(new URL(`librechat/${name}`, data))[0]!;
      expect(messages.length + (report.left['other branch'] ?? 0)).toBe(counts.messages);
      if (counts.branch_points === 0)
        expect(messages.filter(({ role }) => role === 'user')).toHaveLength(counts.user as number);
    }
  });
});

describe('a Chatbot UI export', () => {
  it.skipIf(!hasData)('gives the counts that an independent script found (needs ../shared/data)', () => {
    const [[name, counts]] = expected('chatbot-ui') as [[string, Record<string, unknown>]];
    const found = readFile(new URL(`chatbot-ui/${name}`, data)).map(({ messages }) => ({
      user: messages.filter(({ role }) => role === 'user').length,
      assistant: messages.filter(({ role }) => role === 'assistant').length,
    }));
    expect(found).toEqual(counts.messages);
  });

  it('keeps the prompt of a conversation as a system message', () => {
    const history = [
      { id: 1, name: 'N', prompt: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] },
    ];
    expect(lines(readText('x.json', JSON.stringify({ version: 4, history }))[0]!.messages)).toEqual([
      'system: Be brief.',
      'user: Hello',
    ]);
  });
});

describe('an LM Studio conversation', () => {
  it.skipIf(!hasData)('takes the selected version with all its steps (needs ../shared/data)', () => {
    const [[name, counts]] = expected('synthetic/lm-studio') as [[string, Record<string, unknown>]];
    const [invoice] = readFile(new URL(`synthetic/lm-studio/${name}`, data));
    expect(lines(invoice!.messages)).toEqual([
      'system: Answer shortly.',
      'user: Which invoice is overdue? [image: 1767261605000 - 7.png]',
      'assistant: (Row 3 has a date in the past.) [call today] [result today: 2026-01-01] Invoice 1043, due 2025-12-15.',
      'user: Write the reminder.',
      'assistant: Dear customer, invoice 1043 is open.',
    ]);
    const texts = invoice!.messages
      .slice(1)
      .map(({ parts }) =>
        parts
          .map((part) => (part.type === 'text' && !part.text.startsWith('[image: ') ? part.text : ''))
          .join(''),
      );
    const hashes = texts.map((text) => createHash('sha256').update(text).digest('hex').slice(0, 16));
    expect(hashes).toEqual((counts.texts_sha as string[]).filter((_, index) => index !== 2));
  });
});

function expected(folder: string): [string, Record<string, unknown>][] {
  return Object.entries(JSON.parse(readFileSync(new URL(`${folder}/expected-counts.json`, data), 'utf8')));
}
