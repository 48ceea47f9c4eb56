import type { DraftMessage } from './draft.ts';

/** What each message holds already, so that a block that comes again is known without looking through the message. */
export interface Held {
  /** Whether the message was given these words of this kind before; from now on it was. */
  repeats(message: DraftMessage, kind: string, words: string): boolean;
}

/** Nothing is held yet. */
export function held(): Held {
  const all = new Map<DraftMessage, Map<string, Set<string>>>();
  return {
    repeats(message, kind, words) {
      const kinds = all.get(message) ?? new Map<string, Set<string>>();
      all.set(message, kinds);
      const known = kinds.get(kind) ?? new Set();
      kinds.set(kind, known);
      if (known.has(words)) return true;
      known.add(words);
      return false;
    },
  };
}
