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

describe('sessions of other command lines', () => {
  it.skipIf(!hasData)(
    'of pi follow the newest branch, results with their calls (needs ../shared/data)',
    () => {
      const [demo] = readFile(new URL('other-cli/pi-real-world.jsonl', data));
      expect(demo).toMatchObject({ kind: 'pi', id: 'real-world-uuid', cwd: '/test/proj' });
      expect(lines(demo!.messages)[1]).toMatch(
        /^assistant: \(Let me read both files\.\) \[call read\] \[call read\] \[result read: # Pi .*\[result read: # NOTES/s,
      );
      const roles = (name: string) =>
        readFile(new URL(`other-cli/${name}`, data))[0]!.messages.map(({ role }) => role);
      expect(roles('pi-multi-compaction.jsonl').sort()).toEqual([
        'assistant',
        'assistant',
        'user',
        'user',
        'user',
      ]);
      const [branching] = readFile(new URL('other-cli/pi-branching.jsonl', data));
      expect(branching!.messages.length + branching!.report.left['other branch']!).toBe(5);
    },
  );

  it.skipIf(!hasData)('of Qwen Code keep calls with their results (needs ../shared/data)', () => {
    const [tools] = readFile(new URL('other-cli/qwen-tools.jsonl', data));
    expect(tools).toMatchObject({ kind: 'qwen-code', cwd: '/Users/dev/project' });
    expect(tools!.messages.map(({ role, parts }) => [role, parts.map(({ type }) => type).join(' ')])).toEqual(
      [
        ['user', 'text'],
        ['assistant', `${'tool_call '.repeat(4)}${'tool_result '.repeat(4)}`.trim()],
        ['assistant', 'text'],
      ],
    );
    const [compressed] = readFile(new URL('other-cli/qwen-compression.jsonl', data));
    expect(compressed!.messages.map(({ role }) => role).sort()).toEqual([
      'assistant',
      'assistant',
      'user',
      'user',
    ]);
  });
});

describe('a SpecStory history', () => {
  const head =
    '<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# T\n\n<!-- Cursor IDE Session 7648a3a8-cec0-45cc-a87c-6ad5a39677a2 (2025-06-30 12:46:48Z) -->\n\n';

  it('begins a message at a whole header line only, and takes tools and thoughts out of the text', () => {
    const body = [
      '_**User (2025-06-30 12:46:50Z)**_',
      '',
      'Why does `_**User**_` not split?',
      '',
      '---',
      '',
      '_**Agent (model 2025-06-30 12:46:55Z)**_',
      '',
      '<think><details><summary>Thought Process</summary>',
      'Look first.</details></think>',
      '',
      'Let me look.',
      '',
      '<tool-use data-tool-type="shell" data-tool-name="Bash"><details>',
      '<summary>Tool use: **Bash**</summary>',
      '`cat x.md`',
      '',
      '```text',
      '```',
      '_**User**_',
      '```',
      '```',
      '</details></tool-use>',
      '',
      'It is inside a line.',
      '',
      '_**Agent - sidechain (model)**_',
      'not shown',
    ].join('\n');
    const [split] = readText('x.md', head + body);
    expect(lines(split!.messages)).toEqual([
      'user: Why does `_**User**_` not split?',
      'assistant: (Look first.) Let me look. [call Bash] [result Bash: ```\n_**User**_\n```] It is inside a line.',
    ]);
    expect(split!.messages[0]!.createdAt).toBe('2025-06-30T12:46:50Z');
    expect(split!.report.left).toEqual({ 'subagent message': 1 });
  });

  it.skipIf(!hasData)('gives the counts that an independent script found (needs ../shared/data)', () => {
    for (const [name, counts] of expected('specstory')) {
      const { id, messages, report } = readFile(new URL(`specstory/${name}`, data))[0]!;
      const kinds = counts.headers_by_kind as Record<string, number>;
      const calls = messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'tool_call').length;
      expect({
        name,
        id,
        user: messages.filter(({ role }) => role === 'user').length + (report.left['command echo'] ?? 0),
        agent: messages.filter(({ role }) => role === 'assistant').length,
        empty: report.left['empty message'] ?? 0,
        subagent: report.left['subagent message'] ?? 0,
        calls: (report.left['subagent message'] ?? 0) > 0 ? 'some' : calls,
      }).toEqual({
        name,
        id: counts.session_id,
        user: kinds.user ?? 0,
        agent: kinds.agent ?? 0,
        empty: kinds['agent (empty)'] ?? 0,
        subagent: Object.entries(kinds).reduce(
          (sum, [kind, n]) => sum + (kind.includes('sidechain') ? n : 0),
          0,
        ),
        calls: Object.keys(kinds).some((kind) => kind.includes('sidechain')) ? 'some' : counts.tool_uses,
      });
    }
  });

  it.skipIf(!hasData)('of one session in two files is one conversation (needs ../shared/data)', () => {
    const [a] = readFile(new URL('specstory/same-session-a.md', data));
    const [b] = readFile(new URL('specstory/same-session-b.md', data));
    expect(b!.id).toBe(a!.id);
    expect(b!.messages.map(({ key }) => key)).toEqual(a!.messages.map(({ key }) => key));
  });
});

