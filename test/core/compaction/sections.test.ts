import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sections, source } from '../../../core/compaction/sections.ts';
import type { Message, Part, Role } from '../../../core/conversation.ts';

const message = (role: Role, parts: readonly Part[], more: Partial<Message> = {}): Message => ({
  id: 1,
  role,
  createdAt: '2026-11-02T08:14:30Z',
  parts,
  line: 1,
  ...more,
});
const text = (words: string): Part => ({ type: 'text', text: words });
const result = (id: string): Part => ({
  type: 'tool_result',
  id,
  name: 'read_file',
  status: 'completed',
  output: '{}',
});
const call = (id: string): Part => ({ type: 'tool_call', id, name: 'read_file', args: { path: 'a' } });

describe('the source of a message', () => {
  test('is the published hash of the reference example, whatever the reasoning, arguments and output', () => {
    const words =
      "The settings allow three retries and a thirty-second timeout per request. I have only read the file; I haven't changed it. These settings are stored in config.json. If you want to change either value, we can edit that file, but for now both values remain exactly as they were when I opened it.";
    const parts: Part[] = [
      text('<think>I should read the configuration before answering.</think>'),
      call('call-1'),
      result('call-1'),
      text(words),
    ];
    const expected = '2caf062771b021c35f35d7660a59d516aa38b2f8e045056f536f4c7779d35e97';
    expect(source(message('assistant', parts, { id: 2747 }))).toBe(expected);
    expect(
      source(
        message('assistant', [result('call-1'), { type: 'reasoning', text: 'hm' }, text(`\n${words} `)]),
      ),
    ).toBe(expected);
  });

  test('is the published hash for letters, quotes and emoji outside ASCII', () => {
    expect(source(message('user', [text('Größe: 10 µm — naïve “quotes” 漢字 🙂')]))).toBe(
      '77e4764ec422dbfc62e42a0044739f09f1bb052e9aca58df5dd8f0c82e26fcba',
    );
  });

  test('does not depend on line ends', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const plain = lines.map((line) => line.replace(/[\r\n]/g, ' '));
        expect(source(message('user', [text(plain.join('\r\n'))]))).toBe(
          source(message('user', [text(plain.join('\n'))])),
        );
      }),
    );
  });

  test('changes with the role and with any visible word', () => {
    const hashes = [
      source(message('user', [text('one')])),
      source(message('assistant', [text('one')])),
      source(message('user', [text('One')])),
      source(message('user', [text('one'), result('a'), text('one')])),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('has lone surrogates as U+FFFD', () => {
    expect(source(message('user', [text('a \ud83d b')]))).toBe(source(message('user', [text('a \ufffd b')])));
  });
});

describe('the sections of a message', () => {
  const shape = (parts: readonly Part[], role: Role = 'assistant') =>
    sections(message(role, parts)).map((section) => (section.type === 'text' ? section.text : section.type));

  test('are cut where a tool call, a result, a picture or a file stands', () => {
    const picture: Part = { type: 'image', path: 'assets/a.png', mediaType: 'image/png', sha256: 'ff' };
    expect(
      shape([text('one'), call('a'), text('two'), result('a'), text('three'), picture, text('four')]),
    ).toEqual(['one', 'two', 'tool_result', 'three', 'image', 'four']);
  });

  test('join the text parts between two cuts by one blank line and drop blank ones', () => {
    expect(shape([text(' one\n'), text(' \t\r\n'), { type: 'reasoning', text: 'hm' }, text('two')])).toEqual([
      'one\n\ntwo',
    ]);
  });

  test('leave reasoning out only where an assistant opens a part with it', () => {
    expect(shape([text('<think>hm</think>\nyes, <think>no</think>')])).toEqual(['yes, <think>no</think>']);
    expect(shape([text('<think>hm</think> yes')], 'user')).toEqual(['<think>hm</think> yes']);
    expect(shape([text('<think>never closed')])).toEqual([]);
  });

  test('trim nothing but space, tab, CR and LF', () => {
    expect(shape([text('\u00a0 one \u2003')])).toEqual(['\u00a0 one \u2003']);
  });
});
