import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText, recorded } from './read.ts';

describe('a ChatGPT export', () => {
  it('follows the branch of current_node, by parents', () => {
    const [shed] = readFile(recorded('108-branch-chosen-by-current-node/conversations.json'));
    expect(lines(shed!.messages).map((line) => line.slice(0, 35))).toEqual([
      'user: Which colour for the shed?',
      'assistant: Green suits the hedge.',
      'user: Green it is. How many litres?',
      'assistant: Two litres of green.',
    ]);
    expect(shed!.report.left['other branch']).toBe(3);
  });

  it('takes the newest leaf when current_node is missing, and says so', () => {
    const file = recorded('108-branch-chosen-by-current-node/conversations.json');
    const text = readFileSync(file, 'utf8').replaceAll(
      /"current_node": *"[^"]*"/g,
      '"current_node": "nowhere"',
    );
    const [shed] = readText('conversations.json', text);
    expect(shed!.messages).toHaveLength(4);
    expect(shed!.report.remarks).toEqual([expect.stringContaining('which branch')]);
  });

  it('names pictures and takes the words of voice chats', () => {
    const [bird] = readFile(recorded('110-pictures-and-voice/conversations.json'));
    expect(lines(bird!.messages)).toEqual([
      'user: [image: bird.png] Which bird is this?',
      'assistant: A wren.',
      'user: And where does it nest?',
      'assistant: In ivy and in wall holes.',
    ]);
    expect(bird!.report.left).toMatchObject({ 'sound recording': 2 });
  });

  it('resolves citation tokens and leaves none of them', () => {
    const file = recorded('112-citation-tokens-from-the-private-area/conversations.json');
    const [wren] = readFile(file);
    expect(lines(wren!.messages)[1]).toBe(
      'assistant: From April to July. ([Example Birds](https://example.org/wren)) The Eurasian wren builds several nests.',
    );
    const bare = readFileSync(file, 'utf8').replaceAll('"content_references"', '"unknown"');
    expect(lines(readText('conversations.json', bare)[0]!.messages)[1]).toBe(
      'assistant: From April to July. The Eurasian wren builds several nests.',
    );
  });

  it('keeps thoughts as reasoning of the answer', () => {
    const [prime] = readFile(recorded('114-thoughts-are-not-text/conversations.json'));
    expect(lines(prime!.messages)).toEqual([
      'user: Is 91 prime?',
      'assistant: (Checking factors\n7 times 13 is 91.) No, 91 = 7 × 13.',
    ]);
  });

  it('keeps every title as it is', () => {
    const titles = readFile(recorded('078-titles-with-special-characters/conversations.json')).map(
      ({ title }) => title,
    );
    expect(titles).toHaveLength(11);
    expect(titles).toContain('line one\nline two');
    expect(titles).toContain('!!js/function "x"');
  });

  it('goes on after a conversation without messages', () => {
    const [broken, fine] = readText('x.json', JSON.stringify([{ id: 'a', title: 'Broken' }, small('b')]));
    expect(broken!.report.left).toEqual({ 'conversation without messages': 1 });
    expect(lines(fine!.messages)).toEqual(['user: Hello']);
  });
});

describe.skipIf(!hasData)('real ChatGPT exports (needs ../shared/data)', () => {
  const expected = JSON.parse(
    hasData ? readFileSync(new URL('chatgpt/expected-counts.json', data), 'utf8') : '{}',
  );
  it.each(Object.keys(expected))('%s gives the counts that an independent script found', (name) => {
    const found = readFile(new URL(`chatgpt/${name}`, data)).map(({ id, title, messages }) => {
      const texts = messages.flatMap(({ parts }) => {
        const words = parts.flatMap((part) =>
          part.type === 'text' && !/^\[\w+: /.test(part.text) ? part.text : [],
        );
        return words.length === 0 ? [] : [words.join('\n')];
      });
      const parts = messages.flatMap((message) => message.parts);
      return {
        id,
        title,
        user: messages.filter(({ role }) => role === 'user').length,
        assistant: messages.filter(
          ({ role, parts }) => role === 'assistant' && parts.some(({ type }) => type === 'text'),
        ).length,
        calls: parts.filter(({ type }) => type === 'tool_call').length,
        results: parts.filter(({ type }) => type === 'tool_result').length,
        ends: [texts[0], texts.at(-1)].map((text) =>
          createHash('sha256')
            .update(text ?? '')
            .digest('hex')
            .slice(0, 16),
        ),
      };
    });
    const each = expected[name].each as Record<string, unknown>[];
    for (const [index, counts] of each.entries()) {
      if (counts.error !== undefined) continue;
      expect(found[index]).toEqual({
        id: counts.id,
        title: counts.title,
        user: counts.visible_user,
        assistant: counts.visible_assistant,
        calls: counts.calls_to_tools,
        results: counts.tool_messages,
        ends: counts.visible_sha,
      });
    }
  });
});

function small(id: string) {
  const message = { id: 'n1', author: { role: 'user' }, content: { content_type: 'text', parts: ['Hello'] } };
  return {
    id,
    title: null,
    current_node: 'n1',
    mapping: { n1: { id: 'n1', parent: null, children: [], message } },
  };
}
