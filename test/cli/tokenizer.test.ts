import { countTokens } from 'gpt-tokenizer';
import { afterEach, describe, expect, test } from 'vitest';
import requestCommand from '../../cli/commands/request.ts';
import { tokenizer } from '../../cli/window/tokenizer.ts';
import { type Message, measure, parse, printChat } from '../../core/index.ts';
import { runOn } from '../support/command.ts';
import { message } from '../support/notation.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const said = (text: string) =>
  parse(
    Buffer.from(
      printChat({ messages: [{ id: 1, role: 'user', createdAt: '', parts: [{ type: 'text', text }] }] }),
    ),
  );
const english = 'The kettle on the stove has been singing since the early morning, and nobody minds. '.repeat(
  20,
);

describe('an exact tokenizer', () => {
  test('is loaded only when it is wanted', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return { countTokens: () => 7 };
    };
    expect(await tokenizer('estimate', load)).toEqual({ notes: [] });
    expect(loads).toBe(0);
    expect((await tokenizer('gpt-tokenizer', load)).count?.('x')).toBe(7);
  });

  test('that is not installed is told, and the estimate stands', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const { count, notes } = await tokenizer('gpt-tokenizer', () => Promise.reject(missing));
    expect(count).toBeUndefined();
    expect(notes[0]).toContain('could not be loaded (ERR_MODULE_NOT_FOUND); tokens are estimated');
  });

  test('counts a text that spells a control token as a text', async () => {
    const { count } = await tokenizer('gpt-tokenizer');
    expect(count?.('<|endoftext|>')).toBeGreaterThan(3);
  });

  test('finds the estimate of plain English near', async () => {
    const { count = () => 0 } = await tokenizer('gpt-tokenizer');
    expect(Math.abs(measure(said(english), count) - 1)).toBeLessThan(0.25);
  });
});

describe('the measure of a chat', () => {
  test('is how many tokens are counted for each estimated one, within bounds', () => {
    const one = measure(said(english), (text) => text.length / 4);
    const two = measure(said(english), (text) => text.length / 2);
    expect(two / one).toBeCloseTo(2);
    expect(measure(said(english), (text) => text.length * 9)).toBe(3);
    expect(measure(said('few words'), () => 1000)).toBe(1);
  });

  test('looks at no more than 64 Ki characters, in small pieces', () => {
    const seen: number[] = [];
    measure(said('a'.repeat(1_000_000)), (text) => seen.push(text.length));
    expect(Math.max(...seen)).toBeLessThanOrEqual(2000);
    expect(seen.reduce((sum, size) => sum + size, 0)).toBe(65_536);
  });
});

describe('a request whose older part costs more than the estimate says and its newest does', () => {
  let folder: VaultFolder | undefined;
  afterEach(() => folder?.remove());

  const of = (id: number, text: string): Message => ({
    ...message(id % 2 === 1 ? 'u5' : 'a5', id),
    parts: [{ type: 'text', text }],
  });
  const zulu = 'Ngiyabonga kakhulu ngosizo lwakho namhlanje. Siyohlangana kusasa ekuseni. '.repeat(45);
  const newest = [...Array(40).keys()].map((index) => of(index + 7, english));
  const older = [...Array(6).keys()].map((index) => of(index + 1, zulu));
  const limit = 27_900 * 0.7;

  async function request(extra: readonly Message[], window: object) {
    folder ??= vaultFolder({}, { window });
    folder.write('a.md', printChat({ sessionId: 'a', messages: [...older, ...newest, ...extra] }));
    const { out, err } = await runOn(folder, requestCommand, { dialect: 'openai', context: '27900' });
    const messages: { content: string }[] = JSON.parse(out).messages;
    return { err, texts: messages.map(({ content }) => content).join('\n') };
  }

  test('is made smaller until it really fits, and then goes on from there', async () => {
    const settings = { tokenizer: 'gpt-tokenizer' };
    const first = await request([of(47, 'And now?')], settings);
    expect(countTokens(first.texts)).toBeLessThanOrEqual(limit);
    expect(first.err).toBe('');
    const second = await request([of(47, 'And now?'), of(48, 'Wait.'), of(49, 'And now?')], settings);
    expect(second.texts.startsWith(first.texts)).toBe(true);
    expect(countTokens(second.texts)).toBeLessThanOrEqual(limit);
  });

  test('is over without the tokenizer', async () => {
    expect(countTokens((await request([of(47, 'And now?')], {})).texts)).toBeGreaterThan(limit);
  });
});
