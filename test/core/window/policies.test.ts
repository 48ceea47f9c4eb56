import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../core/conversation.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Limits, limits, outlineLine, shares } from '../../../core/window/limits.ts';
import { remembered } from '../../../core/window/previous.ts';
import type { Window } from '../../../core/window/window.ts';
import { chat, message } from '../../support/notation.ts';

/** The windows of a chat turn by turn, each following the one before. */
function walk(whole: Conversation, given: Partial<Limits> & { budget: number }): Window[] {
  const windows: Window[] = [];
  whole.messages.forEach(({ role }, index) => {
    if (role !== 'user') return;
    const last = windows.at(-1);
    const messages = whole.messages.slice(0, index + 1);
    windows.push(assemble({ ...whole, messages }, limits(given), last && remembered(last)));
  });
  return windows;
}

const forms = ({ slots }: Window) => slots.map(({ form }) => form);
const tokensOf = ({ slots }: Window, from: number, to = slots.length) =>
  slots.slice(from, to).reduce((sum, { tokens }) => sum + tokens, 0);

describe('steps', () => {
  const budget = 4000;
  const windows = walk(chat('(u30 a150~40)*120 u5'), { budget });
  const steps = windows.filter(({ moved }) => moved);

  test('everything stays word for word until the budget is full', () => {
    const first = windows.findIndex(({ moved }) => moved);
    for (const window of windows.slice(0, first))
      expect(new Set(forms(window))).toEqual(new Set(['verbatim']));
    const before = windows[first - 1] as Window;
    const next = tokensOf(windows[first] as Window, before.slots.length);
    expect(before.tokens + 150 + next).toBeGreaterThan(budget);
  });

  test('a step comes only when the budget is full, and leaves every message older than the tail in its short form', () => {
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.length).toBeLessThan(windows.length / 4);
    for (const { slots, borders } of steps) {
      expect(slots.length - borders.verbatim).toBeLessThanOrEqual(20);
      const old = slots.slice(borders.fold, borders.verbatim);
      for (const { form, role } of old) expect(form).toBe(role === 'user' ? 'short' : 'shortened');
    }
  });

  test('the tail after a step is at most a fifth of the budget', () => {
    for (const window of steps)
      expect(tokensOf(window, window.borders.verbatim)).toBeLessThanOrEqual(budget * 0.2);
  });

  test('nothing folds while short forms and tail fill at most 85 % of the budget', () => {
    expect(steps[0]?.borders.fold).toBe(0);
    expect(steps[0]?.tokens).toBeLessThanOrEqual(budget * 0.85);
  });

  test('a fold goes on until half of the budget is free, the outline keeps to its share', () => {
    const folds = steps.filter(({ borders }, index) => borders.fold > (steps[index - 1]?.borders.fold ?? 0));
    expect(folds.length).toBeGreaterThan(0);
    for (const { tokens, borders } of folds) {
      expect(tokens).toBeLessThanOrEqual(budget * 0.5);
      expect((borders.fold - borders.left) * outlineLine).toBeLessThanOrEqual(budget * shares.outline);
    }
    expect(folds.at(-1)?.gap?.from).toBe(1);
  });

  test('an outline line is one short line made by code', () => {
    const last = steps.at(-1) as Window;
    const line = last.slots.find(({ form }) => form === 'outline');
    const [piece] = line?.pieces ?? [];
    expect(piece?.kind === 'text' && piece.text).toMatch(/^#\d+ (user|assistant): \S+/);
  });

  test('a cold cache does at once what is pending', () => {
    const whole = chat('(u30 a150~40)*12 u5');
    const warm = assemble(whole, limits({ budget }));
    const cold = assemble(whole, limits({ budget, cold: true }), remembered(warm));
    expect(warm.borders.verbatim).toBe(0);
    expect(cold.borders.verbatim).toBeGreaterThan(0);
    expect(cold.tokens).toBeLessThan(warm.tokens);
  });

  test('never steps while an answer goes on, even on a cold cache, unless it could not fit otherwise', () => {
    const whole = chat('(u30 a150~40)*15 u5');
    const asked = assemble(whole, limits({ budget }));
    for (const going of ['a0t50o', 'a0t900o', 'a0t900t900t900o'])
      for (const cold of [false, true]) {
        const messages = [...whole.messages, message(going, 32)];
        const window = assemble({ ...whole, messages }, limits({ budget, cold }), remembered(asked));
        expect(window.borders).toEqual(asked.borders);
        expect(window.tokens).toBeLessThanOrEqual(budget);
      }
    const endless = [
      ...whole.messages,
      ...Array.from({ length: 60 }, (_, index) => message('a100t20', 32 + index)),
    ];
    const window = assemble({ ...whole, messages: endless }, limits({ budget }), remembered(asked));
    expect(window.tokens).toBeLessThanOrEqual(budget);
    expect(window.slots[30]).toMatchObject({
      messageId: 31,
      form: 'verbatim',
      why: 'the message that the answer belongs to',
    });
  });

  test('tool outputs become records at a step, and not before', () => {
    const tools = walk(chat('(u20 a60~20t120)*30 u5'), { budget });
    const shown = ({ slots }: Window) =>
      slots.map(({ pieces }) =>
        pieces.some((piece) => piece.kind === 'result' && piece.output !== undefined),
      );
    tools.forEach((window, index) => {
      const before = tools[index - 1];
      if (before !== undefined && !window.moved)
        expect(shown(window).slice(0, before.slots.length)).toEqual(shown(before));
    });
    expect(shown(tools.at(-1) as Window)[1]).toBe(false);
  });
});

