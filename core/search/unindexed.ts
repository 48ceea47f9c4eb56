import type { Message } from '../conversation.ts';
import { fold } from './fold.ts';
import { collect, layout, type Postings } from './postings.ts';
import { prepare, type Query, type Wish } from './query.ts';
import { searchable } from './searchable.ts';
import { eachToken, type OnToken, tokenAround } from './tokens.ts';

/**
 * A query with the postings of its own words only: for searching a conversation once, without building its index.
 * Tokens that cannot hold a word of the query are never looked at; what is found is what `postings` would have found.
 */
export function unindexed(
  messages: readonly Message[],
  wanted: string | readonly Wish[],
): { index: Postings; query: Query } {
  const texts = messages.map(searchable);
  const plan = layout(messages, texts);
  const query = prepare(wanted, plan);
  const probes = probesOf(query);
  const spans = texts.map(({ text }) => (foreign.test(text) ? undefined : candidates(text, probes)));
  const index = collect(texts, plan, (text, from, to, onToken, message) => {
    const found = spans[message];
    if (found === undefined) among(probes, text, from, to, onToken);
    else tell(found, from, to, onToken);
  });
  return { index, query };
}

/** Letters whose lower case or folding may change more than the end of a word: such texts are read token by token. */
const foreign = /[\u00aa-\u1fff\u2070-\u218f\u2c00-\ud83b\ud83f-\ud8ff\uf900-\uffdc]/;

interface Span {
  readonly at: number;
  readonly end: number;
}

/**
 * A beginning that every word with a given term has, once folded: Snowball's rules change at most the last two letters
 * of what they leave, and `2340` may stand as `2,340`.
 */
function probesOf({ words }: Query): string[] {
  const probes = new Set<string>();
  for (const { stems } of words) {
    for (const stem of stems) {
      const [start = ''] = /^[\p{L}\p{M}\p{N}_]+/u.exec(stem) ?? [];
      if (/^\d+$/.test(start)) probes.add(start.slice(0, start.length % 3 || 3));
      else if (start !== '')
        probes.add(letters.test(stem) ? stem.slice(0, Math.max(1, stem.length - 2)) : start);
    }
  }
  const list = [...probes];
  return list.filter((probe) => !list.some((other) => other !== probe && probe.includes(other)));
}

const letters = /^[\p{L}\p{M}]+$/u;

/** Tells the tokens of any text that may hold one of the probes. */
function among(probes: readonly string[], text: string, from: number, to: number, onToken: OnToken): void {
  eachToken(text, from, to, (at, end, isRun) => {
    const folded = fold(text.slice(at, end));
    if (probes.some((probe) => folded.includes(probe))) onToken(at, end, isRun);
  });
}

/** The tokens of an ASCII text that hold one of the probes, in order, each once. */
function candidates(text: string, probes: readonly string[]): Span[] {
  const lower = text.toLowerCase();
  const spans = new Map<number, Span>();
  for (const probe of probes) {
    for (let at = lower.indexOf(probe); at !== -1; ) {
      const span = tokenAround(text, at);
      spans.set(span.at, span);
      at = lower.indexOf(probe, span.end);
    }
  }
  return [...spans.values()].sort((a, b) => a.at - b.at);
}

/** Tells the spans between two offsets; a token that a passage's border cuts is cut there too. */
function tell(spans: readonly Span[], from: number, to: number, onToken: OnToken): void {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= from) low = middle + 1;
    else high = middle;
  }
  for (; low < spans.length && spans[low]!.at < to; low++) {
    onToken(Math.max(spans[low]!.at, from), Math.min(spans[low]!.end, to), false);
  }
}
