import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { pictureTokens } from '../../../core/text/tokens.ts';
import { readToolResult } from '../../../core/tools/read-tool-result.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Limits, limits, type Policy } from '../../../core/window/limits.ts';
import { remembered } from '../../../core/window/previous.ts';
import { request } from '../../../core/window/request.ts';
import { bare } from '../../../core/window/surround.ts';
import { validate } from '../../../core/window/validate.ts';
import type { Window } from '../../../core/window/window.ts';
import { historyTokens, wholeText } from '../../contracts/dialect.ts';
import {
  conversations,
  crowdedConversations,
  given,
  numRuns,
  strangeConversations,
  testTimeout,
} from '../../support/any-chat.ts';
import { chat } from '../../support/notation.ts';

vi.setConfig({ testTimeout });

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

  test('hundreds of files, calls and results in one message fit too', () => {
    fc.assert(
      fc.property(crowdedConversations, given, (conversation, asked) => {
        const made = request(windowOf(conversation, asked), asked.dialect, pictured);
        expect(validate(made, asked.dialect)).toEqual([]);
        expect(historyTokens(made) + pictureTokens * picturesIn(made)).toBeLessThanOrEqual(asked.budget);
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
            for (const result_id of [piece.resultId, piece.address]) {
              const { value } = readToolResult({ sessionId: 'x', conversation }, { result_id });
              const part = conversation.messages
                .find(({ id }) => id === slot.messageId)
                ?.parts.some(
                  (one) =>
                    one.type === 'tool_result' &&
                    one.id === piece.callId &&
                    one.output.startsWith(value?.output ?? '?'),
                );
              expect(part).toBe(true);
            }
          }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

const pictured = { ...bare, picture: () => 'data:image/png;base64,AAAA' };

/** How many pictures a request really carries, whatever the dialect. */
function picturesIn(made: unknown): number {
  return (
    JSON.stringify(made).match(/"type":"(?:image_url|image|file)","(?:image_url|source|mediaType)"/g)
      ?.length ?? 0
  );
}

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
