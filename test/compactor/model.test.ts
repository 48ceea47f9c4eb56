import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { modelSummarizer } from '../../compactor/summarizers/model.ts';
import { original, sample, summarizerContract } from '../contracts/summarizer.ts';
import { hangs, type ModelServer, modelServer, says } from '../support/model-server.ts';

const server: ModelServer = await modelServer();
afterAll(() => server.close());

const good =
  'The nightly copy fails since 2 October because the disk has run out of inodes; do not delete the mail folder; archive the years before 2020 one by one and check each.';
const wish = { role: 'assistant', saving: 0.4 } as const;
const settings = { prompt: 'Shorten.', temperature: 0, thinking: false, max_tokens: 256 };
const model = (provider: 'openai' | 'anthropic' = 'openai') =>
  modelSummarizer({ url: server.url, model: 'tiny', provider, key: 'k' }, settings);

beforeEach(() => {
  server.otherwise = says(good);
});

summarizerContract('model, over chat completions,', () => model());
summarizerContract('model, over messages,', () => model('anthropic'));
summarizerContract('model that echoes', () => {
  server.otherwise = (response, request) => says(request.body.messages[0].content)(response, request);
  return model();
});

describe('the model summarizer', () => {
  test('takes original words only: a summary of a summary does not compile', () => {
    // @ts-expect-error a string is no Original
    const call = (summary: string) => model().summarize(summary, wish, new AbortController().signal);
    expect(call).toBeTypeOf('function');
  });

  test('hangs up on the server when it is told to stop', async () => {
    server.replies.push(hangs);
    const stop = new AbortController();
    const asked = server.requests.length;
    const reply = model().summarize(original(sample), wish, stop.signal);
    const request = await server.asked(asked + 1);
    stop.abort();
    expect(await reply).toMatchObject({ failure: { kind: 'canceled' } });
    expect(await request.over).toBe('hung up');
  });

  test('says what it learned about the model, for the next one that asks it', async () => {
    const refusal = { error: { message: "Unrecognized request argument: 'think'" } };
    server.replies.push((response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal));
    });
    const first = model();
    await first.summarize(original(sample), wish, new AbortController().signal);
    expect(first.known()).toEqual({ omit: ['think'], read: 90 });
    const endpoint = { url: server.url, model: 'tiny', provider: 'openai' } as const;
    const asked = server.requests.length;
    await modelSummarizer(endpoint, settings, first.known()).summarize(
      original(sample),
      wish,
      new AbortController().signal,
    );
    expect(server.requests.slice(asked).map(({ body }) => 'think' in body)).toEqual([false]);
  });
});
