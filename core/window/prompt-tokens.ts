import { estimateTokens, pictureTokens } from '../text/tokens.ts';
import type { Request } from './request.ts';

/** Tokens of the template around one message. */
const framing = 4;

/**
 * Tokens of a whole finished request by the estimate: system text, every message with its template, and the tools. This
 * is what a server's count of the prompt is held against.
 */
export function promptTokens(request: Request): number {
  const { messages, tools } = request;
  const offered = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)) + 12 * tools.length;
  const system = 'system' in request ? estimateTokens(request.system) + framing : 0;
  return messages.reduce((sum, { content }) => sum + contentTokens(content) + framing, offered + system);
}

function contentTokens(content: Request['messages'][number]['content']): number {
  if (typeof content === 'string') return estimateTokens(content);
  return content.reduce((sum, part) => sum + ('text' in part ? estimateTokens(part.text) : pictureTokens), 0);
}
