import type { Message, Recipe, Verdict } from '../core/index.ts';
import type { Endpoint, Known } from './model/endpoint.ts';
import type { Failure } from './model/failure.ts';

/** One message to shorten, as it travels to a worker: words and numbers, no path and no file. */
export interface Task {
  readonly message: Message;
  readonly recipe: Recipe;
  /** Visible words from which this message is long. */
  readonly minWords: number;
  /** Where to ask, for the method `model`. */
  readonly asking?: { readonly endpoint: Endpoint; readonly known: Known };
  /** Milliseconds for all of it, every reply and retry included. */
  readonly limit: number;
}

/** What became of it. Values only: an error that leaves a worker loses its code and its fields on the way. */
export type Outcome = { readonly known?: Known } & (
  | { readonly verdict: Verdict }
  /** The exact count of its words says that it is short. */
  | { readonly short: true }
  | { readonly failure: Failure }
);

/** A task whose worker did not bring it back. */
export interface Lost {
  readonly lost: 'crashed' | 'overran';
  readonly text: string;
}

/** A message without what a summarizer must not see or does not need: tool output, tool arguments, reasoning, a short form. */
export function bare(message: Message): Message {
  const { id, role, createdAt, line } = message;
  const parts = message.parts.map((part): Message['parts'][number] => {
    switch (part.type) {
      case 'text':
        return { type: 'text', text: part.text };
      case 'tool_call':
        return { type: 'tool_call', id: part.id, name: part.name, args: null };
      case 'tool_result':
        return { type: 'tool_result', id: part.id, name: part.name, status: part.status, output: '' };
      case 'reasoning':
        return { type: 'reasoning', text: '' };
      default:
        return { ...part };
    }
  });
  return { id, role, createdAt, parts, line };
}