describe('eager', () => {
  const windows = walk(chat('(u10 a60~20)*60 u5'), { budget: 100_000, policy: 'eager' });

  test('keeps between 20 and 40 of the newest word for word, the border moves 20 at a time', () => {
    for (const { slots, borders } of windows.slice(20))
      expect(slots.length - borders.verbatim).toSatisfy((tail: number) => tail >= 20 && tail <= 40);
    const borders = [...new Set(windows.map((window) => window.borders.verbatim))];
    for (const [index, border] of borders.entries())
      if (index > 0) expect(border - (borders[index - 1] ?? 0)).toBeGreaterThanOrEqual(20);
  });

  test('the old end drops to half of a full budget, without an outline', () => {
    const tight = walk(chat('(u10 a60~20)*100 u5'), { budget: 2000, policy: 'eager' });
    const drops = tight.filter(({ borders }, index) => borders.left > (tight[index - 1]?.borders.left ?? 0));
    expect(drops.length).toBeGreaterThan(0);
    for (const window of drops) {
      expect(window.tokens).toBeLessThanOrEqual(2000 * 0.5 + 40);
      expect(forms(window)).not.toContain('outline');
    }
  });
});

describe('sliding', () => {
  test('exactly the newest 20 are word for word, everything older is in its short form', () => {
    for (const window of walk(chat('(u10 a60~20)*40 u5'), { budget: 100_000, policy: 'sliding' }).slice(11)) {
      expect(forms(window).filter((form) => form === 'verbatim')).toHaveLength(20);
      expect(forms(window)).not.toContain('left');
    }
  });

  test('the oldest leave one by one, only as many as must', () => {
    for (const window of walk(chat('(u10 a60~20)*40 u5'), { budget: 1500, policy: 'sliding' }).slice(20)) {
      const { left } = window.borders;
      expect(window.tokens).toBeLessThanOrEqual(1500);
      expect(window.tokens + 60).toBeGreaterThan(1500 - 30);
      expect(left).toBeGreaterThan(0);
    }
  });

  test('when the 20 alone do not fit the oldest of them leave, the newest exchange stays', () => {
    const window = assemble(chat('(u200 a200~40)*20 u150'), limits({ budget: 900, policy: 'sliding' }));
    expect(forms(window).filter((form) => form === 'verbatim').length).toBeLessThan(20);
    expect(window.slots.at(-1)?.form).toBe('verbatim');
    expect(window.tokens).toBeLessThanOrEqual(900);
  });

  test('tool outputs older than their budget are records', () => {
    const window = assemble(
      chat('(u5 a5t300)*9 u5'),
      limits({ budget: 20_000, policy: 'sliding', toolOutput: 700 }),
    );
    const outputs = window.slots.filter(({ pieces }) =>
      pieces.some((piece) => piece.kind === 'result' && piece.output !== undefined),
    );
    expect(outputs).toHaveLength(2);
  });
});
