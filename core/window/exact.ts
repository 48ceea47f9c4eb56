import { estimateTokens } from '../text/tokens.ts';
import { contentTokens, framing } from './prompt-tokens.ts';
import type { Request } from './request.ts';

/** A finished request and what the model's window leaves for it, in real tokens: less the answer's room and the margin. */
export interface Finished {
  readonly request: Request;
  readonly limit: number;
}

/** A request that was counted. */
export interface Fitted<Made extends Finished> {
  readonly made: Made;
  /** Real tokens; above `made.limit` only where two more tries were not enough. */
  readonly tokens: number;
  /** The correction it was made with. */
  readonly correction: number;
}

/**
 * Makes a request with a correction of the estimate, counts it exactly, and makes it again with a higher one where it is
 * over its limit, at most twice. What is raised is gone in the next turn: a request that follows the borders of this one
 * is as small as it without it, so that the prompt's beginning stays, and only one that is really over is made smaller.
 * `count` is an exact tokenizer, `make` a pure function; `first` is the correction to begin with, e.g. by `measure`.
 */
export function fitExactly<Made extends Finished>(
  count: (text: string) => number,
  first: number,
  make: (correction: number) => Made,
): Fitted<Made> {
  let correction = first;
  let made = make(correction);
  let tokens = requestTokens(made.request, count);
  for (let again = 0; again < 2 && tokens > made.limit; again++) {
    const real = tokens / requestTokens(made.request, estimateTokens);
    correction = coarse(Math.max(real, correction + step, 1 + step));
    made = make(correction);
    tokens = requestTokens(made.request, count);
  }
  return { made, tokens, correction };
}

/**
 * The tokens of a finished request: every text as `count` has it, in pieces of 2,000 characters, because tokenizers are
 * slow on one long run of a letter; a fixed number for each picture, and 4 for the role markers of each message.
 */
export function requestTokens(request: Request, count: (text: string) => number): number {
  const exactly = (text: string): number => inPieces(text, count);
  const system = 'system' in request ? exactly(request.system) : 0;
  const tools = request.tools.length === 0 ? 0 : exactly(JSON.stringify(request.tools));
  return request.messages.reduce(
    (sum, { content }) => sum + contentTokens(content, exactly) + framing,
    system + tools,
  );
}

const atOnce = 2000;
/** Corrections rise in steps, as in a budget, so that a small change of the measure changes nothing. */
const step = 0.05;

function coarse(correction: number): number {
  return Math.ceil(correction / step - 1e-9) * step;
}

function inPieces(text: string, count: (text: string) => number): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += atOnce) tokens += count(text.slice(at, at + atOnce));
  return tokens;
}
