import { describe, expect, test } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { redact } from '../../../core/text/redact.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { request } from '../../../core/window/request.ts';
import { bare, type Surround } from '../../../core/window/surround.ts';
import { chat, message } from '../../support/notation.ts';

const body = (seed: number, length: number, alphabet: string) =>
  Array.from(
    { length },
    (_, index) => alphabet[(seed * 31 + index * index * 7 + index * 13) % alphabet.length],
  ).join('');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secrets = [
  `AKIA${body(3, 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  `ghp_${body(5, 36, letters)}`,
  `sk-ant-api03-${body(7, 95, letters)}`,
];
const pem = `-----BEGIN PRIVATE KEY-----\n${body(9, 64, letters)}\n${body(11, 64, letters)}\n-----END PRIVATE KEY-----`;

const all = [...secrets, pem].join('\n');
const answer: Message = {
  ...message('a5', 2),
  parts: [
    { type: 'tool_call', id: 'call-1', name: 'read_file', args: { path: '.env', key: secrets[0] } },
    {
      type: 'tool_result',
      id: 'call-1',
      name: 'read_file',
      status: 'completed',
      output: `KEY=x\n${all}\nend`,
    },
    { type: 'text', text: `I found ${secrets[1]}` },
  ],
};
const conversation = {
  ...chat(''),
  messages: [message('u5', 1), answer],
  note: `note ${all}`,
  draft: `use ${all}`,
};
const surround: Surround = {
  ...bare,
  identity: [`token ${secrets[2]}`],
  recalled: [{ messageId: 1, at: '2026-01-01', text: all }],
  state: [{ name: 'env', text: all }],
  redact: (text) => redact(text).text,
};

describe('no secret leaves the machine', () => {
  test.each(['openai', 'anthropic', 'ai-sdk', 'clara'] as const)('in the %s dialect', (dialect) => {
    const window = assemble(conversation, limits({ budget: 20_000, dialect }));
    const sent = JSON.stringify(request(window, dialect, surround));
    for (const secret of [...secrets, body(9, 64, letters), body(11, 64, letters)])
      expect(sent).not.toContain(secret);
    expect(JSON.stringify(request(window, dialect, { ...surround, redact: (text) => text }))).toContain(
      secrets[0],
    );
  });

  test('the same secret has the same placeholder wherever it stands, so that the beginning stays the same', () => {
    const window = assemble(conversation, limits({ budget: 20_000 }));
    const [system, ...rest] = request(window, 'openai', surround).messages.map(({ content }) =>
      JSON.stringify(content),
    );
    const placeholder = /\[redacted:[^\]]*\]/.exec(system ?? '')?.[0] ?? 'none';
    expect(rest.join('\n')).toContain(placeholder);
  });
});