describe('an aider history', () => {
  it('is one conversation a session, with the marks taken literally', () => {
    const text = [
      '> before any session  ',
      '# aider chat started at 2024-05-01 10:00:00',
      '> Tokens: 5  ',
      '#### /add a.py  ',
      '#### ## Heading  ',
      '####  ',
      '#### second line  ',
      '',
      '# A heading of the answer',
      'Done.',
      '> Commit abc123  ',
      '# aider chat started at 2024-05-02 10:00:00',
      '#### /ask why?',
      '> ^C again to exit  ',
      '#### why?',
    ].join('\n');
    const all = readText('.aider.chat.history.md', text);
    expect(all.map(({ id, messages }) => [id, lines(messages)])).toEqual([
      ['2024-05-01 10:00:00', ['assistant: # A heading of the answer\nDone.']],
      ['2024-05-02 10:00:00', ['user: why?']],
    ]);
  });

  it.skipIf(!hasData)('gives the counts that an independent script found (needs ../shared/data)', () => {
    for (const [name, counts] of expected('aider')) {
      const all = readFile(new URL(`aider/${name}`, data), 'aider');
      const sum = (number: (one: (typeof all)[0]) => number) =>
        all.reduce((total, one) => total + number(one), 0);
      expect({
        name,
        sessions: all.filter(({ createdAt }) => createdAt !== '').length,
        user: sum(({ messages }) => messages.filter(({ role }) => role === 'user').length),
        commands: sum(({ report }) => report.left['command echo'] ?? 0),
        output: sum(({ report }) => report.left['output of the program'] ?? 0) > 0,
      }).toEqual({
        name,
        sessions: counts.sessions,
        user: (counts.user_messages as number) - (counts.of_them_commands as number),
        commands: counts.of_them_commands,
        output: (counts.tool_output_blocks as number) > 0,
      });
    }
  });
});

describe('a chat of Copilot for Obsidian', () => {
  it.skipIf(!hasData)('takes marks inside a message for words (needs ../shared/data)', () => {
    const [[name, counts]] = expected('synthetic/obsidian-copilot') as [[string, Record<string, unknown>]];
    const [garden] = readFile(new URL(`synthetic/obsidian-copilot/${name}`, data));
    expect(garden).toMatchObject({ kind: 'obsidian-copilot', title: 'Garden plan', id: '1767089700000' });
    expect(garden!.messages.length + garden!.report.left['error message']!).toBe(counts.messages);
    const hashes = garden!.messages.map(({ parts }) =>
      createHash('sha256')
        .update(parts[0]!.type === 'text' ? parts[0]!.text : '')
        .digest('hex')
        .slice(0, 16),
    );
    expect(hashes).toEqual((counts.texts_sha as string[]).filter((_, index) => index !== 1));
    expect(lines(garden!.messages)[0]).toBe(
      'user: Plan the garden from [[beds.md]]. [context: Notes: beds.md, seeds/2025.md]',
    );
  });
});

function expected(folder: string): [string, Record<string, unknown>][] {
  return Object.entries(JSON.parse(readFileSync(new URL(`${folder}/expected-counts.json`, data), 'utf8')));
}
