import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, type Endpoint, type Question } from '../../compactor/model/endpoint.ts';
import {
  answers,
  cuts,
  drips,
  endless,
  hangs,
  type ModelServer,
  modelServer,
  plain,
  says,
} from '../support/model-server.ts';

const question: Question = { prompt: 'Shorten this.', maxTokens: 256, temperature: 0, thinking: false };
const nothingKnown = { omit: [] };

let server: ModelServer;
let endpoint: Endpoint;

beforeEach(async () => {
  server = await modelServer();
  endpoint = { url: server.url, model: 'tiny', provider: 'openai' };
});
afterEach(() => server.close());

const asking = (signal = new AbortController().signal, known = nothingKnown) =>
  ask(endpoint, question, known, signal);

describe('what is sent', () => {
  test('one user message, streamed, at temperature 0, 256 tokens, thinking switched off, no tools', async () => {
    await asking();
    expect(server.requests).toHaveLength(1);
    const { path, body } = server.requests[0]!;
    expect(path).toBe('/v1/chat/completions');
    expect(body).toEqual({
      model: 'tiny',
      messages: [{ role: 'user', content: 'Shorten this.' }],
      temperature: 0,
      max_tokens: 256,
      stream: true,
      stream_options: { include_usage: true },
      reasoning_effort: 'none',
      chat_template_kwargs: { enable_thinking: false },
      think: false,
    });
  });

  test('with thinking allowed no switch is sent', async () => {
    await ask(endpoint, { ...question, thinking: true }, nothingKnown, new AbortController().signal);
    expect(Object.keys(server.requests[0]!.body)).not.toContain('reasoning_effort');
    expect(Object.keys(server.requests[0]!.body)).not.toContain('think');
  });

  test('to Anthropic: messages, the key in its header, thinking disabled', async () => {
    const asked = await ask(
      { url: server.url, model: 'claude-haiku-4-5', provider: 'anthropic', key: 'k-1' },
      question,
      nothingKnown,
      new AbortController().signal,
    );
    expect(asked).toMatchObject({ answer: { text: 'A short form.', finish: 'end_turn', promptTokens: 90 } });
    const { path, body, headers } = server.requests[0]!;
    expect(path).toBe('/v1/messages');
    expect(headers['x-api-key']).toBe('k-1');
    expect(body).toMatchObject({ model: 'claude-haiku-4-5', max_tokens: 256, stream: true });
    expect(body.thinking).toEqual({ type: 'disabled' });
    expect(body.tools).toBeUndefined();
  });

  test('the key goes into the header and nowhere else', async () => {
    endpoint = { ...endpoint, key: 'sk-secret-1' };
    await asking();
    const { headers, body } = server.requests[0]!;
    expect(headers.authorization).toBe('Bearer sk-secret-1');
    expect(JSON.stringify(body)).not.toContain('sk-secret-1');
  });
});

describe('fields a server refuses', () => {
  test('a field that a 400 names is left out, at once and from then on', async () => {
    server.replies.push(
      answers(400, { error: { message: "Unrecognized request argument: 'think'", param: 'think' } }),
    );
    const first = await asking();
    expect(first).toMatchObject({ answer: { text: 'A short form.' }, known: { omit: ['think'] } });
    await asking(undefined, first.known as typeof nothingKnown);
    expect(server.requests.map(({ body }) => 'think' in body)).toEqual([true, false, false]);
    expect(server.requests.at(-1)?.body.reasoning_effort).toBe('none');
  });

  test('max_tokens is renamed for models that want it so, never dropped', async () => {
    server.replies.push(
      answers(400, {
        error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
      }),
    );
    await asking();
    const { body } = server.requests[1]!;
    expect(body.max_tokens).toBeUndefined();
    expect(body.max_completion_tokens).toBe(256);
  });

  test('a model that must think a little is asked to think as little as it can', async () => {
    const refusal = "Unsupported value: 'reasoning_effort' does not support 'none' with this model.";
    server.replies.push(answers(400, { error: { message: refusal } }));
    const { known } = await asking();
    expect(server.requests.map(({ body }) => body.reasoning_effort)).toEqual(['none', 'minimal']);
    server.replies.push(answers(400, { error: { message: 'Unknown parameter: reasoning_effort' } }));
    await asking(undefined, known as typeof nothingKnown);
    expect(server.requests.map(({ body }) => body.reasoning_effort)).toEqual([
      'none',
      'minimal',
      'minimal',
      undefined,
    ]);
  });

  test('a refused temperature is left out', async () => {
    server.replies.push(
      answers(400, { error: { message: "Unsupported value: 'temperature' does not support 0" } }),
    );
    await asking();
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, undefined]);
  });

  test('a 422 that names nothing costs one more request without the optional fields', async () => {
    server.replies.push(
      answers(422, { detail: [{ type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }] }),
    );
    await asking();
    expect(Object.keys(server.requests[1]!.body).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stream',
      'temperature',
    ]);
  });

  test('a server that refuses everything is asked a handful of times, not for ever', async () => {
    server.otherwise = answers(400, { error: { message: 'no' } });
    expect(await asking()).toMatchObject({
      failure: { kind: 'bad-request', text: 'HTTP 400: no', status: 400 },
    });
    expect(server.requests).toHaveLength(2);
  });
});

