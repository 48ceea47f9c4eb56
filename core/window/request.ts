import { type AiSdkRequest, aiSdk } from './dialects/ai-sdk.ts';
import { type AnthropicRequest, anthropic } from './dialects/anthropic.ts';
import { type ClaraRequest, clara } from './dialects/clara.ts';
import { type OpenAiRequest, openai } from './dialects/openai.ts';
import { door } from './door.ts';
import type { Dialect } from './limits.ts';
import { bare, type Surround } from './surround.ts';
import type { Window } from './window.ts';

/** A finished request: what goes to a model's server beside model name and sampling. */
export type Request = ClaraRequest | OpenAiRequest | AnthropicRequest | AiSdkRequest;

/** The request of each dialect. */
export interface Requests {
  readonly clara: ClaraRequest;
  readonly openai: OpenAiRequest;
  readonly anthropic: AnthropicRequest;
  readonly 'ai-sdk': AiSdkRequest;
}

const writers: { readonly [D in Dialect]: (window: Window, surround: Surround) => Requests[D] } = {
  clara,
  openai,
  anthropic,
  'ai-sdk': aiSdk,
};

/**
 * The window written down for one kind of server. Pure: the same arguments give the same bytes. Order: identity and
 * instructions, what stands for messages that left, the history, then what changes from turn to turn; nothing that
 * changes each turn stands before the history. Reasoning is never in it.
 */
export function request<D extends Dialect>(
  window: Window,
  dialect: D,
  surround: Surround = bare,
): Requests[D] {
  const out = door(window, surround);
  return writers[dialect](out.window, out.surround);
}
