import type { Surround } from '../surround.ts';
import type { Window } from '../window.ts';
import { type Turn, turns } from './turns.ts';

export interface AiSdkRequest {
  readonly messages: readonly AiSdkMessage[];
  readonly tools: readonly {
    readonly type: 'function';
    readonly name: string;
    readonly description: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
}

export type AiSdkMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant'; readonly content: readonly AiSdkPart[] };

export type AiSdkPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string };

/** The AI SDK's prompt for a language model (provider interface, version 2 and later): content in parts. */
export function aiSdk(window: Window, surround: Surround): AiSdkRequest {
  const { system, turns: list } = turns(window, surround);
  return {
    messages: [{ role: 'system', content: system }, ...list.map(message)],
    tools: window.incomplete
      ? surround.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          inputSchema: parameters,
        }))
      : [],
  };
}

function message({ role, text, pictures }: Turn): AiSdkMessage {
  const files = pictures.map(
    ({ mediaType, url }): AiSdkPart => ({ type: 'file', mediaType, data: url.slice(url.indexOf(',') + 1) }),
  );
  return { role, content: [{ type: 'text', text }, ...files] };
}
