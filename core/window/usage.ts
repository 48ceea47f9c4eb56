import { type Script, scriptOf } from '../text/script.ts';
import { cutSilently } from './refusal.ts';

/** What a server counted for one request, in its own field names made equal. */
export interface Usage {
  /** Prompt tokens that were computed and that came from a cache, together. */
  readonly prompt: number;
}

/** How many real tokens stand for one estimated token, per model and script; plain JSON, kept by the caller. */
export type Corrections = Readonly<Record<string, Correction>>;

export interface Correction {
  readonly factor: number;
  /** Requests it was learned from. */
  readonly seen: number;
}

/** What a request taught. */
export interface Lesson {
  readonly corrections: Corrections;
  /** Set when the server cannot have read all that was sent; then nothing was learned. */
  readonly alarm?: string;
}

/**
 * The prompt tokens a server reports, cached and uncached added once: OpenAI counts cached tokens inside
 * `prompt_tokens`, Anthropic beside `input_tokens`. Undefined when it reports none.
 */
export function usageOf(reply: unknown): Usage | undefined {
  const usage = (reply as { readonly usage?: unknown } | null)?.usage ?? reply;
  if (usage === null || typeof usage !== 'object') return undefined;
  const of = (key: string): number => {
    const value = (usage as Readonly<Record<string, unknown>>)[key];
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
  };
  const openai = of('prompt_tokens');
  const prompt =
    openai > 0
      ? openai
      : of('input_tokens') + of('cache_read_input_tokens') + of('cache_creation_input_tokens');
  return prompt > 0 ? { prompt } : undefined;
}

/**
 * Corrects the estimate of a model by the usage of exactly the request that was estimated. A count above the window
 * (servers that add up retries) teaches nothing; one far below what was sent raises an alarm and teaches nothing, for
 * the server most likely cut the prompt. Newer requests weigh as much as all before.
 */
export function learn(
  corrections: Corrections,
  request: {
    readonly model: string;
    readonly text: string;
    readonly estimated: number;
    readonly window: number;
  },
  usage: Usage | undefined,
): Lesson {
  const { model, text, estimated, window } = request;
  if (usage === undefined || estimated < 50) return { corrections };
  if (cutSilently(estimated, usage.prompt))
    return {
      corrections,
      alarm: cutSays({ sent: estimated, counted: usage.prompt }),
    };
  if (usage.prompt > window) return { corrections };
  const key = keyOf(model, scriptOf(text));
  const factor = Math.min(3, Math.max(0.5, usage.prompt / estimated));
  const old = corrections[key];
  const learned = old === undefined ? factor : (old.factor + factor) / 2;
  return { corrections: { ...corrections, [key]: { factor: learned, seen: (old?.seen ?? 0) + 1 } } };
}

/** The alarm of a prompt that a server most likely cut, a sentence for people. */
export function cutSays({ sent, counted }: { readonly sent: number; readonly counted: number }): string {
  return `the server counted ${counted} prompt tokens of about ${sent} that were sent; it may have cut the prompt. Set its context length, or window.context, to what it really reads`;
}

/**
 * Real tokens for one estimated token of this model and script; 1 when nothing was learned. It never makes an estimate
 * smaller: a budget that is a little too careful costs less than a refused request.
 */
export function correctionOf(corrections: Corrections, model: string, text: string): number {
  const found = corrections[keyOf(model, scriptOf(text))];
  return found === undefined ? 1 : Math.max(1, found.factor);
}

function keyOf(model: string, script: Script | undefined): string {
  return `${model} ${script ?? 'none'}`;
}
