import { type Message, originalWords } from '../../core/index.ts';
import { runTerms, wordTerms } from '../../core/search/terms.ts';
import { eachToken } from '../../core/search/tokens.ts';

/**
 * The plain way, with the same words as ours: nothing is kept, every query cuts every message into windows of 700
 * characters that overlap by 100, brings each word of each window to its stem, and adds up how rare the words are that it
 * shares with the query. Gives message ids, best first.
 */
export function everyWindow(messages: readonly Message[], query: string): number[] {
  const wanted = [...terms(query, 0, query.length)];
  const frequency = new Map(wanted.map((word) => [word, 0]));
  const found: { id: number; shared: string[] }[] = [];
  let windows = 0;
  for (const message of messages) {
    const text = textOf(message);
    for (let at = 0; at < Math.max(1, text.length); at += 600) {
      windows++;
      const has = terms(text, at, Math.min(text.length, at + 700));
      const shared = wanted.filter((word) => has.has(word));
      if (shared.length === 0) continue;
      for (const word of shared) frequency.set(word, frequency.get(word)! + 1);
      found.push({ id: message.id, shared });
    }
  }
  const value = (word: string) => Math.log(1 + windows / frequency.get(word)!);
  const scored = found.map(({ id, shared }) => ({
    id,
    score: shared.reduce((sum, word) => sum + value(word), 0),
  }));
  return [...new Set(scored.sort((a, b) => b.score - a.score).map(({ id }) => id))];
}

/** All words of a message with its saved outputs: what every engine of the bench is given. */
export function textOf(message: Message): string {
  const outputs = message.parts.flatMap((part) => (part.type === 'tool_result' ? [part.output] : []));
  return [originalWords(message), ...outputs].join('\n');
}

function terms(text: string, from: number, to: number): Set<string> {
  const found = new Set<string>();
  eachToken(text, from, to, (at, end, isRun) => {
    const token = text.slice(at, end);
    for (const term of isRun ? runTerms(token) : wordTerms(token, 'en')) found.add(term.text);
  });
  return found;
}
