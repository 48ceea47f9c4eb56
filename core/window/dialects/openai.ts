import type { Surround, ToolOffer } from '../surround.ts';
import type { Window } from '../window.ts';
import { type Turn, turns } from './turns.ts';

export interface OpenAiRequest {
  readonly messages: readonly OpenAiMessage[];
  readonly tools: readonly OpenAiTool[];
}

export type OpenAiMessage =
  | { readonly role: 'system' | 'assistant'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly OpenAiPart[] };

export type OpenAiPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

/** OpenAI chat completions, in the strictest form that templates ask for: one system message, no names, user first and last. */
export function openai(window: Window, surround: Surround): OpenAiRequest {
  const { system, turns: list } = turns(window, surround);
  return {
    messages: [{ role: 'system', content: system }, ...list.map(message)],
    tools: window.incomplete ? surround.tools.map(openaiTool) : [],
  };
}

/** A tool in OpenAI's shape. */
export function openaiTool({ name, description, parameters }: ToolOffer): OpenAiTool {
  return { type: 'function', function: { name, description, parameters } };
}

function message({ role, text, pictures }: Turn): OpenAiMessage {
  if (role === 'assistant') return { role, content: text };
  if (pictures.length === 0) return { role, content: text };
  return {
    role,
    content: [
      { type: 'text', text },
      ...pictures.map(({ url }): OpenAiPart => ({ type: 'image_url', image_url: { url } })),
    ],
  };
}
