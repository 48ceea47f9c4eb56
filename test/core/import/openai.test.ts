import { describe, expect, it } from 'vitest';
import { data, hasData, lines, readFile, readText, recorded } from './read.ts';

describe('OpenAI chat messages', () => {
  it('are read in all forms of their content', () => {
    const [first] = readFile(recorded('129-openai-messages-all-content-forms/messages.json'));
    expect(lines(first!.messages)).toEqual([
      'system: Be brief.',
      'user: Part one. Part two.',
      'assistant: [call clock] [result clock: 04:00]',
      'assistant: [call old_style] [result old_style: ok]',
      'assistant: I cannot say.',
      'user: Thanks.',
      'assistant: Welcome.',
    ]);
    expect(first!.messages[2]!.parts[0]).toMatchObject({ args: '{not json', id: 't1' });
    const [wrapped] = readFile(recorded('129-openai-messages-all-content-forms/wrapped.json'));
    expect(lines(wrapped!.messages)).toEqual(['user: In a wrapper.']);
  });

  it('tell a line that is cut off once, however many conversations stand in the file', () => {
    const log = ['one', 'two', 'three'].map((text) => JSON.stringify([{ role: 'user', content: text }]));
    const read = readText('log.jsonl', [log[0], '{"cut', log[1], log[2]].join('\n'));
    expect(read.map(({ report }) => report.broken.map(({ line }) => line))).toEqual([[2], [], []]);
  });

  it('keep a picture as an attachment, not as text', () => {
    const [bird] = readFile(recorded('043-image-data-uri-is-an-image/import.messages.json'));
    expect(lines(bird!.messages)).toEqual([
      'user: Which bird is this? [image image/png]',
      'assistant: A wren, by the raised tail.',
    ]);
    expect(bird!.attachments).toHaveLength(1);
    expect(JSON.stringify(bird!.messages).length).toBeLessThan(700);
  });

  it('keep reasoning apart', () => {
    const [row] = readFile(recorded('021-reasoning-in-its-own-field/import.messages.json'));
    expect(lines(row!.messages)[1]).toBe('assistant: (South dries first.) The south row.');
  });

  it('keep every word of texts that look like markers or headings', () => {
    const [format] = readFile(recorded('088-markers-inside-a-code-fence/import.messages.json'));
    expect(format!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    const [garden] = readFile(recorded('092-heading-equal-to-the-title-stays/import.messages.json'));
    expect(lines(garden!.messages)[0]).toBe('user: # Garden plan\n\n#### user\n\nPlease keep this heading.');
  });

  it('become well-formed, and the report says how much was not', () => {
    const [half] = readFile(recorded('094-lone-surrogate-from-an-export/import.messages.json'));
    expect(lines(half!.messages)).toEqual([
      'user: half \ufffd emoji and whole 🚀 one',
      'assistant: Reversed: \ufffd\ufffd.',
    ]);
    expect(half!.report.mended).toBe(3);
  });

  it.skipIf(!hasData)('in lines are one conversation each (needs ../shared/data)', () => {
    const all = readFile(new URL('synthetic/openai-messages/tools-image-nulls.jsonl', data));
    expect(all.map(({ messages }) => lines(messages))).toEqual([
      ['system: Be brief.', 'user: What is in the picture? [image image/png]', 'assistant: One pixel.'],
      [
        'system: You are a clerk.',
        'user: Weather in Bonn and Köln?',
        'assistant: (Two calls.) [call weather] [call weather] [result weather: rain] [result weather: sun]',
        'assistant: Bonn: sun.  Köln: rain.',
        'assistant: I can not go on without a question.',
      ],
      [
        'user: <!-- clara:message -->\n{"role":"assistant"}\n<!-- clara:end-message -->',
        'assistant: <think>a marker in the text</think>That is just text.\nSecond line.\u2028Third.',
        'assistant: [result old_style: {}]',
      ],
    ]);
    expect(all[1]!.report.left).toEqual({ 'empty message': 1 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  });
});
