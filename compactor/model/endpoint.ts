import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { estimateTokens } from '../../core/index.ts';
import { errorText, type Failure, failure, failureOf, windowIn } from './failure.ts';
import { refusedFields, thinkingOff } from './fields.ts';
import { type Guard, guard } from './guard.ts';
import { wasCut } from './usage.ts';

/** Where a model is asked. */
export interface Endpoint {
  /** The address up to and with the version, such as http://127.0.0.1:11434/v1. */
  readonly url: string;
  readonly model: string;
  readonly provider: 'openai' | 'anthropic';
  /** Goes into a header and nowhere else. */
  readonly key?: string;
}

/** One prompt and how it is to be answered; no tools, no history. */
export interface Question {
  readonly prompt: string;
  /** The most tokens of the answer. */
  readonly maxTokens: number;
  readonly temperature: number;
  readonly thinking: boolean;
}

/** What was learned about one model at one address; true until the server changes. */
export interface Known {
  /** Fields of a request that it refuses. */
  readonly omit: readonly string[];
  /** The tokens to fill at most with one request: what it or a refusal said, else what was seen to work. */
  readonly window?: number;
  /** The smallest window that a refusal named. */
  readonly named?: number;
  /** The newest prompt that its server most likely cut, in tokens: by the estimate, and as counted. */
  readonly cut?: { readonly sent: number; readonly counted: number };
  /** The largest prompt that was counted in full since then. */
  readonly read?: number;
}

export interface Answer {
  /** What the model said, without what it put into a field of its own for reasoning. */
  readonly text: string;
  /** Why it stopped, in the server's own word; '' when it did not say. A refusal in its own field: `content_filter`. */
  readonly finish: string;
  readonly toolCalls: boolean;
  /** Tokens of the prompt as the server counted them. */
  readonly promptTokens?: number;
}

export type Asked = { readonly known: Known } & ({ readonly answer: Answer } | { readonly failure: Failure });

/** The most requests one question may take: the first, and one more for each round of fields a server refuses. */
const maxRequests = 6;

/**
 * Asks a model once, streamed. Never throws. A request refused because of optional fields is sent again without them;
 * `known` comes back with what was learned. The time limit and the cancel are the signal's.
 */
export async function ask(
  endpoint: Endpoint,
  question: Question,
  known: Known,
  signal: AbortSignal,
): Promise<Asked> {
  let omit = known.omit;
  for (let request = 1; ; request++) {
    const guarded = guard(omit);
    const result = await once(endpoint, question, guarded, signal);
    if ('answer' in result) return { ...result, known: counted({ ...known, omit }, question, result.answer) };
    const { status, text, window } = result.failure;
    // no field is to blame for a prompt that is too long
    if (window !== undefined)
      return { ...result, known: { ...known, named: Math.min(known.named ?? window, window) } };
    const refused = status === 400 || status === 422 ? refusedFields(text, guarded.seen.body) : [];
    if (refused.length === 0 || request === maxRequests) return { ...result, known };
    omit = [...omit, ...refused];
  }
}

/** What the server's count of the prompt says about it. */
function counted(known: Known, { prompt }: Question, { promptTokens }: Answer): Known {
  if (promptTokens === undefined) return known;
  const { read = 0, ...rest } = known;
  const sent = estimateTokens(prompt);
  return wasCut(promptTokens, sent)
    ? { ...rest, cut: { sent, counted: promptTokens } }
    : { ...rest, read: Math.max(read, promptTokens) };
}

async function once(
  endpoint: Endpoint,
  question: Question,
  guarded: Guard,
  signal: AbortSignal,
): Promise<{ answer: Answer } | { failure: Failure }> {
  try {
    const { stream } = await modelAt(endpoint, guarded.fetch).doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: question.prompt }] }],
      maxOutputTokens: question.maxTokens,
      temperature: question.temperature,
      abortSignal: signal,
      includeRawChunks: true,
      ...(question.thinking ? {} : { providerOptions: providerOptions(endpoint) }),
    });
    return await collected(stream, guarded.seen);
  } catch (error) {
    return { failure: failureOf(error, signal, Date.now()) };
  }
}

function modelAt({ url, model, provider, key }: Endpoint, fetch: typeof globalThis.fetch): LanguageModelV3 {
  const baseURL = url.replace(/\/+$/, '');
  if (provider === 'anthropic') return createAnthropic({ baseURL, apiKey: key ?? 'none', fetch })(model);
  return createOpenAICompatible({
    name: 'endpoint',
    baseURL,
    fetch,
    includeUsage: true,
    ...(key === undefined ? {} : { apiKey: key }),
  })(model);
}

function providerOptions({ url, provider }: Endpoint) {
  const switches = thinkingOff(url, provider) as Record<string, never>;
  return { [provider === 'anthropic' ? 'anthropic' : 'endpoint']: switches };
}

/** Everything a reply says, or why it is none. A stream without its end is cut, whatever had arrived. */
async function collected(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  seen: Guard['seen'],
): Promise<{ answer: Answer } | { failure: Failure }> {
  let text = '';
  let finish = '';
  let toolCalls = false;
  let promptTokens: number | undefined;
  let raw: unknown;
  for await (const part of stream) {
    if (part.type === 'raw') raw = part.rawValue;
    else if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'tool-call' || part.type === 'tool-input-start') toolCalls = true;
    else if (part.type === 'error' && isError(raw)) return { failure: told(raw) };
    else if (part.type === 'finish') {
      finish = reason(part.finishReason);
      promptTokens = part.usage.inputTokens.total;
    }
  }
  if (finish === '' && !seen.complete) return { failure: failure('cut', 'the reply ended before its end') };
  return { answer: { text, finish, toolCalls, ...(promptTokens === undefined ? {} : { promptTokens }) } };
}

/** An event that carries an error although the status was 200. A choice without a reason to stop is none. */
function isError(raw: unknown): boolean {
  return raw !== null && typeof raw === 'object' && !('choices' in raw && !('error' in raw));
}

/** In a stream the status is gone; what kind of refusal it is stands in the error itself. */
function told(raw: unknown): Failure {
  const text = errorText(raw) ?? JSON.stringify(raw);
  const { code, type } = ((raw as { error?: unknown }).error ?? {}) as Record<string, unknown>;
  const isRefusal = code === 400 || code === '400' || /invalid_?request|bad_?request/i.test(String(type));
  return failure(isRefusal ? 'bad-request' : 'server', text, windowIn(200, JSON.stringify(raw)));
}

function reason({ unified, raw }: { unified: string; raw: string | undefined }): string {
  return unified === 'content-filter' ? 'content_filter' : (raw ?? '');
}
