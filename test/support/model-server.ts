import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to a model as it really arrived. */
export interface Recorded {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client sent
  readonly body: any;
  /** All text the request carries: prompts, system prompts, everything a secret could hide in. */
  readonly text: string;
  /** Resolves when the client hung up or the reply was complete. */
  readonly over: Promise<'complete' | 'hung up'>;
}

/** How a scripted server answers one request. */
export type Reply = (response: ServerResponse, request: Recorded) => void | Promise<void>;

/** A real HTTP server on loopback that speaks the protocols of chat completions and of messages, streamed and not. */
export interface ModelServer {
  /** The endpoint, with /v1. */
  readonly url: string;
  /** Every request for a model's reply, in order. */
  readonly requests: readonly Recorded[];
  /** Replies in the order they are to be given; when there are none left, `otherwise` is given. */
  readonly replies: Reply[];
  otherwise: Reply;
  /** What stands at other paths, such as `/api/ps`; paths that are not here answer 404. */
  readonly pages: Map<string, unknown>;
  /** Resolves with the n-th request (from 1) once it has arrived. */
  asked(n: number): Promise<Recorded>;
  close(): Promise<void>;
}

export async function modelServer(...replies: Reply[]): Promise<ModelServer> {
  const requests: Recorded[] = [];
  const waiting: { n: number; tell: (request: Recorded) => void }[] = [];
  const pages = new Map<string, unknown>();
  const self = { otherwise: says('A short form.') as Reply };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const raw = Buffer.concat(await request.toArray()).toString('utf8');
    if (!/\/(chat\/completions|messages)$/.test(path)) return page(response, pages.get(path));
    const recorded = record(path, request, raw, response);
    requests.push(recorded);
    for (const { n, tell } of waiting) if (n === requests.length) tell(recorded);
    await (replies.shift() ?? self.otherwise)(response, recorded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(self, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    replies,
    pages,
    asked: async (n: number) => requests[n - 1] ?? new Promise<Recorded>((tell) => waiting.push({ n, tell })),
    close: () => closed(server),
  });
}

export interface Said {
  readonly finish?: string | null;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly tool?: string;
  readonly promptTokens?: number;
  /** One JSON body although a stream was asked for. */
  readonly whole?: boolean;
}

/** An ordinary reply in the protocol of the request, streamed when that was asked for. */
export function says(text: string | null, said: Said = {}): Reply {
  return (response, { path, body }) => {
    const anthropic = path.endsWith('/messages');
    if (said.whole || !body.stream)
      return send(response, 200, anthropic ? message(text, said) : completion(text, said));
    stream(response, anthropic ? messageEvents(text, said) : completionEvents(text, said));
    response.end();
  };
}

/** A recorded body of a chat completion, as a stream when one was asked for. */
export function replays(recorded: Record<string, unknown>): Reply {
  return (response, { body }) => {
    if (!body.stream || !Array.isArray(recorded.choices)) return send(response, 200, recorded);
    const { usage, ...rest } = recorded;
    const choices = recorded.choices.map(({ message: delta, ...choice }) => ({ ...choice, delta }));
    stream(response, [data({ ...rest, choices }), data({ ...rest, choices: [], usage }), done]);
    response.end();
  };
}

export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => send(response, status, body, headers);
}

/** Text as it stands, such as recorded events or a page. */
export function plain(text: string, type = 'text/event-stream', status = 200): Reply {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(text);
}

/** Takes the request and never says anything. */
export const hangs: Reply = () => {};

/** Answers when the gate opens. */
export function after(gate: Promise<unknown>, reply: Reply): Reply {
  return async (response, request) => {
    await gate;
    await reply(response, request);
  };
}

/** A word now and again, for ever: the connection lives, the reply never ends. */
export function drips(milliseconds: number): Reply {
  return (response) => {
    stream(response, []);
    const timer = setInterval(() => response.write(data(chunk({ content: 'drip ' }))), milliseconds);
    response.on('close', () => clearInterval(timer));
  };
}

