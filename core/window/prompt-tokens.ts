import { estimateTokens, pictureTokens } from '../text/tokens.ts';
import { toolTokens } from './budget.ts';
import type { Request } from './request.ts';

/** Tokens of the template around one message. */
export const framing = 4;

/** Tokens of a finished request, by the estimate. */
export interface PromptTokens {
  /** System text, every message with its template, and the tools. */
  readonly tokens: number;
  /** Of the tools alone: some servers do not count them, and who sends the request may leave them out. */
  readonly tools: number;
}

/** What a finished request takes as a whole: a server's count of the prompt is held against this. */
export function promptTokens(request: Request): PromptTokens {
  const { messages, tools } = request;
  const offered = toolTokens(tools);
  const system = 'system' in request ? estimateTokens(request.system) + framing : 0;
  const tokens = messages.reduce(
    (sum, { content }) => sum + contentTokens(content, estimateTokens) + framing,
    offered + system,
  );
  return { tokens, tools: offered };
}

/** What a message's content takes: its texts as `count` has them, a fixed number for each picture. */
export function contentTokens(
  content: Request['messages'][number]['content'],
  count: (text: string) => number,
): number {
  if (typeof content === 'string') return count(content);
  return content.reduce((sum, part) => sum + ('text' in part ? count(part.text) : pictureTokens), 0);
}
