import type { Dialect } from './limits.ts';
import type { Refusal } from './refusal.ts';

/** What to do after a refusal. */
export type Healing =
  /** Assemble again within `budget` (tokens of the whole prompt, by the estimate) and send once more. */
  | { readonly do: 'smaller'; readonly budget: number; readonly learned?: number }
  /** Send the same words once more in another form, and remember the form for this endpoint and model. */
  | { readonly do: 'reshape'; readonly nameless?: true; readonly dialect?: 'openai' }
  | { readonly do: 'lower-output' }
  | { readonly do: 'wait' }
  | { readonly do: 'fail'; readonly message: string; readonly remedy: string };

/** What was refused: its tokens by the estimate and its form; without `dialect` another form is thought to help. */
export interface Refused {
  readonly tokens: number;
  readonly dialect?: Dialect;
}

/**
 * The one next step after a refusal. A request is made smaller at most once and never after a word of the answer has
 * arrived; a second refusal is told to the person with what they can do. `resent` counts what was sent again already.
 */
export function heal(refusal: Refusal, sent: Refused, resent: number): Healing {
  const { kind, says } = refusal;
  if (kind === 'not-overflow') return otherwise(refusal, resent, sent.dialect ?? 'clara');
  if (resent > 0)
    return {
      do: 'fail',
      message: `the model refused the request twice as too long: ${says}`,
      remedy:
        'Use a model that reads more, set window.context to what the server really reads, or start a new chat.',
    };
  return {
    do: 'smaller',
    budget: smaller(refusal, sent.tokens),
    ...(refusal.window === undefined ? {} : { learned: refusal.window }),
  };
}

/** Well below what was refused: a named limit less a quarter for the answer, and never more than a good half of it. */
function smaller({ window, limit, lowerBound }: Refusal, tokens: number): number {
  const half = Math.floor(tokens / 2);
  if (window !== undefined)
    return Math.min(Math.floor(window * 0.7), lowerBound ? half : Math.floor(tokens * 0.8));
  if (limit !== undefined) return Math.min(Math.floor(limit * 0.8), Math.floor(tokens * 0.8));
  return half;
}

function otherwise({ remedy, says }: Refusal, resent: number, dialect: Dialect): Healing {
  if (remedy === 'wait') return { do: 'wait' };
  // every other form has neither names nor system messages in the middle: what was refused is something else
  if (resent === 0 && dialect === 'clara') {
    if (remedy === 'no-name') return { do: 'reshape', nameless: true };
    if (remedy === 'system-first' || remedy === 'alternate' || remedy === 'end-with-user')
      return { do: 'reshape', dialect: 'openai' };
  }
  if (resent === 0 && remedy === 'lower-output') return { do: 'lower-output' };
  return {
    do: 'fail',
    message: `the model server refused the request: ${says}`,
    remedy:
      remedy === 'key'
        ? 'Check the key in the environment.'
        : 'Check the endpoint, the model and the settings.',
  };
}
