import { readBody, type Told } from './refusal-text.ts';

/** An answer of a server as it came. */
export interface ServerReply {
  readonly status: number;
  readonly body: string;
}

/** What is known of the request that was answered so. */
export interface Sent {
  /** Its tokens by the estimate. */
  readonly tokens?: number;
  /** The largest prompt, in the server's own count, that this model has answered before. */
  readonly answered?: number;
}

/**
 * What an answer means for the next request.
 * - `overflow`: longer than the model's window; make it smaller. `window` only where the text names it as one;
 *   `lowerBound`: the size that was named is not the real one.
 * - `too-big-not-window`, `too-big-not-tokens`: make it smaller, but no number in it is a window.
 * - `silent-truncation`: no error, but the server did not read all of the prompt.
 * - `not-overflow`: something else; `remedy` says what. Never make the request smaller for it.
 */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly window?: number;
  readonly limit?: number;
  readonly lowerBound?: true;
  readonly remedy?: Remedy;
  /** The server's own words on one line, at most 300 characters. */
  readonly says: string;
}

export type RefusalKind =
  | 'overflow'
  | 'too-big-not-window'
  | 'too-big-not-tokens'
  | 'silent-truncation'
  | 'not-overflow';

/** What helps when a request was refused for anything but its length. */
export type Remedy =
  | 'wait'
  | 'lower-output'
  | 'no-name'
  | 'system-first'
  | 'alternate'
  | 'end-with-user'
  | 'other-parameter'
  | 'tool-ids'
  | 'blank-text'
  | 'characters'
  | 'key'
  | 'unknown';

/** Windows outside these bounds are slips of whoever named them. */
const bounds = { least: 512, most: 20_000_000 } as const;

/** Recognises what a server's answer says; a table of patterns, loose because wordings change between releases. */
export function recognise(reply: ServerReply, sent: Sent = {}): Refusal {
  const told = readBody(reply.body);
  const says = told.text.replace(/\s+/g, ' ').trim().slice(0, 300) || `status ${reply.status} without a text`;
  return { ...judged(told, reply.status, sent), says };
}

function judged(told: Told, status: number, sent: Sent): Omit<Refusal, 'says'> {
  const { text } = told;
  if (told.finish === 'model_context_window_exceeded') return { kind: 'overflow' };
  if (isSilent(told, status, sent)) return { kind: 'silent-truncation' };
  if (requestAboveRate.test(text)) return withLimit('too-big-not-window', /\blimit:? (\d+)/i.exec(text));
  const other = others.find(({ pattern, statuses }) => pattern.test(text) || statuses?.includes(status));
  if (other !== undefined && !negativeRoom.test(text) && !namesWindow(text))
    return { kind: 'not-overflow', remedy: other.remedy };
  if (bytesOrCharacters.test(text) || (status === 413 && told.isHtml)) return { kind: 'too-big-not-tokens' };
  if (told.window !== undefined || namesWindow(text) || tooLong.test(text)) return overflow(told, sent);
  if ((status === 400 || status === 413) && text.trim() === '') return { kind: 'overflow' };
  return { kind: 'not-overflow', remedy: 'unknown' };
}

function overflow({ text, window: field }: Told, { answered = 0 }: Sent): Omit<Refusal, 'says'> {
  const named = field ?? windowIn(text);
  const sane =
    named !== undefined && named >= bounds.least && named <= bounds.most && named >= answered
      ? named
      : undefined;
  return {
    kind: 'overflow',
    ...(sane === undefined ? {} : { window: sane }),
    ...(/\bat least \d+ input tokens/i.test(text) ? { lowerBound: true as const } : {}),
  };
}

/** No error, yet far fewer tokens read than were sent; or nothing said at all because nothing was left to say it in. */
function isSilent(told: Told, status: number, { tokens }: Sent): boolean {
  if (status !== 200 || told.promptTokens === undefined) return false;
  if (told.finish === 'length' && told.answerTokens === 0 && told.answered === 0) return true;
  return tokens !== undefined && cutSilently(tokens, told.promptTokens);
}

