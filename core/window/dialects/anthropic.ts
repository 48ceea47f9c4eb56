import type { Surround } from '../surround.ts';
import type { Window } from '../window.ts';
import { type Picture, type Turn, turns } from './turns.ts';

export interface AnthropicRequest {
  readonly system: string;
  readonly messages: readonly AnthropicMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: Readonly<Record<string, unknown>>;
  }[];
}

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly AnthropicBlock[];
}

export type AnthropicBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
    };

/** Anthropic messages: the system text beside the messages, content in blocks, none of them blank. */
export function anthropic(window: Window, surround: Surround): AnthropicRequest {
  const { system, turns: list } = turns(window, surround);
  return {
    system,
    messages: list.map(message),
    tools: window.incomplete
      ? surround.tools.map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: parameters,
        }))
      : [],
  };
}

function message({ role, text, pictures }: Turn): AnthropicMessage {
  return { role, content: [{ type: 'text', text }, ...pictures.map(image)] };
}

function image({ mediaType, url }: Picture): AnthropicBlock {
  return {
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: url.slice(url.indexOf(',') + 1) },
  };
}