describe('what comes back', () => {
  test.each([
    ['streamed', false],
    ['as one JSON body although a stream was asked for', true],
  ])('a fine reply, %s', async (_, whole) => {
    server.replies.push(says('Two rows, one timer.', { whole, promptTokens: 140 }));
    expect(await asking()).toEqual({
      answer: { text: 'Two rows, one timer.', finish: 'stop', toolCalls: false, promptTokens: 140 },
      known: { ...nothingKnown, read: 140 },
    });
  });

  test('a whole reply from Anthropic', async () => {
    endpoint = { ...endpoint, provider: 'anthropic', key: 'k' };
    server.replies.push(says('Two rows.', { whole: true }));
    expect(await asking()).toMatchObject({ answer: { text: 'Two rows.', finish: 'end_turn' } });
  });

  test('reasoning in a field of its own is not part of the text', async () => {
    server.replies.push(says('Two rows.', { reasoning: 'Keep the numbers.' }));
    expect(await asking()).toMatchObject({ answer: { text: 'Two rows.' } });
  });

  test('a finish reason is handed on in the word of the server', async () => {
    for (const finish of ['length', 'model_context_window_exceeded', 'eos_found_maybe']) {
      server.replies.push(says('Two rows.', { finish }));
      expect(await asking()).toMatchObject({ answer: { finish } });
    }
  });

  test('a refusal in a field of its own is a filtered reply, whatever its finish reason says', async () => {
    server.replies.push(says(null, { refusal: 'I cannot comply with that.' }));
    expect(await asking()).toMatchObject({ answer: { finish: 'content_filter' } });
  });

  test('a tool call is told', async () => {
    server.replies.push(says(null, { tool: 'read_file', finish: 'tool_calls' }));
    expect(await asking()).toMatchObject({ answer: { toolCalls: true } });
  });

  test('a reply without choices, complete in itself, is an empty answer', async () => {
    server.replies.push(answers(200, { id: 'x', object: 'chat.completion', choices: [] }));
    expect(await asking()).toMatchObject({ answer: { text: '', finish: '' } });
  });
});

