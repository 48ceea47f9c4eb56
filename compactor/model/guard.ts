import { NotAReply, ReplyTooBig } from './failure.ts';
import { withoutFields } from './fields.ts';

/** The most bytes of one reply that are read; a stream of 8,192 tokens with its framing has about 3 MB. */
const maxReplyBytes = 8 * 1024 * 1024;

/** One guarded call: the fetch to hand to a provider, and what it saw. */
export interface Guard {
  readonly fetch: typeof fetch;
  /** What was really sent, and whether the reply said that it is complete. */
  readonly seen: { body: Record<string, unknown>; complete: boolean };
}

/**
 * A fetch for one call to a model: it leaves out the fields in `omit`, follows no redirect (a key must not travel),
 * stops reading at `maxBytes`, and turns a whole JSON answer into the stream that was asked for, because some servers
 * do not stream.
 */
export function guard(omit: readonly string[], maxBytes = maxReplyBytes): Guard {
  const seen: Guard['seen'] = { body: {}, complete: false };
  return {
    seen,
    fetch: async (url, init) => {
      seen.body = withoutFields(JSON.parse(String(init?.body)), omit);
      const response = await fetch(url, { ...init, body: JSON.stringify(seen.body), redirect: 'error' });
      if (response.body === null) return response;
      const capped = response.body.pipeThrough(cap(maxBytes));
      const { status, statusText, headers } = response;
      const body = response.ok ? await asEvents(capped, seen) : capped;
      return new Response(body, { status, statusText, headers: withoutLength(headers) });
    },
  };
}

function cap(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ReplyTooBig(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}

/** What the first visible byte is decides, not the content type: proxies send streams as text/plain and JSON as a stream. */
async function asEvents(
  body: ReadableStream<Uint8Array>,
  seen: Guard['seen'],
): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const held: Uint8Array[] = [];
  let start = '';
  while (start.trimStart() === '') {
    const { done, value } = await reader.read();
    if (done) break;
    held.push(value);
    start += new TextDecoder().decode(value);
  }
  const rest = chunks(reader, held);
  if (/^\s*[{[]/.test(start)) return jsonAsEvents(rest, seen);
  if (/^\s*</.test(start)) {
    await reader.cancel();
    throw new NotAReply(start.trim().slice(0, 80));
  }
  return watched(rest, seen);
}

async function* chunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  held: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* held;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Passes a stream of events on and notes its end mark, which the layers above throw away. */
function watched(source: AsyncGenerator<Uint8Array>, seen: Guard['seen']): ReadableStream<Uint8Array> {
  let tail = '';
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) return controller.close();
      tail = (tail + Buffer.from(value).toString('latin1')).slice(-4096);
      if (/^data: ?\[DONE\]|"message_stop"/m.test(tail)) seen.complete = true;
      controller.enqueue(value);
    },
    cancel: () => source.return(undefined).then(() => {}),
  });
}

async function jsonAsEvents(
  source: AsyncGenerator<Uint8Array>,
  seen: Guard['seen'],
): Promise<ReadableStream<Uint8Array>> {
  const all: Uint8Array[] = [];
  for await (const chunk of source) all.push(chunk);
  const text = Buffer.concat(all).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAReply(text.trim().slice(0, 80));
  }
  seen.complete = true;
  const events = eventsOf(value as Record<string, unknown>).map(
    (event) => `data: ${JSON.stringify(event)}\n\n`,
  );
  return new Blob([...events, 'data: [DONE]\n\n']).stream() as ReadableStream<Uint8Array>;
}

/** One whole answer of either protocol as the events of its stream; anything else as one event, errors included. */
function eventsOf(value: Record<string, unknown>): unknown[] {
  if (value.type === 'message' && Array.isArray(value.content)) return anthropicEvents(value);
  if (!Array.isArray(value.choices)) return [value];
  const choices = (value.choices as Record<string, unknown>[]).map(({ message, ...choice }) => ({
    ...choice,
    delta: message,
  }));
  return [{ ...value, object: 'chat.completion.chunk', choices }];
}

function anthropicEvents(message: Record<string, unknown>): unknown[] {
  const { content, stop_reason, usage } = message as { content: Block[] } & Record<string, unknown>;
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...content
      .filter(({ type }) => type === 'text' || type === 'tool_use')
      .flatMap((block, index) => [
        { type: 'content_block_start', index, content_block: { ...block, text: '', input: {} } },
        { type: 'content_block_delta', index, delta: deltaOf(block) },
        { type: 'content_block_stop', index },
      ]),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly input?: unknown;
}

function deltaOf({ type, text, input }: Block): unknown {
  return type === 'text'
    ? { type: 'text_delta', text: text ?? '' }
    : { type: 'input_json_delta', partial_json: JSON.stringify(input ?? {}) };
}

/** The body's length and coding changed on the way. */
function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  kept.delete('content-encoding');
  return kept;
}
