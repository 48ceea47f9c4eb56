import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printChat } from '../../core/index.ts';
import { chat } from '../support/notation.ts';
import { place } from './run.ts';

it('a chat that is left alone keeps its bytes, and its window shows the short forms of the cache', () => {
  const { vault, run } = place();
  const sentence = (id: number, at: number) =>
    `Point ${at} of answer ${id} is that pump ${at} was moved to shed ${id} after the frost.`;
  const long = (id: number) => Array.from({ length: 12 }, (_, at) => sentence(id, at)).join(' ');
  const messages = chat('(u6 a8)*15').messages.map((message) => ({
    ...message,
    parts: [{ type: 'text' as const, text: message.role === 'assistant' ? long(message.id) : 'And then?' }],
  }));
  const file = join(vault, 'a.md');
  writeFileSync(file, printChat({ sessionId: 'a', messages }));
  linkSync(file, join(vault, 'other-name.txt'));
  const before = readFileSync(file);

  const counts = run('compact', '--json').json<Record<string, number>>();
  expect(counts).toMatchObject({ eligible: 15, accepted: 15, written: 0 });
  expect(readFileSync(file).equals(before)).toBe(true);

  const window = run('window', 'a.md', '--context', '6000', '--json').json<{
    messages: readonly { form: string }[];
  }>();
  expect(window.messages.map(({ form }) => form)).toContain('shortened');
});
