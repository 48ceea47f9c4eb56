import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Learned, withCounted, withNamed, withTold } from '../../../core/window/learned.ts';
import { type AskedRequest, takeReply } from '../../../core/window/reply.ts';
import { correctionOf } from '../../../core/window/usage.ts';
import { caseFile } from '../../support/recorded.ts';

const now = '2026-01-02T03:04:05.000Z';
const asked: AskedRequest = {
  model: 'm',
  text: 'Plain English words.',
  tokens: 6900,
  tools: 0,
  window: 8192,
  dialect: 'openai',
  resent: 0,
};
const answer = (prompt: number, more: object = {}) => ({
  status: 200,
  body: JSON.stringify({
    choices: [{ message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop', ...more }],
    usage: { prompt_tokens: prompt, completion_tokens: 3 },
  }),
});
const error = (message: string, status = 400) => ({ status, body: JSON.stringify({ error: { message } }) });
const recorded = (number: string) => {
  const { status, body } = JSON.parse(readFileSync(caseFile(number, 'error.json'), 'utf8'));
  return { status, body: JSON.stringify(body) };
};
const take = (
  reply: { status: number; body: string },
  more: Partial<AskedRequest> = {},
  learned: Learned = {},
) => takeReply(reply, { ...asked, ...more }, learned, now);

describe('an answer', () => {
  test('corrects the estimate by the usage of exactly its request', () => {
    const { learned, counted, healing, alarm } = take(answer(8000));
    expect(correctionOf(learned.corrections ?? {}, 'm', asked.text)).toBeCloseTo(8000 / 6900);
    expect([learned.answered, counted, healing, alarm]).toEqual([8000, 8000, undefined, undefined]);
  });

  test('that was counted above the window teaches nothing', () => {
    expect(take(answer(9000)).learned).toEqual({ corrections: {} });
  });

  test('whose words talk about long prompts is an answer all the same', () => {
    const { healing } = take(
      answer(6900, { message: { content: 'x', reasoning: 'prompt is too long, rate limit' } }),
    );
    expect(healing).toBeUndefined();
  });

  test('of a prompt that was cut raises an alarm and corrects nothing', () => {
    const { learned, alarm, healing } = take(answer(2048));
    expect(learned).toEqual({ cut: { sent: 6900, counted: 2048, at: now } });
    expect(alarm).toContain('counted 2048 prompt tokens of about 6900');
    expect(healing).toBeUndefined();
  });

  test('of a server that does not count the tools, or was sent none, is no cut prompt', () => {
    const small = { tokens: 2000, tools: 1000 };
    const { alarm, learned } = take(answer(1100), small);
    expect(alarm).toBeUndefined();
    expect(correctionOf(learned.corrections ?? {}, 'm', asked.text)).toBeCloseTo(1.1);
    expect(take(answer(500), small).alarm).toContain('counted 500');
  });

  test('without a word, because the prompt filled the window, has the request made smaller once', () => {
    const full = answer(6900, { message: { content: '' }, finish_reason: 'length' });
    const empty = { ...full, body: full.body.replace('"completion_tokens":3', '"completion_tokens":0') };
    expect(take(empty).healing).toEqual({ do: 'smaller', budget: 3450 });
    expect(take(empty, { resent: 1 }).healing).toMatchObject({ do: 'fail' });
  });

  test('that ended because the window was full is told, not asked for again: words of it arrived', () => {
    expect(take(answer(6900, { finish_reason: 'model_context_window_exceeded' })).healing).toMatchObject({
      do: 'fail',
    });
  });
});

describe('a refusal', () => {
  const named = error("This model's maximum context length is 4096 tokens.");

  test('that names a window teaches it and has the request made smaller once', () => {
    const first = take(named);
    expect(first.learned).toEqual({ named: 4096 });
    expect(first.healing).toEqual({ do: 'smaller', budget: 2867, learned: 4096 });
    expect(take(named, { resent: 1 }).healing).toMatchObject({
      do: 'fail',
      remedy: expect.stringContaining('new chat'),
    });
  });

  test('that names a window smaller than what was answered before teaches none', () => {
    expect(take(named, {}, { answered: 6000 }).learned.named).toBeUndefined();
  });

  test('that names none teaches none', () => {
    expect(take(error('prompt is too long'))).toMatchObject({
      learned: {},
      healing: { do: 'smaller', budget: 3450 },
    });
    expect(take(error('prompt is too long')).learned).toEqual({});
  });

  test.each([
    ['045', { dialect: 'openai' }],
    ['047', { nameless: true }],
    ['049', { dialect: 'openai' }],
  ])('of its form is remembered and healed by another form: case %s', (number, form) => {
    const { learned, healing } = take(recorded(number), { dialect: 'clara' });
    expect(learned).toEqual(form);
    expect(healing).toEqual({ do: 'reshape', ...form });
    expect(take(recorded(number), { dialect: 'clara', resent: 1 }).healing).toMatchObject({ do: 'fail' });
  });

  test('of a form that has neither names nor system messages in the middle is told', () => {
    const { learned, healing } = take(recorded('045'));
    expect([learned, healing?.do]).toEqual([{}, 'fail']);
  });

  test.each([
    ['a rate limit', error('Rate limit reached, please try again in 2s', 429), 'wait'],
    ['a wrong key', error('Incorrect API key provided', 401), 'fail'],
    ['something nobody knows', error('teapot', 418), 'fail'],
    [
      'an error with status 200',
      { status: 200, body: '{"error":{"message":"teapot"},"choices":[{}]}' },
      'fail',
    ],
  ])('that is about something else never makes the request smaller: %s', (_, reply, what) => {
    const { learned, healing } = take(reply);
    expect([learned, healing?.do]).toEqual([{}, what]);
  });
});

describe('what was learned', () => {
  const cut = { sent: 6900, counted: 2048, at: now };

  test('keeps the smallest window that was named', () => {
    expect(withNamed({ named: 4096 }, 8192)).toEqual({ named: 4096 });
    expect(withNamed({ named: 4096 }, 2048)).toEqual({ named: 2048 });
  });

  test('about an old window goes when the server tells another one', () => {
    const known: Learned = { told: 8192, named: 4096, answered: 3000, cut, nameless: true };
    expect(withTold(known, 8192)).toEqual(known);
    expect(withTold(known, 32_768)).toEqual({ told: 32_768, nameless: true });
    expect(withTold({ named: 4096, cut }, 8192)).toEqual({ named: 4096, cut, told: 8192 });
  });

  test('keeps an alarm until a larger request was counted in full, or none so large is made any more', () => {
    expect(withCounted({ cut }, 2000, 8192)).toEqual({ cut, answered: 2000 });
    expect(withCounted({ cut }, 2100, 8192)).toEqual({ answered: 2100 });
    expect(withCounted({ cut }, 1300, 2048)).toEqual({ answered: 1300 });
    expect(withCounted({ cut, answered: 9000 }, 1300)).toEqual({ cut, answered: 9000 });
  });
});