/** The beginning of a good reply, then the connection ends: in good order, or by a reset. */
export function cuts(text: string, how: 'ends' | 'resets'): Reply {
  return (response) => {
    stream(response, [data(chunk({ role: 'assistant', content: text.slice(0, text.length / 2) }))]);
    if (how === 'ends') response.end();
    else response.socket?.resetAndDestroy();
  };
}

/** As many words as the client is willing to read. */
export const endless: Reply = async (response) => {
  stream(response, []);
  const words = data(chunk({ content: 'and so on '.repeat(2000) }));
  const gone = once(response, 'close');
  while (!response.destroyed) {
    if (!response.write(words))
      await Promise.race([new Promise((more) => response.once('drain', more)), gone]);
  }
};

function record(path: string, request: IncomingMessage, raw: string, response: ServerResponse): Recorded {
  const body = JSON.parse(raw);
  const over = new Promise<'complete' | 'hung up'>((tell) => {
    response.on('close', () => tell(response.writableFinished ? 'complete' : 'hung up'));
  });
  return {
    path,
    headers: request.headers,
    body,
    text: JSON.stringify(body.messages) + (body.system ?? ''),
    over,
  };
}

function page(response: ServerResponse, value: unknown): void {
  if (value === undefined) send(response, 404, { error: { message: 'not found' } });
  else send(response, 200, value);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function stream(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const event of events) response.write(event);
}

const data = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
const done = 'data: [DONE]\n\n';

function chunk(delta: object, finish: string | null = null): object {
  return { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

function completionEvents(text: string | null, said: Said): string[] {
  const half = Math.ceil((text ?? '').length / 2);
  return [
    data(
      chunk({
        role: 'assistant',
        content: '',
        ...(said.reasoning ? { reasoning_content: said.reasoning } : {}),
      }),
    ),
    ...(text === null
      ? []
      : [text.slice(0, half), text.slice(half)].map((content) => data(chunk({ content })))),
    ...(said.refusal === undefined ? [] : [data(chunk({ refusal: said.refusal }))]),
    ...(said.tool === undefined ? [] : [data(chunk({ tool_calls: [toolCall(said.tool)] }))]),
    data(chunk({}, said.finish === undefined ? 'stop' : said.finish)),
    data({ id: 'c', choices: [], usage: usage(said) }),
    done,
  ];
}

function completion(text: string | null, said: Said): object {
  const { reasoning, refusal, tool } = said;
  const given = {
    role: 'assistant',
    content: text,
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(refusal ? { refusal } : {}),
    ...(tool ? { tool_calls: [toolCall(tool)] } : {}),
  };
  const finish = said.finish === undefined ? 'stop' : said.finish;
  return { id: 'c', choices: [{ index: 0, message: given, finish_reason: finish }], usage: usage(said) };
}

function messageEvents(text: string | null, said: Said): string[] {
  const event = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;
  const open = { ...(message('', said) as object), content: [], stop_reason: null };
  return [
    event({ type: 'message_start', message: open } as never),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never),
    event({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: text ?? '' },
    } as never),
    event({ type: 'content_block_stop', index: 0 } as never),
    event({
      type: 'message_delta',
      delta: { stop_reason: said.finish ?? 'end_turn' },
      usage: { output_tokens: 9 },
    } as never),
    event({ type: 'message_stop' }),
  ];
}

function message(text: string | null, said: Said): object {
  return {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: text ?? '' }],
    stop_reason: said.finish ?? 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: said.promptTokens ?? 90, output_tokens: 9 },
  };
}

function toolCall(name: string): object {
  return { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '{}' } };
}

function usage({ promptTokens = 90 }: Said): object {
  return { prompt_tokens: promptTokens, completion_tokens: 9, total_tokens: promptTokens + 9 };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
