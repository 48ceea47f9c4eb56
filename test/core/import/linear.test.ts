import { expect, test } from 'vitest';
import { additions } from '../../../core/import/additions.ts';
import { formats } from '../../../core/import/formats.ts';
import { input } from '../../../core/import/input.ts';
import { workOf } from '../../support/work.ts';

type Row = Readonly<Record<string, unknown>>;

const numbers = (many: number) => Array.from({ length: many }, (_, at) => at);
const rows = (many: number, row: (at: number) => Row) => numbers(many).map(row);
const lines = (all: readonly Row[]) => all.map((row) => JSON.stringify(row)).join('\n');
const document = (value: unknown) => JSON.stringify(value, null, 1);

/** The parent of each message of a chain with a short branch at every tenth. */
const parent = (at: number) =>
  at === 0 ? undefined : `m${at % 10 === 9 ? at - 2 : at - 1 - Number(at % 10 === 0)}`;
const role = (at: number) => (at % 2 === 0 ? 'user' : 'assistant');
const tree = (many: number, node: (at: number) => unknown) =>
  Object.fromEntries(numbers(many).map((at) => [`m${at}`, node(at)]));

/** Files with as many messages or conversations as are asked for, one after the other in the order of the titles. */
const files: Readonly<Record<string, (many: number) => string>> = {
  'chatgpt: one tree': (many) =>
    document([
      {
        mapping: tree(many, (at) => ({
          parent: parent(at),
          message: { author: { role: role(at) }, content: { content_type: 'text', parts: [`word ${at}`] } },
        })),
      },
    ]),
  'chatgpt: many conversations': (many) =>
    document(
      rows(many, (at) => ({
        id: `c${at}`,
        mapping: {
          a: {
            message: { author: { role: 'user' }, content: { content_type: 'text', parts: [`word ${at}`] } },
          },
        },
      })),
    ),
  'chatgpt: a message of pictures': (many) =>
    document([
      {
        mapping: {
          a: {
            message: {
              author: { role: 'user' },
              content: {
                content_type: 'multimodal_text',
                parts: rows(many, (at) => ({
                  content_type: 'image_asset_pointer',
                  asset_pointer: `file://${at}`,
                })),
              },
              metadata: { attachments: rows(many, (at) => ({ id: `${at}`, name: `${at}.png` })).reverse() },
            },
          },
        },
      },
    ]),
  'claude-ai: one tree': (many) =>
    document([
      {
        uuid: 'c',
        chat_messages: rows(many, (at) => ({
          uuid: `m${at}`,
          parent_message_uuid: parent(at),
          sender: role(at) === 'user' ? 'human' : 'assistant',
          content: [{ type: 'text', text: `word ${at}` }],
        })),
      },
    ]),
  'claude-ai: results without their calls': (many) =>
    document([
      {
        uuid: 'c',
        chat_messages: rows(many, (at) => ({
          uuid: `m${at}`,
          sender: 'human',
          content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'word' }],
        })),
      },
    ]),
  'claude-code: one log with prompts that were taken back': (many) =>
    lines(
      rows(many, (at) => ({
        type: role(at),
        sessionId: 's',
        uuid: `m${at}`,
        parentUuid: parent(at),
        message: { content: [{ type: 'text', text: `word ${at}` }] },
      })),
    ),
  'claude-code: one answer of calls and results': (many) =>
    lines(
      rows(many, (at) => ({
        type: role(at + 1),
        sessionId: 's',
        uuid: `m${at}`,
        message:
          at % 2 === 0
            ? {
                id: 'one',
                content: [
                  { type: 'tool_use', id: `t${at}`, name: 'run', input: {} },
                  { type: 'text', text: `word ${at}` },
                ],
              }
            : { content: [{ type: 'tool_result', tool_use_id: `t${at - 1}`, content: `line ${at}` }] },
      })),
    ),
  'codex: one rollout': (many) =>
    lines(
      rows(many, (at) =>
        at % 2 === 0
          ? {
              type: 'response_item',
              payload: { type: 'function_call', call_id: `t${at}`, name: 'run', arguments: '{}' },
            }
          : {
              type: 'response_item',
              payload: { type: 'function_call_output', call_id: `t${at - 1}`, output: 'line' },
            },
      ),
    ),
  'gemini-cli: one session': (many) =>
    document({
      sessionId: 's',
      projectHash: 'p',
      messages: rows(many, (at) => ({ id: `m${at}`, type: 'user', content: `word ${at}` })),
    }),
  'librechat: one tree': (many) =>
    document({
      conversationId: 'c',
      messages: rows(many, (at) => ({
        messageId: `m${at}`,
        parentMessageId: parent(at),
        isCreatedByUser: at % 2 === 0,
        text: `word ${at}`,
      })),
    }),
  'llama-cpp: many sessions': (many) =>
    lines(
      numbers(many).flatMap((at) => [
        {
          type: 'message',
          message: { id: `m${at}`, convId: `c${at}`, role: 'user', type: 'text', content: `word ${at}` },
        },
        { type: 'session', id: `c${at}`, name: `chat ${at}` },
      ]),
    ),
  'llama-cpp: one tree': (many) =>
    document({
      conv: { id: 'c' },
      messages: rows(many, (at) => ({
        id: `m${at}`,
        convId: 'c',
        parent: parent(at),
        role: role(at),
        type: 'text',
        content: `word ${at}`,
      })),
    }),
  'open-webui: one tree': (many) =>
    document([
      {
        id: 'c',
        chat: {
          history: {
            messages: tree(many, (at) => ({ parentId: parent(at), role: role(at), content: `word ${at}` })),
          },
        },
      },
    ]),
  'open-webui: many chats': (many) =>
    document(
      rows(many, (at) => ({ id: `c${at}`, chat: { messages: [{ role: 'user', content: `word ${at}` }] } })),
    ),
  'openai: calls that are never answered, and results that no call waits for': (many) =>
    document(
      rows(many, (at) =>
        at < many / 2
          ? {
              role: 'assistant',
              content: '',
              tool_calls: [{ id: `t${at}`, function: { name: 'run', arguments: '{}' } }],
            }
          : { role: 'tool', tool_call_id: `u${at}`, content: 'line' },
      ),
    ),
  'openai: results in the order of their calls': (many) =>
    document(
      rows(many, (at) =>
        at < many / 2
          ? { role: 'assistant', content: '', function_call: { name: 'run', arguments: '{}' } }
          : { role: 'function', name: 'run', content: `line ${at}` },
      ),
    ),
  'openai: many conversations and as many broken lines': (many) =>
    rows(many, (at) => ({ messages: [{ role: 'user', content: `word ${at}` }] }))
      .map((row) => `${JSON.stringify(row)}\n{"cut off`)
      .join('\n'),
  'pi: one tree': (many) =>
    lines([
      { type: 'session', id: 's' },
      ...rows(many, (at) => ({
        type: 'message',
        id: `m${at}`,
        parentId: parent(at) ?? null,
        message: { role: role(at), content: `word ${at}` },
      })),
    ]),
  'qwen-code: one session': (many) =>
    lines(
      rows(many, (at) => ({
        type: role(at),
        sessionId: 's',
        uuid: `m${at}`,
        message: { parts: [{ text: `word ${at}` }] },
      })),
    ),
  'sillytavern: one chat': (many) =>
    lines(rows(many, (at) => ({ name: 'me', is_user: at % 2 === 0, mes: `word ${at}` }))),
  'chatbot-ui: many conversations': (many) =>
    document({
      history: rows(many, (at) => ({ id: at, messages: [{ role: 'user', content: `word ${at}` }] })),
    }),
  'aider: many sessions': (many) =>
    numbers(many)
      .map((at) => `# aider chat started at 2026-10-12 09:00:00\n#### word ${at}\nan answer\n`)
      .join(''),
  'specstory: one history': (many) =>
    `<!-- Claude Code Session 0a1b2c3d-0000-0000-0000-000000000000 -->\n${numbers(many)
      .map((at) => `_**${at % 2 === 0 ? 'User' : 'Agent'}**_\n\nword ${at}\n\n---\n`)
      .join('')}`,
};

