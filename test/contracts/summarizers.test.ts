import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { extractive } from '../../compactor/summarizers/extractive.ts';
import { modelSummarizer } from '../../compactor/summarizers/model.ts';
import type { Summarizer, Wish } from '../../compactor/summarizers/summarizer.ts';
import { type Original, sections } from '../../core/index.ts';
import { hangs, type ModelServer, modelServer, says } from '../support/model-server.ts';
import { longText, shortText } from '../support/vault-folder.ts';

const wish: Wish = { role: 'user', saving: 0.4 };
const never = new AbortController().signal;
const settings = { prompt: 'Shorten.', temperature: 0, thinking: false, max_tokens: 256 };

/** Original words, made the only way there is: from a message. */
function originalOf(text: string): Original {
  const [section] = sections({
    id: 1,
    role: 'user',
    createdAt: '',
    line: 1,
    parts: [{ type: 'text', text }],
  });
  if (section?.type !== 'text') throw new Error('no words');
  return section.text;
}

const server: ModelServer = await modelServer();
afterAll(() => server.close());
const at = (provider: 'openai' | 'anthropic') =>
  modelSummarizer({ url: server.url, model: 'tiny', provider, key: 'k' }, settings);

const summarizers: readonly [string, () => Summarizer][] = [
  ['extractive', () => extractive],
  ['a model over chat completions', () => at('openai')],
  ['a model over messages', () => at('anthropic')],
];

describe.each(summarizers)('%s', (_, make) => {
  beforeEach(() => {
    server.otherwise = says(shortText('gate'));
  });
  afterEach(() => {
    server.replies.length = 0;
  });

  test('takes original words only: a summary of a summary does not compile', () => {
    // @ts-expect-error a string is no Original
    const call = (summary: string) => make().summarize(summary, wish, never);
    expect(call).toBeTypeOf('function');
  });

  test('gives a whole reply that is shorter', async () => {
    const reply = await make().summarize(originalOf(longText('gate')), wish, never);
    if ('failure' in reply) throw new Error(reply.failure.text);
    expect(['stop', 'end_turn']).toContain(reply.finish);
    expect(reply.text.length).toBeLessThan(longText('gate').length * 0.6);
    expect(reply.text).not.toBe('');
  });

  test('keeps no memory of one text for the next', async () => {
    const one = make();
    const first = await one.summarize(originalOf(longText('gate')), wish, never);
    await one.summarize(originalOf(longText('pump')), wish, never);
    expect(await one.summarize(originalOf(longText('gate')), wish, never)).toEqual(first);
  });

  test('never throws, whatever the words are', async () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.constantFrom(
        '```',
        '===== MESSAGE ENDS =====',
        '<think>',
        '\ud800',
        '🏴'.repeat(90),
        '*a_ '.repeat(300),
      ),
    );
    await fc.assert(
      fc.asyncProperty(words, words, async (a, b) => {
        const text = `${a}\n\nSome words.\n\n${b}`;
        expect(await make().summarize(originalOf(text), wish, never)).toBeDefined();
      }),
      { numRuns: 30 },
    );
  });

  test('comes back soon when it is stopped', async () => {
    server.replies.push(hangs);
    const stop = new AbortController();
    const asked = server.requests.length;
    const reply = make().summarize(originalOf(longText('gate')), wish, stop.signal);
    if (make().method === 'model') await server.asked(asked + 1);
    stop.abort();
    const result = await reply;
    if (make().method === 'model') expect(result).toMatchObject({ failure: { kind: 'canceled' } });
  });
});
