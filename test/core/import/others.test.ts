import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText, recorded } from './read.ts';

describe('AI SDK messages', () => {
  it('of version 4 hold a call once, although it stands there twice', () => {
    const [scales] = readFile(recorded('131-ai-sdk-version-4-invocations/v4-messages.json'));
    expect(lines(scales!.messages)).toEqual([
      'user: Weigh box A.',
      'assistant: [call weigh] [result weigh: {"kg":4.1}] 4.1 kg.',
    ]);
    expect(scales!.messages[0]!.createdAt).toBe('2026-10-12T09:00:00Z');
    expect(scales!.report.left).toEqual({ 'role data': 1 });
  });

  it.skipIf(!hasData)('of version 6 hold calls, errors and unfinished answers (needs ../shared/data)', () => {
    const [shop] = readFile(new URL('synthetic/ai-sdk/ui-messages-v6.json', data));
    expect(lines(shop!.messages)).toEqual([
      'user: How many shelves are left? [image shelf.png]',
      'assistant: (The shelf needs a stock check.) [call stock] [result stock: {"item":"shelf","left":4}] [Shelf](https://example.com/shelf) There are 4 shelves left.',
      'user: And the broken one?',
      'assistant: Checking the broken one. [call stock] [result stock: An error occurred.] The stock service failed.',
      'user: Stop.',
      'assistant: Half an ans [call stock]',
    ]);
    expect(shop!.report.left).toEqual({ 'step mark': 5, 'data part': 1 });
  });
});

describe('an Open WebUI export', () => {
  const file = recorded('124-children-lists-are-empty/export.json');
  const boards = [
    'user: How many boards?',
    'assistant: Fourteen.',
    'user: Long ones?',
    'assistant: Nine long, five short.',
  ];

  it('follows parents from currentId, because lists of children may be empty', () => {
    const [chat] = readFile(file);
    expect(lines(chat!.messages)).toEqual(boards);
    expect(chat!.report.left).toEqual({ 'other branch': 1 });
  });

  it('may be one chat, and may hold only a list', () => {
    const [chat] = JSON.parse(readFileSync(file, 'utf8'));
    expect(lines(readText('x.json', JSON.stringify(chat))[0]!.messages)).toEqual(boards);
    const { a, b2 } = chat.chat.history.messages;
    const flat = [{ ...chat, chat: { title: 'Boards', messages: [a, b2] } }];
    expect(lines(readText('x.json', JSON.stringify(flat))[0]!.messages)).toEqual(boards.slice(0, 2));
  });

  it('gives reasoning and calls that stand in the content as HTML', () => {
    const content =
      '<details type="reasoning" done="true" duration="3"><summary>Thought</summary>\n&gt; First &amp; last\n</details>\n' +
      '<details type="tool_calls" id="c1" name="clock" arguments="&quot;{}&quot;" result="&quot;04:00&quot;">\n<summary>Done</summary>\n</details>\n' +
      '<details type="code_interpreter" done="true" output="{&quot;stdout&quot;:&quot;4&quot;}"><summary>Analyzed</summary>\n2 &lt; 4\n</details>\nFour.';
    const chat = { id: 'w', title: 'T', chat: { messages: [{ id: 'a', role: 'assistant', content }] } };
    expect(lines(readText('x.json', JSON.stringify([chat]))[0]!.messages)).toEqual([
      'assistant: (First & last) [call clock] [result clock: 04:00] [call code_interpreter] [result code_interpreter: {"stdout":"4"}] Four.',
    ]);
  });

  it('takes what a person typed as it stands, HTML and lists too, and survives broken nodes and circles', () => {
    const html = '<details type="reasoning"><summary>S</summary>x</details>';
    const messages = {
      a: { id: 'a', parentId: 'b', role: 'user', content: html },
      b: { id: 'b', parentId: 'a', role: 'user', content: [{ type: 'text', text: 'A list.' }] },
      c: { childrenIds: [] },
    };
    const chat = {
      id: 'w',
      title: 'T',
      chat: { history: { currentId: 'a', messages } },
      created_at: 1.79e18,
    };
    const [odd] = readText('x.json', JSON.stringify([chat]));
    expect(lines(odd!.messages)).toEqual(['user: A list.', `user: ${html}`]);
    expect(odd!.report.left).toEqual({ 'message without a role': 1 });
    expect(odd!.createdAt).toBe('2026-09-21T14:13:20Z');
  });

  it.skipIf(!hasData)('prefers the typed output (needs ../shared/data)', () => {
    const all = readFile(new URL('open-webui/openwebui-export.json', data)).map(
      ({ messages }) => lines(messages)[1],
    );
    expect(all).toEqual([
      'assistant: (15 * 17 = 15 * 10 + 15 * 7 = 150 + 105 = 255) 255',
      'assistant: [call get_weather] [result get_weather: Paris: 18C, rain] The weather in Paris is 18C with rain.',
      'assistant: Hi there!',
    ]);
  });
});

