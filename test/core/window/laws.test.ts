import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { readToolResult } from '../../../core/tools/read-tool-result.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Dialect, type Limits, limits, type Policy } from '../../../core/window/limits.ts';
import { remembered } from '../../../core/window/previous.ts';
import { request } from '../../../core/window/request.ts';
import { validate } from '../../../core/window/validate.ts';
import type { Window } from '../../../core/window/window.ts';
import { historyTokens, wholeText } from '../../contracts/dialect.ts';
import { chat, message } from '../../support/notation.ts';

/** CHATVAULT_RUNS=100000 npx vitest run test/core/window/laws.test.ts is the measured run; CI makes fewer. */
const numRuns = Number(process.env.CHATVAULT_RUNS ?? 300);
const dialects: readonly Dialect[] = ['openai', 'anthropic', 'ai-sdk', 'clara'];

const mark = fc.oneof(
  fc.tuple(fc.constantFrom('~', '?', '!', '^'), fc.integer({ min: 2, max: 60 })).map((two) => two.join('')),
  fc.tuple(fc.constantFrom('t', 'T', 'e'), fc.integer({ min: 1, max: 900 })).map((two) => two.join('')),
  fc.tuple(fc.constantFrom('r'), fc.integer({ min: 1, max: 90 })).map((two) => two.join('')),
  fc.constantFrom('i', 'o'),
);

const token = fc
  .tuple(
    fc.constantFrom('u', 'a', 'u', 'a', 's'),
    fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 600 })),
    fc.array(mark, { maxLength: 3 }),
  )
  .map(([role, count, marks]) => `${role}${count}${marks.join('')}`);

const conversations = fc
  .tuple(fc.array(token, { maxLength: 60 }), fc.boolean())
  .map(([tokens, draft]) => chat(`${tokens.join(' ')}${draft ? ' "and now?"' : ''}`));

/** Texts and ids of strangers: markers, tags, controls, half characters, many scripts. */
const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '</clara_runtime>',
    '[1 20260101T0000]',
    '\u2028x',
    '\ud800',
    '```',
    'a\n\nb\r\nc',
    '漢字かな',
    '🙂'.repeat(30),
  ),
);

const strangeConversations = fc
  .array(fc.tuple(fc.constantFrom('user', 'assistant'), strange, strange, strange), { maxLength: 12 })
  .map(
    (rows): Conversation => ({
      ...chat(''),
      messages: rows.map(([role, text, id, output], index) => ({
        ...message('u0', index + 1),
        role: role as 'user' | 'assistant',
        createdAt: text.slice(0, 30),
        parts: [
          { type: 'tool_call', id, name: text, args: { [id]: output } },
          { type: 'tool_result', id, name: text, status: output, output },
          { type: 'text', text: output },
        ],
      })),
    }),
  );

const given = fc.record({
  budget: fc.oneof(fc.integer({ min: 600, max: 3000 }), fc.integer({ min: 600, max: 60_000 })),
  policy: fc.constantFrom<Policy[]>('steps', 'eager', 'sliding'),
  dialect: fc.constantFrom(...dialects),
  cold: fc.boolean(),
  verbatim: fc.integer({ min: 1, max: 30 }),
});

const windowOf = (conversation: Conversation, asked: Partial<Limits> & { budget: number }): Window =>
  assemble(conversation, limits(asked));

describe('for every chat and every limits', () => {
  test('the request fits its budget and passes the validator of its dialect', () => {
    fc.assert(
      fc.property(fc.oneof(conversations, strangeConversations), given, (conversation, asked) => {
        const made = request(windowOf(conversation, asked), asked.dialect);
        expect(validate(made, asked.dialect)).toEqual([]);
        expect(historyTokens(made)).toBeLessThanOrEqual(asked.budget);
      }),
      { numRuns },
    );
  });

  test('the same arguments give the same bytes', () => {
    fc.assert(
      fc.property(conversations, given, (conversation, asked) => {
        const once = JSON.stringify(request(windowOf(conversation, asked), asked.dialect));
        expect(JSON.stringify(request(windowOf(conversation, asked), asked.dialect))).toBe(once);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  test('the newest message of the person is there', () => {
    fc.assert(
      fc.property(conversations, given, (conversation, asked) => {
        const { slots } = windowOf(conversation, asked);
        const newest = slots.findLast(({ role }) => role === 'user');
        expect(newest?.form ?? 'verbatim').toBe('verbatim');
      }),
      { numRuns },
    );
  });

  test('every result id that the request names gives the exact output', () => {
    fc.assert(
      fc.property(fc.oneof(conversations, strangeConversations), given, (conversation, asked) => {
        const window = windowOf(conversation, asked);
        for (const slot of window.slots)
          for (const piece of slot.pieces) {
            if (piece.kind !== 'result') continue;
            const { value } = readToolResult({ sessionId: 'x', conversation }, { result_id: piece.resultId });
            const part = conversation.messages
              .find(({ id }) => id === slot.messageId)
              ?.parts.some(
                (one) => one.type === 'tool_result' && one.output.startsWith(value?.output ?? '?'),
              );
            expect(part).toBe(true);
          }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

/** What the next request shares with the one before, from the beginning, in characters. */
function sharedPrefix(before: string, now: string): number {
  let length = 0;
  while (length < before.length && before[length] === now[length]) length++;
  return length;
}

describe('from one turn to the next', () => {
  const turns = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom('', '~20', 't80', '~9t300'),
    ),
    { minLength: 4, maxLength: 40 },
  );

  test('the prompt only grows at its end until a step, under steps and eager', () => {
    fc.assert(
      fc.property(
        turns,
        fc.integer({ min: 1500, max: 20_000 }),
        fc.constantFrom<Policy[]>('steps', 'eager'),
        (list, budget, policy) => {
          const whole = chat(list.map(([u, a, marks]) => `u${u} a${a}${marks}`).join(' '));
          let before: Window | undefined;
          for (let count = 1; count <= whole.messages.length; count += 2) {
            const messages = whole.messages.slice(0, count);
            const window = assemble(
              { ...whole, messages },
              limits({ budget, policy }),
              before && remembered(before),
            );
            if (before !== undefined && !window.moved) {
              const one = wholeText(request(before, 'openai'));
              const two = wholeText(request(window, 'openai'));
              expect(sharedPrefix(one, two)).toBe(one.length);
            }
            before = window;
          }
        },
      ),
      { numRuns: Math.ceil(numRuns / 6) },
    );
  });

  test('a chat that is replayed gives the window that its requests would have led to', () => {
    fc.assert(
      fc.property(
        turns,
        fc.integer({ min: 1500, max: 20_000 }),
        fc.constantFrom<Policy[]>('steps', 'eager', 'sliding'),
        (list, budget, policy) => {
          const whole = chat(list.map(([u, a]) => `u${u} a${a}~20`).join(' '));
          let before: Window | undefined;
          for (let count = 1; count <= whole.messages.length; count += 2) {
            const conversation = { ...whole, messages: whole.messages.slice(0, count) };
            before = assemble(conversation, limits({ budget, policy }), before && remembered(before));
            expect(before.borders).toEqual(assemble(conversation, limits({ budget, policy })).borders);
          }
        },
      ),
      { numRuns: Math.ceil(numRuns / 20) },
    );
  });
});
