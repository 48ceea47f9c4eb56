import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Dialect, type Limits, limits } from '../../../core/window/limits.ts';
import { type Receipt, rebuild, receipt } from '../../../core/window/receipt.ts';
import { request } from '../../../core/window/request.ts';
import { bare } from '../../../core/window/surround.ts';
import { validate } from '../../../core/window/validate.ts';
import type { Slot, Window } from '../../../core/window/window.ts';
import { historyTokens, wholeText } from '../../contracts/dialect.ts';
import { given, misnumberedConversations, numRuns, testTimeout } from '../../support/any-chat.ts';
import { chat, message } from '../../support/notation.ts';

vi.setConfig({ testTimeout });

type Asked = Partial<Limits> & { budget: number; dialect: Dialect };

const sent = (window: Window) => request(window, window.limits.dialect);
const bytes = (window: Window) => JSON.stringify(sent(window));
const receiptOf = (window: Window, before?: Receipt): Receipt =>
  JSON.parse(JSON.stringify(receipt(window, window.limits.dialect, bare, before)));
const until = (conversation: Conversation, count: number): Conversation => {
  const { draft: _, ...rest } = conversation;
  return { ...rest, messages: conversation.messages.slice(0, count) };
};

/** What a request says up to its first messages: outline lines, then the pinned one, then the others. */
function beginning(window: Window, messages: number): string {
  const { slots, borders } = window;
  const shown = slots.flatMap(({ form }, index) => (form === 'left' ? [] : [index]));
  const isLine = (index: number) => slots[index]?.form === 'outline';
  const order = [...shown.filter(isLine), ...shown.filter((index) => !isLine(index))];
  const kept = new Set(order.slice(0, messages));
  const left = (slot: Slot): Slot => ({ ...slot, form: 'left', pieces: [] });
  const some: Window = {
    ...window,
    slots: slots.map((slot, index) => (kept.has(index) ? slot : left(slot))),
    borders: { ...borders, verbatim: kept.has(borders.verbatim) ? borders.verbatim : 0 },
  };
  return wholeText(sent(some)).replace(/(?:\n?\[nothing new from the person\]|\]\}\n<\/clara_runtime>)$/, '');
}

describe('for every chat, whatever its ids', () => {
  test('a request fits, is accepted, is made again from file and receipt, and follows its own receipt', () => {
    fc.assert(
      fc.property(misnumberedConversations, given, fc.nat(60), (conversation, asked: Asked, grown) => {
        const then = until(conversation, conversation.messages.length - grown);
        const window = assemble(then, limits(asked));
        expect(validate(sent(window), asked.dialect)).toEqual([]);
        expect(historyTokens(sent(window))).toBeLessThanOrEqual(asked.budget);
        const made = receiptOf(window);
        expect(JSON.stringify(rebuild(conversation, made))).toBe(bytes(window));
        expect(bytes(assemble(then, limits({ ...asked, cold: false }), made))).toBe(bytes(window));
      }),
      { numRuns },
    );
  });

  test('the next request fits too, and shares with the one before what its receipt says', () => {
    fc.assert(
      fc.property(
        misnumberedConversations,
        given,
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom('grows', 'loses one', 'is edited', 'gets one between'),
        fc.nat(60),
        (conversation, asked: Asked, grown, how, where) => {
          const first = assemble(until(conversation, conversation.messages.length - grown), limits(asked));
          const made = receiptOf(first);
          const changed = otherwise(conversation, how, where);
          const window = assemble(changed, limits(asked), made);
          expect(validate(sent(window), asked.dialect)).toEqual([]);
          expect(historyTokens(sent(window))).toBeLessThanOrEqual(asked.budget);
          const { since } = receiptOf(window, made);
          const said = beginning(first, since?.messages ?? 0);
          if ((since?.messages ?? 0) > 0 || since?.broke === undefined)
            expect(wholeText(sent(window)).slice(0, said.length)).toBe(said);
          if (since?.broke === undefined)
            expect(since?.messages).toBe(first.slots.filter(({ form }) => form !== 'left').length);
          if (how === 'grows' && asked.policy !== 'sliding' && standsStill(first, window))
            expect(since?.broke).toBeUndefined();
        },
      ),
      { numRuns },
    );
  });
});

/** Whether nothing moved, neither a border nor the room of outputs, and the instructions say the same. */
function standsStill(first: Window, next: Window): boolean {
  const what = ({ borders, incomplete, slots }: Window) =>
    JSON.stringify([borders, incomplete, slots.slice(0, first.slots.length).map(({ rung }) => rung)]);
  return what(first) === what(next);
}

function otherwise(conversation: Conversation, how: string, where: number): Conversation {
  const { messages } = conversation;
  const at = messages.length === 0 ? 0 : where % messages.length;
  const one = messages[at];
  if (how === 'grows' || one === undefined) return conversation;
  const instead =
    how === 'loses one'
      ? []
      : how === 'is edited'
        ? [{ ...one, parts: [{ type: 'text' as const, text: 'other words' }] }]
        : [{ ...message('u3', 1), id: one.id }, one];
  return { ...conversation, messages: messages.toSpliced(at, 1, ...instead) };
}

test('a chat whose messages all have one number keeps its window and grows at its end', () => {
  const whole = chat('(u10 a60~20)*40 u5 a5 u5');
  const same = { ...whole, messages: whole.messages.map((one) => ({ ...one, id: 1 })) };
  const first = assemble(until(same, 81), limits({ budget: 1500 }));
  const made = receiptOf(first);
  expect(first.borders.left).toBeGreaterThan(0);
  const next = assemble(same, limits({ budget: 1500 }), made);
  expect(next.borders).toEqual(first.borders);
  expect(receiptOf(next, made).since).toMatchObject({ messages: made.shown.length });
  expect(receiptOf(next, made).since?.broke).toBeUndefined();
  expect(JSON.stringify(rebuild(same, made))).toBe(bytes(first));
});

test('a picture of an old message that waits for its short form is named, and stays so until the next step', () => {
  const asked = limits({ budget: 12_800, cold: true, verbatim: 1 });
  const first = assemble(chat('u65i u0'), asked);
  expect(first.slots[0]).toMatchObject({
    form: 'waiting',
    pieces: [{ kind: 'attachment', sent: false }, {}],
  });
  const next = assemble(chat('u65i u0 a5 u5'), limits({ ...asked, cold: false }), receiptOf(first));
  expect(next.slots[0]).toMatchObject({ form: 'waiting', hash: first.slots[0]?.hash });
  expect(next.slots[0]?.tokens).toBe(first.slots[0]?.tokens);
});

test('a message that is pinned among those that left is paid for, and its window is followed', () => {
  const asked = limits({ budget: 400 });
  const loop = (count: number) => chat(`(u30 a60)*9 u40 ${'a40t5 '.repeat(count)}`);
  const first = assemble(loop(12), asked);
  const { left, pinned } = first.borders;
  expect(pinned).toBeGreaterThanOrEqual(0);
  expect(pinned).toBeLessThan(left);
  const next = assemble(loop(13), limits({ ...asked, budget: 600 }), receiptOf(first));
  expect(next.borders).toEqual(first.borders);
  expect(next.slots[pinned]?.tokens).toBe(first.slots[pinned]?.tokens);
});
