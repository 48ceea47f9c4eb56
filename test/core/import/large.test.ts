import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formats } from '../../../core/import/formats.ts';
import { input } from '../../../core/import/input.ts';
import { readText, recorded } from './read.ts';

const many = 200_000;

/** One recorded file of JSON lines of each program that writes such. */
const logs = new Map(
  readdirSync(recorded(''))
    .flatMap((folder) => readdirSync(recorded(folder)).map((file) => `${folder}/${file}`))
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({ path, text: readFileSync(recorded(path), 'utf8') }))
    .flatMap(({ path, text }) => {
      const kind = formats.find((format) => format.recognises(input(path, text)))?.kind;
      return kind === undefined ? [] : [[kind, text] as const];
    }),
);
logs.set('gemini-cli', '{"sessionId":"s","projectHash":"p"}\n{"id":"1","type":"user","content":"Hello."}');
logs.set(
  'llama-cpp',
  '{"type":"message","message":{"id":"1","convId":"c","role":"user","type":"text","content":"Hello."}}',
);
logs.set(
  'pi',
  '{"type":"session","version":3,"id":"s"}\n{"type":"message","id":"1","parentId":null,"message":{"role":"user","content":"Hello."}}',
);
logs.set('qwen-code', '{"type":"user","sessionId":"s","uuid":"1","message":{"parts":[{"text":"Hello."}]}}');
logs.set('sillytavern', '{"user_name":"me","chat_metadata":{}}\n{"name":"me","is_user":true,"mes":"Hello."}');
logs.set('openai', '{"messages":[{"role":"user","content":"Hello."}]}');

const broken = Array.from({ length: many }, (_, at) => ({ line: at + 10, text: 'is not JSON' }));

test.each([...logs])(
  'a log of %s with two hundred thousand broken lines is read, and all are reported',
  (kind, text) => {
    const format = formats.find((one) => one.kind === kind);
    const conversations = format?.read({ ...input('log.jsonl', text), broken }) ?? [];
    expect(conversations.some(({ messages }) => messages.length > 0)).toBe(true);
    expect(conversations[0]?.report.broken.length).toBeGreaterThanOrEqual(many);
  },
);

test('a file of two hundred thousand broken lines is read', () => {
  const text = `${logs.get('openai')}\n${'{"cut off\n'.repeat(many)}`;
  expect(readText('log.jsonl', text, 'openai')[0]?.report.broken.length).toBe(many);
});

test('one message of two hundred thousand parts is read', () => {
  const parts = Array.from({ length: many }, () => ({ type: 'text', text: 'word' }));
  for (const [kind, file] of [
    ['openai', [{ role: 'user', content: parts }]],
    ['chatvault', { format: 'chatvault', messages: [{ id: 1, role: 'user', created_at: '', parts }] }],
    [
      'librechat',
      { conversationId: 'c', messages: [{ messageId: '1', isCreatedByUser: true, content: parts }] },
    ],
  ] as const) {
    const [conversation] = readText('export.json', JSON.stringify(file, null, 1), kind);
    expect(conversation?.messages[0]?.parts.length, kind).toBe(many);
  }
});

test('two hundred thousand answers to one message are read', () => {
  const children = Array.from({ length: many }, (_, at) => ({
    messageId: `${at + 1}`,
    parentMessageId: '0',
    text: 'word',
  }));
  const file = {
    conversationId: 'c',
    messagesTree: [{ messageId: '0', isCreatedByUser: true, text: 'word', children }],
  };
  const [conversation] = readText('export.json', JSON.stringify(file, null, 1), 'librechat');
  expect(conversation?.report.left['other branch']).toBe(many - 1);
});
