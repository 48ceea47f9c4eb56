import { estimateTokens, type Original, type Reply, redact, sentences } from '../../core/index.ts';
import { type Answer, ask, type Endpoint, type Known } from '../model/endpoint.ts';
import type { Failure } from '../model/failure.ts';
import { wasCut } from '../model/usage.ts';
import { pieces } from './chunks.ts';
import { promptFor } from './prompt.ts';
import type { Summarizer, Wish } from './summarizer.ts';

/** How a model is to be asked; the names of the settings table. */
export interface ModelSettings {
  readonly prompt: string;
  readonly temperature: number;
  readonly thinking: boolean;
  readonly max_tokens: number;
}

/** A summarizer that asks a model, and what it learned about that model on the way. */
export interface ModelSummarizer extends Summarizer {
  known(): Known;
}

/**
 * Asks the model at one endpoint. Every call stands alone: no history, no tools, secrets redacted in what is sent and in
 * what comes back. A text larger than the model's window goes in pieces; a large one that the server refuses, or whose
 * prompt it seems to have cut, is sent once more in smaller pieces: servers say in too many ways that a text is too long.
 */
export function modelSummarizer(
  endpoint: Endpoint,
  settings: ModelSettings,
  learned: Known = { omit: [] },
): ModelSummarizer {
  let known = learned;

  const summarize = async (original: Original, wish: Wish, signal: AbortSignal) => {
    const text = redact(original).text;
    const first = await inPieces(text, known.window ?? Number.POSITIVE_INFINITY, wish, signal);
    if (!isTooLong(first)) return first;
    const window = narrower(first, known.window, estimateTokens(text) + overhead(wish));
    const second = await inPieces(text, window, wish, signal);
    if (isTooLong(second)) return second.instead;
    // what helped is true of the model; what did not had another reason
    if ('text' in second) known = { ...known, window };
    return second;
  };

  const inPieces = async (text: string, window: number, wish: Wish, signal: AbortSignal) => {
    const replies: Reply[] = [];
    for (const piece of pieces(text, window * surely - overhead(wish), estimateTokens, sentences)) {
      const prompt = promptFor(settings.prompt, piece, wish.refused);
      const answered = await one(endpoint, settings, prompt, known, signal);
      known = answered.known;
      if (!('text' in answered.outcome)) return answered.outcome;
      replies.push(answered.outcome);
    }
    return joined(replies);
  };

  /** What a request needs beside the piece, in tokens. */
  const overhead = ({ refused }: Wish): number =>
    settings.max_tokens + estimateTokens(promptFor(settings.prompt, '', refused)) + framing;

  return { method: 'model', summarize, known: () => known };
}

/** Asks for one piece. */
async function one(
  endpoint: Endpoint,
  { temperature, thinking, max_tokens: maxTokens }: ModelSettings,
  prompt: string,
  before: Known,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly known: Known }> {
  const asked = await ask(endpoint, { prompt, maxTokens, temperature, thinking }, before, signal);
  const { known } = asked;
  if ('answer' in asked) return { outcome: outcomeOf(asked.answer, prompt), known };
  const { failure } = asked;
  const mayBeTooLong = failure.kind === 'bad-request' && estimateTokens(prompt) > surelySmall;
  return { outcome: mayBeTooLong ? { instead: { failure }, window: failure.window } : { failure }, known };
}

/** Tokens for a chat template around one message, generously. */
const framing = 64;

/** No model's window is smaller than a request of so many tokens; one that is refused has another fault. */
const surelySmall = 1024;

/** The share of a window that is filled by estimated tokens: an estimate may be a sixth too low. */
const surely = 0.85;

/** A request that did not fit, and what to give back when smaller pieces do not help. */
interface TooLong {
  readonly instead: Reply | { readonly failure: Failure };
  readonly window: number | undefined;
}

type Outcome = Reply | { readonly failure: Failure } | TooLong;

function isTooLong(outcome: Outcome): outcome is TooLong {
  return 'instead' in outcome;
}

function outcomeOf({ text, finish, toolCalls, promptTokens }: Answer, prompt: string): Outcome {
  const reply = { text: redact(text).text, finish, ...(toolCalls ? { toolCalls } : {}) };
  if (finish === 'model_context_window_exceeded') return { instead: reply, window: undefined };
  if (!wasCut(promptTokens, estimateTokens(prompt))) return reply;
  return { instead: { text: '', finish: 'prompt_cut_by_the_server' }, window: promptTokens };
}

/** The window to work with after one proved too large: half of what was tried, and no more than the server named. */
function narrower({ window: named }: TooLong, known: number | undefined, tried: number): number {
  const used = Math.min(known ?? Number.POSITIVE_INFINITY, tried);
  return Math.min(Math.floor(used / 2), named ?? Number.POSITIVE_INFINITY);
}

/** One reply out of those to the pieces. Where they ended for different reasons all are named, so that none passes for a normal end. */
function joined(replies: readonly Reply[]): Reply {
  const [first] = replies;
  if (first !== undefined && replies.length === 1) return first;
  return {
    text: replies.map(({ text }) => text.trim()).join('\n\n'),
    finish: [...new Set(replies.map(({ finish }) => finish))].join('+'),
    ...(replies.some(({ toolCalls }) => toolCalls) ? { toolCalls: true } : {}),
  };
}
