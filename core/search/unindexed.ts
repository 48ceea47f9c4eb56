import type { Message } from '../conversation.ts';
import { type Asked, asked } from './asked.ts';
import { fold } from './fold.ts';
import { collect, layout } from './postings.ts';
import { prepare, type Query, type Wish } from './query.ts';
import { searchable } from './searchable.ts';
import { eachToken, type OnToken, tokenAround, wordEnd } from './tokens.ts';

/**
 * A query with the postings of its own words only, for searching a conversation once, without building its index.
 * Tokens that cannot hold a word of the query are never looked at; what is found is what `postings` would have found.
 */
export function unindexed(messages: readonly Message[], wanted: string | readonly Wish[]): Asked {
  const texts = messages.map(searchable);
  const plan = layout(messages, texts);
  const query = prepare(wanted, plan);
  const probes = probesOf(query);
  const spans = texts.map(({ text }) => (isForeign(text) ? undefined : candidates(text, probes)));
  const index = collect(texts, plan, (text, from, to, onToken, message) => {
    const found = spans[message];
    if (found === undefined) among(probes, text, from, to, onToken);
    else tell(text, found, from, to, onToken);
  });
  return asked(index, query);
}

/** Letters whose lower case or folding may change more than the end of a word: such texts are read token by token. */
function isForeign(text: string): boolean {
  return Buffer.byteLength(text) !== text.length && foreign.test(text);
}

const foreign = /[\u00aa-\u1fff\u2070-\u218f\u2c00-\ud83b\ud83f-\ud8ff\uf900-\uffdc]/;

/**
 * A beginning that every word with a given term has, once folded: Snowball's rules change at most the last letter
 * of what they leave, and `2340` may stand as `2,340`.
 */
function probesOf({ words }: Query): string[] {
  const probes = new Set<string>();
  for (const { stems } of words) {
    for (const stem of stems) {
      const [start = ''] = /^[\p{L}\p{M}\p{N}_]+/u.exec(stem) ?? [];
      if (/^\d+$/.test(start)) probes.add(start.slice(0, start.length % 3 || 3));
      else if (start !== '')
        probes.add(letters.test(stem) ? stem.slice(0, Math.max(1, stem.length - 1)) : start);
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

/** Where the tokens of an ASCII text begin that hold one of the probes, rising, each once. */
function candidates(text: string, probes: readonly string[]): number[] {
  const lower = text.toLowerCase();
  const starts: number[] = [];
  for (const probe of probes) {
    for (let at = lower.indexOf(probe); at !== -1; ) {
      const token = tokenAround(text, at);
      starts.push(token.at);
      at = lower.indexOf(probe, token.end);
    }
  }
  if (probes.length < 2) return starts;
  starts.sort((a, b) => a - b);
  return starts.filter((start, index) => start !== starts[index - 1]);
}

/** Tells the tokens that begin at `starts` between two offsets; one that a passage's border cuts is cut there too. */
function tell(text: string, starts: readonly number[], from: number, to: number, onToken: OnToken): void {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < from) low = middle + 1;
    else high = middle;
  }
  const before = starts[low - 1];
  if (before !== undefined && wordEnd(text, before, text.length) > from) {
    onToken(from, wordEnd(text, from, to), false);
  }
  for (; low < starts.length && starts[low]! < to; low++)
    onToken(starts[low]!, wordEnd(text, starts[low]!, to), false);
}
