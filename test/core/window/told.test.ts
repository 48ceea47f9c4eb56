import { describe, expect, test } from 'vitest';
import type { Conversation, Part } from '../../../core/conversation.ts';
import { pictureTokens } from '../../../core/text/tokens.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { limits } from '../../../core/window/limits.ts';
import { request } from '../../../core/window/request.ts';
import { bare } from '../../../core/window/surround.ts';
import { validate } from '../../../core/window/validate.ts';
import { historyTokens, wholeText } from '../../contracts/dialect.ts';
import { chat, message } from '../../support/notation.ts';

const picture = (name: string, mediaType = 'image/png'): Part => ({
  type: 'image',
  path: `files/${name}`,
  mediaType,
  sha256: '',
  name,
});
const call = (id: string): Part => ({ type: 'tool_call', id, name: 'rename', args: {} });
const asking = (...parts: Part[]): Conversation => ({
  ...chat(''),
  messages: [{ ...message('u0', 1), parts: [...parts, { type: 'text', text: 'Which one is it?' }] }],
});
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const surround = { ...bare, picture: () => 'data:image/png;base64,AAAA' };
const made = (conversation: Conversation, budget: number) =>
  request(assemble(conversation, limits({ budget })), 'openai', surround);
const sent = (conversation: Conversation, budget: number) =>
  JSON.stringify(made(conversation, budget)).split('"image_url":{').length - 1;

describe('records of one message that do not fit', () => {
  test('300 pictures: the first and the last are named, the others told as a number', () => {
    const whole = wholeText(made(asking(...many(300, (index) => picture(`p${index}.png`))), 1000));
    expect(whole).toContain('"p0.png"');
    expect(whole).toContain('"p299.png"');
    expect(whole).not.toContain('"p150.png"');
    const named = whole.match(/\[image /g)?.length ?? 0;
    expect(named).toBeGreaterThan(5);
    expect(whole).toContain(`[${300 - named} more files or calls without a result in message 1;`);
    expect(whole).toContain('Which one is it?');
  });

  test('300 calls without a result are told as a number too, beside as many results', () => {
    const results = many(
      300,
      (index): Part =>
        ({ ...call(`r${index}`), type: 'tool_result', status: 'completed', output: 'done' }) as Part,
    );
    const conversation = asking(...many(300, (index) => call(`c${index}`)), ...results);
    const whole = wholeText(made(conversation, 1500));
    expect(whole).toMatch(/\[\d+ more files or calls without a result in message 1;/);
    expect(whole).toMatch(/\[\d+ more tool results in message 1;/);
    expect(historyTokens(made(conversation, 1500))).toBeLessThanOrEqual(1500);
  });

  test('where there is room for none the number alone is told', () => {
    const whole = wholeText(made(asking(...many(300, (index) => picture(`p${index}.png`))), 140));
    expect(whole).toContain('[300 more files or calls without a result in message 1;');
    expect(whole).toContain('Which one is it?');
  });

  test('a message of which something is told as a number is not whole', () => {
    const crowd = asking(...many(300, (index) => call(`c${index}`)));
    expect(assemble(crowd, limits({ budget: 1000 })).incomplete).toBe(true);
    expect(assemble(crowd, limits({ budget: 100_000 })).incomplete).toBe(false);
  });
});

describe('pictures', () => {
  test('are sent as far as the room of the words goes, the others are named', () => {
    const conversation = asking(...many(300, (index) => picture(`p${index}.png`)));
    for (const budget of [12_800, 40_000, 120_000]) {
      const count = sent(conversation, budget);
      expect(count).toBeGreaterThanOrEqual(3);
      expect(count * pictureTokens + historyTokens(made(conversation, budget))).toBeLessThanOrEqual(budget);
    }
    expect(sent(asking(...many(4, (index) => picture(`p${index}.png`))), 24_000)).toBe(4);
  });

  test('of a kind that servers refuse are named, not sent', () => {
    const conversation = asking(picture('a.heic', 'image/heic'), picture('b.png'));
    expect(sent(conversation, 40_000)).toBe(1);
    const window = assemble(conversation, limits({ budget: 40_000, dialect: 'anthropic' }));
    const asked = request(window, 'anthropic', surround);
    expect(validate(asked, 'anthropic')).toEqual([]);
    expect(wholeText(asked)).toContain('[image "a.heic" image/heic in message 1]');
  });
});

describe('a chat of odd messages is sent to every kind of server', () => {
  const odd = (...lists: (readonly Part[])[]): Conversation => ({
    ...chat(''),
    messages: lists.map((parts, index) => ({ ...message(index % 2 === 0 ? 'u0' : 'a0', index + 1), parts })),
  });
  const answered = many(
    2000,
    (): Part => ({
      type: 'tool_result',
      id: 'a',
      name: 'run',
      status: 'completed',
      output: 'x',
    }),
  );

  test.each([
    ['messages without parts', odd([], [], [{ type: 'text', text: '' }])],
    ['parts of no known kind', odd([{ type: 'unknown', name: 'x' }], [{ type: 'unknown', name: 'x' }])],
    ['system messages alone', chat('s10 s500 s5')],
    [
      'two thousand calls and then their results, all with one id',
      odd([], [...many(2000, () => call('a')), ...answered]),
    ],
    [
      'names and ids without end',
      odd([], [{ ...call('x'.repeat(100_000)), name: 'n'.repeat(100_000) } as Part]),
    ],
    ['numbers that fall', { ...chat(''), messages: chat('(u50 a200~30)*9').messages.toReversed() }],
  ])('%s', (_, conversation) => {
    for (const dialect of ['openai', 'anthropic', 'ai-sdk', 'clara'] as const)
      for (const budget of [256, 3000]) {
        const asked = request(assemble(conversation, limits({ budget, dialect })), dialect);
        expect(validate(asked, dialect)).toEqual([]);
        expect(historyTokens(asked)).toBeLessThanOrEqual(budget);
      }
  });
});

test('a call behind more results than calls of its id is one without a result', () => {
  const result = { ...call('a'), type: 'tool_result', status: 'completed', output: 'x' } as unknown as Part;
  const whole = wholeText(made(asking(call('a'), result, result, call('a')), 3000));
  expect(whole.match(/\[call rename/g)).toHaveLength(1);
});
