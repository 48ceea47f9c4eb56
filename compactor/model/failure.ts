import { APICallError } from '@ai-sdk/provider';
import { recognise, redact } from '../../core/index.ts';

/** What kept an endpoint from answering. It says something about the endpoint, never about the message, and is never remembered with it. */
export interface Failure {
  readonly kind: FailureKind;
  /** One line for people: at most 300 characters, without line ends, secrets redacted. */
  readonly text: string;
  readonly status?: number;
  /** Milliseconds the server asked us to wait. */
  readonly retryAfter?: number;
  /** The model's window in tokens, where a refusal names it as one. */
  readonly window?: number;
}

export type FailureKind =
  | 'unreachable' // no connection: the server is not there
  | 'network' // the connection broke
  | 'cut' // the reply ended before its end
  | 'endless' // the reply grew past its size cap
  | 'timeout' // no complete reply within the time limit
  | 'canceled' // we asked it to stop
  | 'rate-limit' // 429, or a 503 that says when to come back
  | 'server' // 5xx, or an error told inside a 200
  | 'rejected' // 401, 403, 404, 402: waiting does not help, a setting is wrong
  | 'bad-request' // 400, 413, 422: this request is refused, perhaps because it is too long
  | 'not-a-reply'; // a page or something else that is no answer of a model server

/** Thrown into a reply that grows past its cap, so that the kind survives the layers between. */
export class ReplyTooBig extends Error {
  constructor(bytes: number) {
    super(`the reply is larger than ${bytes} bytes`);
    this.name = 'ReplyTooBig';
  }
}

/** Thrown when what came back is no answer of a model server, such as a log-in page. */
export class NotAReply extends Error {
  constructor(start: string) {
    super(`expected a model's reply, found: ${start}`);
    this.name = 'NotAReply';
  }
}

/**
 * The Failure behind anything thrown while a model was asked. `signal` tells a time limit from a cancel;
 * `now` is the wall clock in milliseconds since 1970, for a Retry-After that names a date.
 */
export function failureOf(error: unknown, signal: AbortSignal, now: number): Failure {
  if (signal.aborted) return aborted(signal);
  const causes = chain(error);
  for (const cause of causes) {
    if (cause instanceof ReplyTooBig) return failure('endless', cause.message);
    if (cause instanceof NotAReply) return failure('not-a-reply', cause.message);
  }
  const call = causes.find((cause) => APICallError.isInstance(cause));
  if (call?.statusCode !== undefined && call.statusCode >= 400) return answered(call, now);
  return unanswered(causes);
}

/** A Failure of one kind, its text made fit for a log. */
export function failure(kind: FailureKind, text: string, more: Omit<Failure, 'kind' | 'text'> = {}): Failure {
  const characters = [...redact(text.slice(0, 4000)).text.replace(/\s+/g, ' ').trim()];
  const line = characters.length > 300 ? [...characters.slice(0, 299), '…'] : characters;
  return { kind, text: line.join(''), ...more };
}

/** What an error object of a server says, wherever it keeps its sentence: error.message, error, message, detail, [0].error. */
export function errorText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return errorText(value[0]);
  if (value === null || typeof value !== 'object') return undefined;
  const { error, message, detail, title } = value as Record<string, unknown>;
  return errorText(message) ?? errorText(error) ?? errorText(detail) ?? errorText(title);
}

/**
 * Milliseconds a server asked us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
 * Undefined when it did not, or not understandably. `now` in milliseconds since 1970 where the server tells no time itself.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (exact >= 0) return Math.round(exact);
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  // Date.parse takes "-5" for a year; a date of HTTP begins with a weekday
  const until = Date.parse(/^[a-z]{3}/i.test(value) ? value : '');
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(headers.date ?? '');
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}

function aborted(signal: AbortSignal): Failure {
  const timeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  return timeout
    ? failure('timeout', 'no complete reply within the time limit')
    : failure('canceled', 'stopped before the reply was complete');
}

function answered(call: APICallError, now: number): Failure {
  const status = call.statusCode ?? 0;
  const said = errorText(parsed(call.responseBody ?? '')) ?? call.responseBody ?? call.message;
  const wait = retryAfter(call.responseHeaders ?? {}, now);
  const text = `HTTP ${status}: ${said.trim() === '' ? call.message : said}`;
  return failure(kindOf(status, wait), text, {
    status,
    ...(wait === undefined ? {} : { retryAfter: wait }),
    ...windowIn(status, call.responseBody ?? ''),
  });
}

/** The window that the body of a refusal names; nothing where it names none or is about something else. */
export function windowIn(status: number, body: string): { readonly window?: number } {
  const { kind, window } = recognise({ status, body });
  return kind === 'overflow' && window !== undefined ? { window } : {};
}

function kindOf(status: number, wait: number | undefined): FailureKind {
  if (status === 429 || (status === 503 && wait !== undefined)) return 'rate-limit';
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'server';
  if ([401, 402, 403, 404, 405, 410].includes(status)) return 'rejected';
  return 'bad-request';
}

/** Node says "fetch failed" for everything; what happened stands in the code of a cause. */
function unanswered(causes: readonly Error[]): Failure {
  const code = causes
    .map((cause) => (cause as NodeJS.ErrnoException).code)
    .find((c) => typeof c === 'string');
  const deepest = causes.at(-1)?.message ?? 'unknown failure';
  const text = code === undefined ? deepest : `${deepest} (${code})`;
  if (code !== undefined && unreachable.has(code)) return failure('unreachable', text);
  if (/unexpected redirect/i.test(text)) {
    return failure('rejected', 'the endpoint redirects elsewhere; set its final address instead');
  }
  if (/^bad port/i.test(deepest)) {
    return failure('rejected', 'Node opens no connection to this port; use another one for the endpoint');
  }
  return failure('network', text);
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function chain(error: unknown): Error[] {
  const all: Error[] = [];
  for (let at: unknown = error; at instanceof Error && !all.includes(at); at = at.cause) all.push(at);
  return all.length > 0 ? all : [new Error(String(error))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
