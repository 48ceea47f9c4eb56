import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText, recorded } from './read.ts';

describe('a Claude.ai export', () => {
  it('holds pasted text, which stands only in attachments', () => {
    const [paste] = readFile(recorded('115-pasted-text-only-in-attachments/conversations.json'));
    const [first, second, third] = lines(paste!.messages);
    expect(paste!.messages).toHaveLength(3);
    expect(first).toMatch(
      /^user: \[attached file: paste\.txt\]\n\nThe nightly copy .* remove the loose files\.$/s,
    );
    expect(second).toBe('assistant: Pack the old years first.');
    expect(third).toBe('user: And this one? [attached file: note.md]\n\nShort note. [file: photo.jpg]');
    expect(paste!.title).toBe('The nightly copy has failed since 2 October. The log says …');
  });

  it('follows the branch with the newest leaf, and the list where there are no parents', () => {
    const [branched, old] = readFile(recorded('117-retry-branches-by-parent/conversations.json'));
    expect(branched!.messages.map(({ key }) => key)).toEqual(['m1', 'm2b', 'm3b', 'm4b']);
    expect(branched!.report.left).toEqual({ 'other branch': 1 });
    expect(lines(old!.messages)).toEqual(['user: Old export.', 'assistant: No parent ids.']);
  });
});

describe('a Claude.ai message of blocks', () => {
  it('does not take the notice of the exporting program for words', () => {
    const notice = '```\nThis block is not supported on your current device yet.\n```';
    const message = (uuid: string, text: string, content: object[]) => ({
      uuid,
      sender: 'assistant',
      text,
      content,
    });
    const chat_messages = [
      message('a', `${notice}\n\nDone.`, []),
      message('b', notice, [{ type: 'tool_use', id: 't', name: 'search', input: {} }]),
    ];
    const [blocks] = readText('x.json', JSON.stringify([{ uuid: 'c', name: 'N', chat_messages }]));
    expect(lines(blocks!.messages)).toEqual(['assistant: Done.', 'assistant: [call search]']);
  });
});

describe.skipIf(!hasData)('Claude.ai exports of others (needs ../shared/data)', () => {
  const expected = JSON.parse(
    hasData ? readFileSync(new URL('claude-ai/expected-counts.json', data), 'utf8') : '{}',
  );
  it.each(Object.keys(expected))('%s gives the counts that an independent script found', (name) => {
    for (const [index, { uuid, report, messages }] of readFile(new URL(`claude-ai/${name}`, data))
      .map((one) => ({ uuid: one.id, ...one }))
      .entries()) {
      const counts = expected[name].each[index];
      const parts = messages.flatMap((message) => message.parts);
      expect({
        uuid,
        messages: messages.length,
        thinking: parts.filter(({ type }) => type === 'reasoning').length,
        calls: parts.filter(({ type }) => type === 'tool_call').length,
        results: parts.filter(({ type }) => type === 'tool_result').length,
        pasted: parts.filter((part) => part.type === 'text' && part.text.startsWith('[attached file: '))
          .length,
        unknown: report.left['unknown block token_budget'] ?? 0,
      }).toEqual({
        uuid: counts.uuid,
        // messages of the person that hold only results belong to the answer that called
        messages: counts.messages - counts.messages_with_only_tool_results,
        thinking: counts.blocks.thinking ?? 0,
        calls: counts.blocks.tool_use ?? 0,
        results: counts.blocks.tool_result ?? 0,
        pasted: counts.attachments_with_text,
        unknown: counts.blocks.token_budget ?? 0,
      });
    }
  });
});
