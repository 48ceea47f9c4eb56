import { describe, expect, test } from 'vitest';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { rebuild, receipt } from '../../../core/window/receipt.ts';
import { isReceipt } from '../../../core/window/receipt-check.ts';
import { request } from '../../../core/window/request.ts';
import { bare, type Surround } from '../../../core/window/surround.ts';
import { chat, message } from '../../support/notation.ts';

const surround: Surround = { ...bare, identity: ['Be brief.'], state: [{ name: 'todos', text: 'buy felt' }] };
const small = limits({ budget: 2000 });
const long = chat('(u10 a120~30t60)*30 u5');

describe('a receipt', () => {
  test('names each shown message with its form, the reason, tokens and hash', () => {
    const made = receipt(assemble(long, small), 'openai', surround);
    expect(made.shown.at(-1)).toMatchObject({
      messageId: 61,
      form: 'verbatim',
      why: 'one of the newest messages',
    });
    expect(made.shown.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(made.gap).toMatchObject({ from: 1 });
  });

  test.each(['openai', 'anthropic', 'ai-sdk', 'clara'] as const)(
    'makes the same bytes again: %s',
    (dialect) => {
      for (const conversation of [
        long,
        chat('u5 a10 "and now?"'),
        chat(''),
        { ...long, note: 'green paint' },
      ])
        for (const policy of ['steps', 'eager', 'sliding'] as const) {
          const window = assemble(conversation, limits({ budget: 2000, dialect, policy }));
          const made = JSON.parse(JSON.stringify(receipt(window, dialect, surround)));
          const later = { ...conversation, messages: [...conversation.messages, message('u5', 99)] };
          const whole = conversation.draft === undefined ? later : conversation;
          expect(JSON.stringify(rebuild(whole, made))).toBe(
            JSON.stringify(request(window, dialect, surround)),
          );
        }
    },
  );

  test('makes the same bytes again where the server refuses names', () => {
    const window = assemble(long, { ...small, dialect: 'clara' });
    const nameless: Surround = { ...surround, nameless: true };
    const made = JSON.parse(JSON.stringify(receipt(window, 'clara', nameless)));
    expect(rebuild(long, made)).toEqual(request(window, 'clara', nameless));
  });

  test('makes the same bytes again when the draft was sent since, and of a window of the pinned message alone', () => {
    const draft = chat('u5 a9 "m3."');
    const asked = receipt(assemble(draft, small), 'openai', bare);
    expect(rebuild(chat('u5 a9 u1'), asked)).toEqual(request(assemble(draft, small), 'openai'));
    expect(rebuild(chat('u5 a9 u2'), asked)).toBeUndefined();
    const alone = assemble(chat('u5 a600'), limits({ budget: 128, policy: 'eager' }));
    expect(alone.borders).toMatchObject({ left: 2, pinned: 0 });
    const made = receipt(alone, 'openai', bare);
    expect(made.pinned).toMatchObject({ messageId: 1, form: 'verbatim' });
    expect(rebuild(chat('u5 a600'), made)).toEqual(request(alone, 'openai'));
    expect(rebuild(chat('u7 a600'), made)).toBeUndefined();
  });

  test('makes the same bytes again with the pictures that were sent', () => {
    const pictured: Surround = { ...bare, picture: () => 'data:image/png;base64,AAAA' };
    const conversation = chat('u5i a5 u5');
    const window = assemble(conversation, limits({ budget: 20_000 }));
    const made = receipt(window, 'openai', pictured);
    expect(rebuild(conversation, made, pictured)).toEqual(request(window, 'openai', pictured));
    expect(rebuild(conversation, made)).toBeUndefined();
  });

  test('that says whom it was made for in another way is none', () => {
    const made = receipt(assemble(long, small), 'openai', surround);
    const asked = { chat: 'a', window: 8192, model: 'm', resent: 0 };
    expect(isReceipt({ ...made, asked })).toBe(true);
    for (const wrong of [
      null,
      5,
      {},
      { ...asked, resent: -1 },
      { ...asked, chat: 7 },
      { ...asked, model: null },
    ])
      expect(isReceipt({ ...made, asked: wrong })).toBe(false);
    expect(isReceipt({ ...made, prompt: 7 })).toBe(false);
  });

  test('makes nothing again when a message was edited', () => {
    const made = receipt(assemble(long, small), 'openai', surround);
    const edited = long.messages.map((one) =>
      one.id === 61 ? { ...one, parts: [{ type: 'text' as const, text: 'other' }] } : one,
    );
    expect(rebuild({ ...long, messages: edited }, made)).toBeUndefined();
  });

  test('says what the next request shares and why it does not share more', () => {
    const first = receipt(assemble(long, small), 'openai', surround);
    const next = { ...long, messages: [...long.messages, message('a5', 62), message('u5', 63)] };
    const second = receipt(assemble(next, small, first), 'openai', surround, first);
    expect(second.since).toEqual({ messages: first.shown.length, tokens: expect.any(Number) });
    const other = receipt(
      assemble(next, small, first),
      'openai',
      { ...surround, identity: ['Be long.'] },
      first,
    );
    expect(other.since).toMatchObject({ tokens: 0, broke: 'the instructions before the history changed' });
    const edited = next.messages.map((one) =>
      one.id === 61 ? { ...one, parts: [{ type: 'text' as const, text: 'other' }] } : one,
    );
    const third = receipt(assemble({ ...next, messages: edited }, small, first), 'openai', surround, first);
    expect(third.since?.broke).toBe('message 61 was edited');
  });
});

describe('following the request before', () => {
  test('a short form that came late is not used before the next step', () => {
    const before = chat('a200 (u10 a60~20)*14 u5');
    const first = assemble(before, limits({ budget: 1450 }));
    const waiting = first.slots[0];
    expect(waiting?.form).toBe('waiting');
    const after = {
      ...before,
      messages: [message('a200~40', 1), ...before.messages.slice(1), message('a5', 90), message('u5', 91)],
    };
    const second = assemble(after, limits({ budget: 1450 }), receipt(first, 'openai', surround));
    expect(second.slots[0]).toMatchObject({ form: 'waiting', hash: waiting?.hash });
    expect(
      assemble(after, limits({ budget: 1450, cold: true }), receipt(first, 'openai', surround)).slots[0]
        ?.form,
    ).not.toBe('verbatim');
  });

  test('a message taken out of the middle is noticed, and the window is made from the file', () => {
    const first = receipt(assemble(long, small), 'openai', surround);
    const less = { ...long, messages: long.messages.filter(({ id }) => id !== 55) };
    expect(assemble(less, small, first).borders).toEqual(assemble(less, small).borders);
  });

  test('a budget that changed a little changes no word of what was shown', () => {
    const first = assemble(chat('(u10 a40t900)*6 u5'), limits({ budget: 6000 }));
    const next = chat('(u10 a40t900)*6 u5 a5 u5');
    const second = assemble(next, limits({ budget: 5900 }), receipt(first, 'openai', surround));
    expect(second.moved).toBe(false);
    expect(second.slots.slice(0, 13).map(({ hash }) => hash)).toEqual(first.slots.map(({ hash }) => hash));
    expect(
      assemble(next, limits({ budget: 1500 }), receipt(first, 'openai', surround)).tokens,
    ).toBeLessThanOrEqual(1500);
  });

  test('nothing moves while an answer goes on', () => {
    const asked = assemble(long, small);
    const going = { ...long, messages: [...long.messages, message('a0t400t400t400t400o', 62)] };
    const window = assemble(going, small, receipt(asked, 'openai', surround));
    expect(window.borders).toEqual(asked.borders);
    expect(window.moved).toBe(false);
    expect(window.tokens).toBeLessThanOrEqual(2000);
  });
});
