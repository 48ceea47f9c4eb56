import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { fitExactly, requestTokens } from '../../../core/window/exact.ts';
import { limits } from '../../../core/window/limits.ts';
import { remembered } from '../../../core/window/previous.ts';
import { request } from '../../../core/window/request.ts';
import { bare } from '../../../core/window/surround.ts';
import type { Previous, Window } from '../../../core/window/window.ts';
import { wholeText } from '../../contracts/dialect.ts';
import { chat } from '../../support/notation.ts';

const system = 150;

/** What is made of a chat for a window that leaves `limit` tokens, as the command line makes it. */
const maker =
  (conversation: Conversation, limit: number, before?: Previous) =>
  (correction: number): { window: Window; request: ReturnType<typeof written>; limit: number } => {
    const window = assemble(
      conversation,
      limits({ budget: Math.floor(limit / correction) - system }),
      before,
    );
    return { window, request: written(window), limit };
  };
const written = (window: Window) => request(window, 'openai');

/** Counts as the estimate does, and twice as much for a text of the old kind. */
const odd = (text: string) => estimateTokens(text) * (/garden/.test(text) ? 2 : 1);

describe('a request that is over its real limit', () => {
  const conversation = chat('(u20 a100~30)*40 u5');

  test('is made again with a higher correction until it fits, at most twice', () => {
    const asked: number[] = [];
    const make = maker(conversation, 3000);
    const dear = (text: string) => estimateTokens(text) * 1.5;
    const { made, tokens, correction } = fitExactly(dear, 1, (one) => {
      asked.push(one);
      return make(one);
    });
    expect(requestTokens(make(1).request, dear)).toBeGreaterThan(3000);
    expect(tokens).toBeLessThanOrEqual(3000);
    expect(tokens).toBe(requestTokens(made.request, dear));
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(correction).toBe(asked.at(-1));
  });

  test('is told with its tokens where two more tries were not enough', () => {
    let times = 0;
    const { tokens } = fitExactly(estimateTokens, 1, () => {
      times++;
      return { ...maker(conversation, 3000)(1), limit: 100 };
    });
    expect(times).toBe(3);
    expect(tokens).toBeGreaterThan(100);
  });

  test('raises its correction in steps of five hundredths, and never by less than one', () => {
    const made = { ...maker(conversation, 3000)(1), limit: 10 };
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (price, first) => {
          const asked: number[] = [];
          fitExactly(
            (text) => estimateTokens(text) * price,
            first,
            (one) => {
              asked.push(one);
              return made;
            },
          );
          asked.slice(1).forEach((one, index) => {
            expect(one * 20).toBeCloseTo(Math.round(one * 20), 6);
            expect(one - (asked[index] ?? 0)).toBeGreaterThanOrEqual(0.05 - 1e-9);
          });
        },
      ),
    );
  });
});

test('a request that fits is made once, with the correction as it was', () => {
  let times = 0;
  const make = maker(chat('u5 a10 u5'), 3000);
  const { correction } = fitExactly(estimateTokens, 1.234, (one) => {
    times++;
    return make(one);
  });
  expect([times, correction]).toEqual([1, 1.234]);
});

test('from turn to turn the prompt only grows at its end; only one that is really over is made smaller', () => {
  const whole = chat('(u30 a200~40)*12 (u5 a40~12)*60 u5');
  const limit = 4000;
  let before: Window | undefined;
  let raised = 0;
  for (let count = 1; count <= whole.messages.length; count += 2) {
    const make = maker(
      { ...whole, messages: whole.messages.slice(0, count) },
      limit,
      before && remembered(before),
    );
    const plain = make(1);
    const { made, tokens, correction } = fitExactly(odd, 1, make);
    expect(tokens).toBeLessThanOrEqual(limit);
    if (requestTokens(plain.request, odd) <= limit) expect(made.request).toEqual(plain.request);
    if (correction > 1) raised++;
    if (before !== undefined && !made.window.moved)
      expect(wholeText(made.request).startsWith(wholeText(written(before)))).toBe(true);
    if (correction > 1) expect(made.window.moved).toBe(true);
    before = made.window;
  }
  expect(raised).toBeGreaterThan(1);
  expect(raised).toBeLessThan(15);
});

describe('the count of a finished request', () => {
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }];
  const surround = { ...bare, identity: ['You are.'], tools, picture: () => 'data:image/png;base64,AAAA' };

  test.each(['openai', 'anthropic', 'ai-sdk', 'clara'] as const)(
    'has every text, the tools, and each picture: %s',
    (dialect) => {
      const window = assemble(
        chat('(u50 a200~40)*40 u5i'),
        limits({ budget: 13_000, dialect, policy: 'sliding' }),
      );
      const made = request(window, dialect, surround);
      const seen: string[] = [];
      const tokens = requestTokens(made, (text) => {
        seen.push(text);
        return 0;
      });
      const said = seen.join('');
      expect(said).toContain('You are.');
      expect(said).toContain('"Reads."');
      for (const { pieces } of window.slots)
        for (const piece of pieces) if (piece.kind === 'text') expect(said).toContain(piece.text);
      const pictures = dialect === 'clara' ? 0 : 1;
      expect(tokens).toBe(4 * made.messages.length + 1600 * pictures);
    },
  );

  test('asks the tokenizer for no more than 2,000 characters at once, whatever the chat', () => {
    const conversation = { ...chat('u5'), draft: 'a'.repeat(1_000_000) };
    const sizes: number[] = [];
    const made = request(assemble(conversation, limits({ budget: 100_000 })), 'openai');
    requestTokens(made, (text) => sizes.push(text.length));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
    expect(sizes.length).toBeLessThan(1000);
  });
});