describe('what keeps an endpoint from answering', () => {
  const fails = async (signal?: AbortSignal) => {
    const asked = await asking(signal);
    return 'failure' in asked ? asked.failure : asked.answer;
  };

  test('T50 too many requests, with the wait the server asks for', async () => {
    server.replies.push(answers(429, { error: { message: 'slow down' } }, { 'retry-after': '3' }));
    expect(await fails()).toEqual({
      kind: 'rate-limit',
      text: 'HTTP 429: slow down',
      status: 429,
      retryAfter: 3000,
    });
  });

  test('T50 a server error, without a try of our own behind its back', async () => {
    server.replies.push(answers(500, 'Internal Server Error'));
    expect(await fails()).toMatchObject({ kind: 'server', status: 500 });
    expect(server.requests).toHaveLength(1);
  });

  test('T50 a key that is not taken, and a model that is not there', async () => {
    server.replies.push(
      answers(401, { error: 'bad key' }),
      answers(404, { error: { message: 'model not found' } }),
    );
    expect(await fails()).toMatchObject({ kind: 'rejected', text: 'HTTP 401: bad key' });
    expect(await fails()).toMatchObject({ kind: 'rejected', text: 'HTTP 404: model not found' });
  });

  test('an error told inside a 200, streamed or not, wherever it keeps its sentence', async () => {
    for (const body of [
      { error: { message: 'upstream model not loaded', type: 'server_error' } },
      { error: 'upstream model not loaded' },
      { detail: 'upstream model not loaded' },
    ]) {
      server.replies.push(answers(200, body), plain(`data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`));
      const failure = { kind: 'server', text: 'upstream model not loaded' };
      expect(await fails()).toEqual(failure);
      expect(await fails()).toEqual(failure);
    }
  });

  test.each(['ends', 'resets'] as const)('T52 T53 a stream that %s in the middle', async (how) => {
    server.replies.push(cuts('Two rows, one timer.', how));
    expect(await fails()).toMatchObject({ kind: how === 'ends' ? 'cut' : 'network' });
  });

  test.each([
    ['one JSON body', 'application/json', '{"choices":[{"mess'],
    ['a stream', 'text/event-stream', 'data: {"choices":[{"delta":{"content":"Two rows"}}]}\n\n'],
  ])('T52 %s that is shorter than its header says', async (_, type, half) => {
    server.replies.push((response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': '4000' });
      response.write(half, () => response.socket?.end());
    });
    expect(await fails()).toMatchObject({ kind: 'network' });
  });

  test('a stream of Anthropic that ends in the middle', async () => {
    endpoint = { ...endpoint, provider: 'anthropic', key: 'k' };
    const open = {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    };
    server.replies.push(plain(`event: message_start\ndata: ${JSON.stringify(open)}\n\n`));
    expect(await fails()).toMatchObject({ kind: 'cut' });
  });

  test('T49 a reply that never comes, within the time limit', async () => {
    server.replies.push(hangs);
    expect(await fails(AbortSignal.timeout(100))).toMatchObject({ kind: 'timeout' });
    expect(await server.requests[0]!.over).toBe('hung up');
  });

  test('T54 a reply that drips for ever, within the time limit', async () => {
    server.replies.push(drips(10));
    expect(await fails(AbortSignal.timeout(200))).toMatchObject({ kind: 'timeout' });
    expect(await server.requests[0]!.over).toBe('hung up');
  });

  test('a cancel ends the call on the server too', async () => {
    const stop = new AbortController();
    server.replies.push(hangs);
    const asked = fails(stop.signal);
    const request = await server.asked(1);
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'canceled' });
    expect(await request.over).toBe('hung up');
  });

  test('T55 a reply without an end is read up to a limit', async () => {
    server.replies.push(endless);
    expect(await fails()).toMatchObject({ kind: 'endless' });
    expect(await server.requests[0]!.over).toBe('hung up');
  });

  test('T51 a page instead of a reply', async () => {
    server.replies.push(plain('<html><body>Please log in</body></html>', 'text/html'));
    expect(await fails()).toMatchObject({ kind: 'not-a-reply' });
    server.replies.push(plain('{"choices": [{"mess', 'application/json'));
    expect(await fails()).toMatchObject({ kind: 'not-a-reply' });
  });

  test('a port that Node refuses to open', async () => {
    endpoint = { ...endpoint, url: 'http://127.0.0.1:9/v1' };
    expect(await fails()).toMatchObject({ kind: 'rejected', text: expect.stringContaining('port') });
  });

  test('T53 nobody at the address', async () => {
    await server.close();
    expect(await fails()).toMatchObject({ kind: 'unreachable' });
    server = await modelServer();
  });

  test('T56 a redirect is not followed, and the key does not travel', async () => {
    const visits: string[] = [];
    const elsewhere = createServer((request, response) => {
      visits.push(String(request.headers.authorization));
      response.end();
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    endpoint = { ...endpoint, key: 'sk-secret-1' };
    server.replies.push(answers(307, '', { location: `http://127.0.0.1:${port}/v1/chat/completions` }));
    expect(await fails()).toMatchObject({ kind: 'rejected' });
    expect(visits).toEqual([]);
    elsewhere.close();
  });

  test('T56 a redirect to itself is one request, not a loop', async () => {
    server.otherwise = answers(308, '', { location: `${server.url}/chat/completions` });
    expect(await fails()).toMatchObject({ kind: 'rejected', text: expect.stringContaining('redirects') });
    expect(server.requests).toHaveLength(1);
  });

  test('T51 of a long page only the beginning is kept, in one line', async () => {
    server.replies.push(plain(`<html>\n${'word '.repeat(10_000)}</html>`, 'text/html'));
    const failure = await fails();
    expect(failure).toMatchObject({
      kind: 'not-a-reply',
      text: expect.stringMatching(/^expected .*<html> word word/),
    });
    expect(JSON.stringify(failure).length).toBeLessThan(400);
  });

  test('T51 a secret in an error text is not shown', async () => {
    server.replies.push(
      answers(401, {
        error: { message: 'Incorrect API key: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD' },
      }),
    );
    expect(await fails()).not.toMatchObject({ text: expect.stringContaining('abcdefghijklmnop') });
  });
});
