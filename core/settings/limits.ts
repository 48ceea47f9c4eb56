import { type Limits, limits } from '../window/limits.ts';
import type { MinWords, Settings } from './settings.ts';

/** The limits of a window as settings give them, for a history of so many tokens. */
export function limitsFor(
  { window, compactor }: Pick<Settings, 'window' | 'compactor'>,
  budget: number,
): Limits {
  const { policy, verbatim, tool_output: toolOutput, recall } = window;
  return limits({ budget, policy, verbatim, toolOutput, recall, minWords: perRole(compactor.min_words) });
}

function perRole(words: MinWords): Limits['minWords'] {
  if (typeof words === 'number') return { user: words, assistant: words, system: words };
  return { user: 50, assistant: 50, system: 50, ...words };
}