/** Whether a server that counted so few prompt tokens can have read all of the estimated ones. */
export function cutSilently(estimated: number, counted: number): boolean {
  return counted > 0 && estimated > 400 && counted < estimated * 0.6;
}

function withLimit(kind: RefusalKind, found: RegExpExecArray | null): Omit<Refusal, 'says'> {
  return found === null ? { kind } : { kind, limit: Number(found[1]) };
}

const requestAboveRate = /request too large\b.{0,400}\bper (?:minute|day)/i;
const negativeRoom = /max_tokens must be at least 1, got -/i;
const bytesOrCharacters =
  /request_too_large|exceeds the maximum size|expected maxlength|total message size|entity too large|payload too large/i;

/** What is no overflow, the surest signs first. */
const others: readonly {
  readonly pattern: RegExp;
  readonly statuses?: readonly number[];
  readonly remedy: Remedy;
}[] = [
  {
    pattern: /rate limit|per minute|per day|try again in|please wait|quota|overloaded|too many requests/i,
    statuses: [429, 529, 503],
    remedy: 'wait',
  },
  { pattern: /api key|unauthori[sz]ed|authentication/i, statuses: [401], remedy: 'key' },
  {
    pattern:
      /maximum allowed number of output tokens|maximum value for max_tokens|maxoutputtokens value|max_tokens must be less than or equal/i,
    remedy: 'lower-output',
  },
  { pattern: /unsupported parameter|unrecognized request argument/i, remedy: 'other-parameter' },
  { pattern: /roles must alternate/i, remedy: 'alternate' },
  { pattern: /system message must be at the beginning|system role not supported/i, remedy: 'system-first' },
  { pattern: /extra_forbidden|extra inputs are not permitted|additional properties/i, remedy: 'no-name' },
  { pattern: /assistant message prefill|must end with a user message/i, remedy: 'end-with-user' },
  { pattern: /non-whitespace text|non-empty content|must not be empty/i, remedy: 'blank-text' },
  { pattern: /tool call id was|tool_call_id/i, remedy: 'tool-ids' },
  { pattern: /low surrogate|not valid json|invalid unicode/i, remedy: 'characters' },
];

/** Sentences that name the window as one; the number is the first group. */
const windows: readonly RegExp[] = [
  /maximum context length (?:is|of) (\d+)/i,
  /(\d+) maximum context length/i,
  /tokens > (\d+) maximum/i,
  /exceed context limit: \d+ \+ \d+ > (\d+)/i,
  /maximum number of tokens allowed \(?(\d+)/i,
  /maximum prompt length is (\d+)/i,
  /current length is \d+ while limit is (\d+)/i,
  /tokens?`? .{0,40}must be <= (\d+)/i,
  /context length \((\d+) tokens\)/i,
  /must have less than (\d+) tokens/i,
  /available context size \((\d+)/i,
  /n_ctx\D{0,3}(\d+)/i,
  /context length of only (\d+)/i,
  /exceeds? the (?:configured )?limit of (\d+)/i,
  /token limit: (\d+)/i,
  /range of input length should be \[\d+, (\d+)\]/i,
  /context window of (\d+)/i,
  /context size is (\d+)/i,
];

/** Sentences that say the request is too long without naming a window. */
const tooLong =
  /context_length_exceeded|context window|exceed_context_size|reduce the length of the messages|max(?:imum)? context length|exceeds the (?:available )?context|prompt exceeds max length|prompt (?:is )?too long|input is too long|超长|job requires \d+ pages|input token count|max_tokens must be at least 1, got -|token limit/i;

function windowIn(text: string): number | undefined {
  for (const pattern of windows) {
    const found = pattern.exec(text);
    if (found !== null) return Number(found[1]);
  }
  return undefined;
}

function namesWindow(text: string): boolean {
  return windowIn(text) !== undefined;
}
