import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { parse } from '../../../core/format/parse.ts';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { readToolResult } from '../../../core/tools/read-tool-result.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Limits, limits } from '../../../core/window/limits.ts';
import { remembered } from '../../../core/window/previous.ts';
import { request } from '../../../core/window/request.ts';
import { bare } from '../../../core/window/surround.ts';
import { validate } from '../../../core/window/validate.ts';
import { texts, wholeText } from '../../contracts/dialect.ts';
import { caseChat, caseFile } from '../../support/recorded.ts';

const openai = (conversation: Conversation, given: Partial<Limits> = {}) =>
  request(assemble(conversation, limits({ budget: 4000, ...given })), 'openai', bare);

const read = (conversation: Conversation, id: string) =>
  readToolResult({ sessionId: 'x', conversation }, { result_id: id });

describe('a result in another message than its call', () => {
  const conversation = caseChat('001');

  test('is one record of its own message, whatever the budget', () => {
    for (let budget = 400; budget < 4000; budget += 150) {
      const made = openai(conversation, { budget, policy: 'sliding' });
      expect(validate(made, 'openai')).toEqual([]);
      expect(made.messages.every(({ role }) => ['system', 'user', 'assistant'].includes(role))).toBe(true);
    }
    const window = assemble(conversation, limits({ budget: 4000, dialect: 'clara' }));
    const records = request(window, 'clara').messages.filter(({ content }) =>
      content.includes('"tool_result"'),
    );
    expect(records).toHaveLength(1);
    expect(records[0]?.content).toContain('"call_id":"call-a"');
    expect(records[0]?.content).toContain(
      '"result_id":"message:4:result:call-a","result":"{\\"pages\\":61}"',
    );
    expect(read(conversation, 'message:4:result:call-a').value?.output).toBe('{"pages":61}');
  });
});

describe('a call that was interrupted', () => {
  const conversation = caseChat('003');

  test('is told as one without a result, never as done', () => {
    const whole = wholeText(openai(conversation));
    expect(whole).toContain(
      '[call rename {"from":"a.pdf","to":"2026-03-04.pdf"}: no result in this message]',
    );
    expect(whole).not.toContain('message:2:result:call-2');
    expect(read(conversation, 'message:2:result:call-2').found).toBe(false);
  });
});

test('Japanese is not counted four characters a token', () => {
  const text =
    caseChat('041')
      .messages[0]?.parts.map((part) => ('text' in part ? part.text : ''))
      .join('') ?? '';
  const { tokens } = assemble(caseChat('041'), limits({ budget: 10_000 }));
  expect(tokens).toBeGreaterThanOrEqual(0.6 * text.length);
  expect(tokens).toBeLessThanOrEqual(2 * text.length);
  expect(estimateTokens('word '.repeat(text.length / 5)) * 2).toBeLessThan(tokens);
});

test('a strict server gets the same information: numbers of all messages and the tool result', () => {
  const made = openai(caseChat('045'));
  expect(validate(made, 'openai')).toEqual([]);
  const whole = made.messages.slice(1).flatMap(texts).join('\n');
  for (const id of [1, 2, 3, 4, 5]) expect(whole).toMatch(new RegExp(`\\[${id} 2026`));
  expect(whole).toContain('[message:4:result:c1 ls {} completed] "[\\"a\\",\\"b\\"]"');
});

test('without names the records stay recognisable by their tags', () => {
  const window = assemble(caseChat('047'), limits({ budget: 4000, dialect: 'clara' }));
  const { messages } = request(window, 'clara', { ...bare, nameless: true });
  expect(messages.some((message) => 'name' in message)).toBe(false);
  expect(messages.filter(({ content }) => content.startsWith('<clara_runtime>\n'))).toHaveLength(4);
});

describe('what changes each turn', () => {
  const state = JSON.parse(readFileSync(caseFile('049', 'state.json'), 'utf8'));
  const surround = { ...bare, state: [{ name: 'todos', text: state.todos.join('\n') }] };
  const ended = { ...caseChat('049'), note: state.note };

  test.each(['openai', 'anthropic', 'ai-sdk'] as const)(
    'the request still ends with the user: %s',
    (dialect) => {
      for (const conversation of [ended, { ...ended, draft: 'And the felt?' }]) {
        const made = request(assemble(conversation, limits({ budget: 4000 })), dialect, surround);
        expect(validate(made, dialect)).toEqual([]);
        expect(made.messages.at(-1)?.role).toBe('user');
        expect(texts(made.messages.at(-1)).join('')).toContain('> Patch the roof felt');
        expect(texts(made.messages.at(-1)).join('')).toContain('> Paint is green, two litres.');
      }
    },
  );

  test('in the reference dialect it stands before the newest user message', () => {
    const window = assemble({ ...ended, draft: 'And the felt?' }, limits({ budget: 4000, dialect: 'clara' }));
    const { messages } = request(window, 'clara', surround);
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'And the felt?' });
    expect(messages.at(-3)?.content).toContain('"kind":"state"');
  });
});

test('call ids of all vendors are named so that they can be read', () => {
  const conversation = caseChat('051');
  const window = assemble(conversation, limits({ budget: 4000 }));
  const results = window.slots.flatMap(({ pieces }) => pieces.filter((piece) => piece.kind === 'result'));
  expect(results.map(({ resultId }) => resultId)).toContain('message:2:result:functions.list_files:0');
  const whole = wholeText(request(window, 'openai'));
  for (const { resultId, address } of results) {
    expect(read(conversation, resultId).found).toBe(true);
    expect(read(conversation, address).value?.output).toBe(read(conversation, resultId).value?.output);
    expect(whole).toContain(`[${address} `);
  }
});

describe('two turns of one chat', () => {
  const turn = (number: 1 | 2) => parse(readFileSync(caseFile('054', `turn-${number}.chat.md`)));

  test('share everything up to the first new thing', () => {
    const first = assemble(turn(1), limits({ budget: 20_000 }));
    const second = assemble(turn(2), limits({ budget: 20_000 }), remembered(first));
    const one = wholeText(request(first, 'openai'));
    const two = wholeText(request(second, 'openai'));
    expect(two.startsWith(one)).toBe(true);
    expect(wholeText(request(assemble(turn(2), limits({ budget: 20_000 })), 'openai'))).toBe(two);
  });
});

test('a message that was edited after it was shortened is sent as it stands', () => {
  const conversation = caseChat('056');
  const window = assemble(conversation, limits({ budget: 4000, policy: 'sliding', verbatim: 1 }));
  const whole = wholeText(request(window, 'openai'));
  expect(whole).toContain('Use the blue paint, not the green one');
  expect(window.slots[0]?.form).not.toBe('shortened');
});

test('a short form that belongs to another message is not used', () => {
  const window = assemble(caseChat('058'), limits({ budget: 4000, policy: 'sliding', verbatim: 1 }));
  expect(window.slots[0]?.form).not.toBe('shortened');
  expect(wholeText(request(window, 'openai'))).toContain('The loaf came out flat again');
});