/** How many items of lists are looked at from the text of a file to the messages that a new chat gets. */
function workFor(name: string, text: string): number {
  const given = input('export', text);
  return workOf(() => {
    const format = formats.find((one) => one.recognises(given));
    expect(format?.kind, 'read as the kind that the title says').toBe(name.split(':')[0]);
    const made = (format?.read(given) ?? []).map((one) => additions(one, { uids: new Set(), lastId: 0 }));
    expect(made.some(({ messages }) => messages.length > 0)).toBe(true);
  });
}

test.each(Object.entries(files))('%s: twice as much is at most twice the work', (name, file) => {
  const once = workFor(name, file(2_000));
  const twice = workFor(name, file(4_000));
  expect(once).toBeGreaterThan(2_000);
  expect(twice / once).toBeLessThan(2.3);
});

test('a text of two hundred thousand tags that are never closed is read', () => {
  const content = `${'<details '.repeat(200_000)}${'<details x>'.repeat(1000)}<details type="tool_calls" ${'x'.repeat(200_000)}>a</details>`;
  const file = [{ id: 'c', chat: { messages: [{ role: 'assistant', content }] } }];
  const [made] =
    formats.find(({ kind }) => kind === 'open-webui')?.read(input('export', document(file))) ?? [];
  expect(made?.messages).toHaveLength(1);
});
