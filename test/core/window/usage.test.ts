import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Corrections, correctionOf, learn, usageOf } from '../../../core/window/usage.ts';
import { caseFile } from '../../support/recorded.ts';

const text = 'The same request, in plain English words.';
const request = { model: 'm', text, estimated: 1000, window: 8192 };

describe('what a server counted', () => {
  test.each([
    [
      'OpenAI, cached inside',
      { usage: { prompt_tokens: 900, prompt_tokens_details: { cached_tokens: 800 } } },
      900,
    ],
    [
      'Anthropic, cached beside',
      { usage: { input_tokens: 100, cache_read_input_tokens: 700, cache_creation_input_tokens: 50 } },
      850,
    ],
    ['nothing', { usage: {} }, undefined],
    ['no object', null, undefined],
  ])('is added up once: %s', (_, reply, prompt) => expect(usageOf(reply)?.prompt).toBe(prompt));

  test('corrects the estimate of that model and script upward within three turns', () => {
    let corrections: Corrections = {};
    for (let turn = 0; turn < 3; turn++)
      corrections = learn(corrections, request, { prompt: 1180 }).corrections;
    expect(correctionOf(corrections, 'm', text)).toBeCloseTo(1.18, 2);
    expect(correctionOf(corrections, 'other', text)).toBe(1);
    expect(correctionOf(corrections, 'm', '別の言葉で書かれた文章です')).toBe(1);
  });

  test('never makes the estimate smaller', () => {
    const { corrections } = learn({}, request, { prompt: 800 });
    expect(correctionOf(corrections, 'm', text)).toBe(1);
  });

  test('teaches nothing above the window, and nothing where nothing was counted', () => {
    expect(learn({}, request, { prompt: 9000 }).corrections).toEqual({});
    expect(learn({}, request, undefined)).toEqual({ corrections: {} });
  });

  test('raises an alarm when the server read far less than was sent', () => {
    const reply = JSON.parse(readFileSync(caseFile('072', 'reply.json'), 'utf8'));
    const context = JSON.parse(readFileSync(caseFile('072', 'context.json'), 'utf8'));
    const sent = { ...request, estimated: context.estimated_request_tokens, window: context.num_ctx };
    const lesson = learn({}, sent, usageOf(reply));
    expect(lesson.alarm).toContain('may have cut the prompt');
    expect(lesson.corrections).toEqual({});
  });
});
