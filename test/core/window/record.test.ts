import fc from 'fast-check';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { resultId } from '../../../core/compaction/marker.ts';
import type { Conversation, Message, Part } from '../../../core/conversation.ts';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { readToolResult } from '../../../core/tools/read-tool-result.ts';
import { shownAddress } from '../../../core/window/address.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { header, resultRecord } from '../../../core/window/record.ts';
import { request } from '../../../core/window/request.ts';
import { wholeText } from '../../contracts/dialect.ts';
import { chat, message, result } from '../../support/notation.ts';

const alphabets = {
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
};
const drawn = (alphabet: keyof typeof alphabets, length: number) =>
  fc.string({
    unit: fc.constantFrom(...alphabets[alphabet]),
    minLength: length,
    maxLength: length,
  });

const callIds = {
  'OpenAI chat': drawn('base62', 24).map((id) => `call_${id}`),
  'OpenAI responses': fc
    .tuple(drawn('base62', 24), drawn('hex', 48))
    .map(([call, item]) => `call_${call}|fc_${item}`),
  Anthropic: drawn('base62', 22).map((id) => `toolu_01${id}`),
  'Anthropic server tools': drawn('base62', 22).map((id) => `srvtoolu_01${id}`),
  Gemini: fc
    .tuple(fc.nat({ max: 2 ** 48 }), drawn('hex', 12))
    .map(([time, rest]) => `read_file-${time}-${rest}`),
  Mistral: drawn('base62', 9),
  Kimi: fc.nat({ max: 40 }).map((nth) => `functions.read_file:${nth}`),
  UUID: fc.uuid(),
  'our own': fc.nat({ max: 999 }).map((nth) => `call-${nth}`),
};

const counts = { 'the estimate': estimateTokens, o200k, cl100k };

function record(id: string, messageId: number, nth: number, name: string, status = 'completed'): string {
  return resultRecord({
    address: shownAddress(messageId, nth, id, resultId(messageId, id, 1)),
    name,
    status,
  });
}

const places = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 500 }));

describe.each(Object.entries(counts))('at most 16 tokens by %s', (_, tokens) => {
  test.each(Object.entries(callIds))('for a record with an id of %s', (__, ids) => {
    fc.assert(
      fc.property(ids, places, fc.constantFrom('completed', 'error'), (id, [at, nth], status) => {
        expect(tokens(record(id, at, nth, 'read_file', status))).toBeLessThanOrEqual(16);
      }),
    );
  });

  test.each([
    'mcp__filesystem__read_multiple_files',
    'mcp__plugin_playwright_playwright__browser_take_screenshot',
  ])('for a record of %s, its name not counted: that is what was said', (name) => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(callIds)), places, (id, [at, nth]) => {
        expect(tokens(record(id, at, nth, name)) - tokens(name)).toBeLessThanOrEqual(16);
      }),
    );
  });

  test('for a header', () => {
    const of = { messageId: 99_999, createdAt: '2026-11-02T08:15:00Z', shortened: true, incomplete: false };
    expect(tokens(header({ ...of, role: 'assistant' }))).toBeLessThanOrEqual(16);
    expect(tokens(header({ ...of, role: 'system' }))).toBeLessThanOrEqual(16);
  });
});

const answer = (id: number, ...parts: Part[]): Message => ({ ...message('a5', id), parts });
const having = (...messages: Message[]): Conversation => ({ ...chat('u5'), messages });
const addresses = (conversation: Conversation): string[] =>
  assemble(conversation, limits({ budget: 9000 })).slots.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.kind === 'result' ? [piece.address] : [])),
  );
const read = (conversation: Conversation, result_id = '') =>
  readToolResult({ sessionId: 'x', conversation }, { result_id });

describe('the short address of a result', () => {
  const long = 'toolu_01A09q90qw90lq917835lq9';
  const two = having(answer(3, result('call-1', 'one'), result(long, 'two')));

  test('stands in the record, and gives the same output as the whole id', () => {
    const [first, second] = addresses(two);
    expect(first).toBe('message:3:result:call-1');
    expect(second).toMatch(/^result:3:2\.\d{6}$/);
    expect(wholeText(request(assemble(two, limits({ budget: 9000 })), 'openai'))).toContain(`[${second} run`);
    expect(read(two, second).value?.output).toBe('two');
    expect(read(two, `message:3:result:${long}`).value?.output).toBe('two');
  });

  test('stays the same when messages and results are added behind', () => {
    const grown = having(answer(3, result('call-1', 'one'), result(long, 'two'), result(long, 'three')));
    const [, second, third] = addresses(grown);
    expect(second).toBe(addresses(two)[1]);
    expect(read(grown, third).value?.output).toBe('three');
  });

  test('names nothing rather than another result once an earlier one was taken out', () => {
    const now = having(answer(3, result('call-1', 'one'), result(`${long}x`, 'other')));
    const { found, text } = read(now, addresses(two)[1]);
    expect(found).toBe(false);
    expect(text).toContain('has no such result number 2 any more. Its results: message:3:result:call-1');
  });

  test('of one of two messages with the same number gives that one', () => {
    const doubled = having(answer(3, result(`${long}a`, 'a')), answer(3, result(`${long}b`, 'b')));
    const found = addresses(doubled).map((address) => read(doubled, address).value?.output);
    expect(found).toEqual(['a', 'b']);
  });

  test.each([
    'result:0:1.000000',
    'result:3:2',
    'result:3:2.12345',
    'result:3:0.123456',
    'result:3:2.1234567',
  ])('%s is none', (address) => expect(read(two, address).text).toContain('is no result id'));
});