describe('a SillyTavern chat', () => {
  it('keeps the narrator and the chosen swipe, and reads four forms of dates in order', () => {
    const [garden] = readFile(recorded('126-sillytavern-narrator-and-swipes/chat.jsonl'));
    expect(lines(garden!.messages)).toEqual([
      'assistant: Good morning.',
      'system: Narrator: It begins to rain.',
      'user: Do we go inside?',
      'assistant: (Stay outside.) No, wrens sing in the rain.',
    ]);
    expect(garden!.messages.map(({ createdAt }) => createdAt)).toEqual([
      '2026-10-12T09:00:00Z',
      '2026-10-12T09:00:00Z',
      '2026-10-12T09:02:00Z',
      '2026-10-12T09:03:10Z',
    ]);
    expect(garden!.report.left).toEqual({ 'swipe not chosen': 2, 'hidden message': 1 });
  });

  it.skipIf(!hasData)('gives the counts that an independent script found (needs ../shared/data)', () => {
    const expected = JSON.parse(
      readFileSync(new URL('synthetic/sillytavern/expected-counts.json', data), 'utf8'),
    );
    for (const [name, counts] of Object.entries<Record<string, unknown>>(expected)) {
      const [chat] = readFile(new URL(`synthetic/sillytavern/${name}`, data));
      const of = (role: string) => chat!.messages.filter((message) => message.role === role).length;
      expect([name, of('user'), of('assistant'), chat!.report.left['hidden message'] ?? 0]).toEqual([
        name,
        counts.user,
        counts.character,
        counts.hidden,
      ]);
      expect(chat!.report.broken.map(({ line }) => line)).toEqual(counts.broken_lines);
    }
    const [group] = readFile(new URL('synthetic/sillytavern/group.jsonl', data));
    expect(lines(group!.messages)).toEqual([
      'user: Who keeps the key?',
      'assistant: Bram: Not me.',
      'assistant: Ilse: I do.',
    ]);
  });
});

describe('a llama.cpp conversation', () => {
  it('stands in the order of its tree, not of its file', () => {
    const [gutter] = readFile(recorded('128-llama-cpp-web-ui-tree/export.jsonl'));
    expect(gutter!.title).toBe('Gutter');
    expect(lines(gutter!.messages)).toEqual([
      'user: Where does the water go?',
      'assistant: Into the butt beside the hedge.',
    ]);
  });
});

describe('a llama.cpp conversation as one JSON value', () => {
  it('is read like its lines', () => {
    const message = (id: string, parent: string | null, role: string, content: string) => ({
      id,
      convId: 'c',
      parent,
      role,
      content,
      type: 'text',
      timestamp: 1790000000000,
    });
    const conv = { id: 'c', name: 'Gutter', currNode: 'a' };
    const messages = [
      message('a', 'q', 'assistant', 'Into the butt.'),
      message('q', null, 'user', 'Where to?'),
    ];
    for (const value of [{ conv, messages }, [{ conv, messages }]]) {
      const [gutter] = readText('x.json', JSON.stringify(value));
      expect(gutter).toMatchObject({ kind: 'llama-cpp', id: 'c', title: 'Gutter' });
      expect(lines(gutter!.messages)).toEqual(['user: Where to?', 'assistant: Into the butt.']);
    }
  });
});

describe('what is not known', () => {
  it.each([
    ['', 'the file is empty'],
    ['# Notes', 'neither JSON nor another file'],
    ['[1,2,3]', 'not known here'],
    ['{"a":1}', 'not known here'],
    ['{}\n{}', 'not known here'],
    ['null', 'not known here'],
    ['PK\u0003\u0004…', 'unpack it'],
  ])('is refused with a sentence: %j', (text, says) => {
    expect(() => readText('x', text)).toThrow(says);
  });
});
