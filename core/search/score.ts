import type { Asked } from './asked.ts';
import type { Layout, Postings } from './postings.ts';
import type { Query } from './query.ts';
import { type Ranking, ranking } from './ranking.ts';

/** What a query says about each document of a conversation. */
export interface Scores {
  /** By document; 0 where nothing of the query stands near. */
  readonly scores: Float64Array;
  /** 1 for each document that has a word of the query itself, not only beside it. */
  readonly own: Uint8Array;
  /** The sum of the rarities of the query's words, found or not: the most that words could say. */
  readonly wanted: number;
  /** The rarity of each of the query's words; one that stands nowhere is as rare as can be. */
  readonly rarities: readonly number[];
}

/** Counts of a larger collection (a vault) to weigh words by, instead of the conversation's own. */
export interface Census {
  readonly documents: number;
  /** In how many of them a word stands, given by its stems. */
  frequency(stems: readonly string[]): number;
}

/**
 * The scores of all documents for a query. Deterministic; linear in the occurrences of the query's words and the number
 * of documents.
 */
export function score(asked: Asked, rules: Ranking = ranking, census?: Census): Scores {
  const { index: postings, query, slots: found } = asked;
  const { layout } = postings;
  const count = layout.message.length;
  const scores = new Float64Array(count);
  const sum = new Float64Array(count);
  const own = new Uint8Array(count);
  let wanted = 0;
  const rarities: number[] = [];
  for (const [index, list] of found.entries()) {
    const { touched, weights } = occurrences(postings, list, sum, rules);
    const rarity = rarityOf(
      census?.frequency(query.words[index]!.stems) ?? touched.length,
      census?.documents ?? count,
      rules,
    );
    rarities.push(rarity);
    const weight = query.words[index]!.weight * rarity;
    wanted += weight;
    if (touched.length === 0 || weight === 0) continue;
    for (const doc of touched) own[doc] = 1;
    spread(layout, sum, touched, weights, rules, (doc, frequency) => {
      scores[doc]! += (weight * frequency * (rules.k1 + 1)) / (frequency + rules.k1);
    });
  }
  for (const [a, b] of query.pairs) {
    const near = pairDocuments(postings, found[a]!, found[b]!);
    const bonus =
      rules.pair *
      rarityOf(near.length, count, rules) *
      Math.min(query.words[a]!.weight, query.words[b]!.weight);
    for (const doc of near) scores[doc]! += bonus;
  }
  addDates(postings, query, rules, scores);
  adjust(layout, query, rules, scores);
  return { scores, own, wanted, rarities };
}

/** A message by its best document. */
export interface Best {
  readonly message: number;
  readonly document: number;
  readonly score: number;
}

/**
 * The `limit` best messages, best first, the newest of equals first; and how many have a word of the query themselves.
 * Those that only stand beside one are among the best while they reach three tenths of the best score: an answer need
 * not repeat the words of its question. Linear.
 */
export function bestMessages(
  { scores, own }: Pick<Scores, 'scores' | 'own'>,
  { message }: Layout,
  limit: number,
): { readonly best: readonly Best[]; readonly total: number } {
  const best: Best[] = [];
  const least = scores.reduce((most, value) => Math.max(most, value), 0) * besideShare;
  let total = 0;
  for (let first = 0, next = 0; first < scores.length; first = next) {
    let document = first;
    let has = own[first]!;
    for (next = first + 1; message[next] === message[first] && next < scores.length; next++) {
      if (scores[next]! > scores[document]!) document = next;
      has |= own[next]!;
    }
    const score = scores[document]!;
    total += has;
    if (score <= 0 || (has === 0 && score < least)) continue;
    if (best.length === limit && score < best[limit - 1]!.score) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.score <= score) place--;
    best.splice(place, 0, { message: message[first]!, document, score });
    if (best.length > limit) best.pop();
  }
  return { best, total };
}

const besideShare = 0.3;

/** The documents that have one of the slots, and how often, longer documents counting less. `sum` is left all zero. */
function occurrences(postings: Postings, list: readonly number[], sum: Float64Array, { b }: Ranking) {
  const { at, end, average } = postings.layout;
  const touched: number[] = [];
  for (const slot of list) {
    for (let index = postings.starts[slot]!; index < postings.starts[slot + 1]!; index++) {
      const doc = postings.documents[index]!;
      if (sum[doc] === 0) touched.push(doc);
      sum[doc]! += 1;
    }
  }
  const weights = touched.map((doc) => {
    const frequency = sum[doc]!;
    sum[doc] = 0;
    return frequency / (1 - b + (b * (end[doc]! - at[doc]!)) / average);
  });
  return { touched, weights };
}

/** Lays each document's frequency over its neighbours and tells the sums, each touched document once. */
function spread(
  { message, sitting }: Layout,
  sum: Float64Array,
  touched: readonly number[],
  weights: readonly number[],
  { before, behind, head }: Ranking,
  tell: (doc: number, frequency: number) => void,
): void {
  const reached: number[] = [];
  const add = (doc: number, value: number) => {
    if (sum[doc] === 0) reached.push(doc);
    sum[doc]! += value;
  };
  for (const [index, doc] of touched.entries()) {
    const value = weights[index]!;
    const here = sitting[doc]!;
    add(doc, value);
    for (let step = 0; step < before.length; step++) {
      if (sitting[doc + step + 1] === here) add(doc + step + 1, value * before[step]!);
    }
    for (let step = 0; step < behind.length; step++) {
      if (sitting[doc - step - 1] === here) add(doc - step - 1, value * behind[step]!);
    }
    if (message[doc - 1] !== message[doc]) {
      // a heading speaks for the whole of a long text
      for (let next = doc + before.length + 1; message[next] === message[doc]; next++)
        add(next, value * head);
    }
  }
  for (const doc of reached) {
    tell(doc, sum[doc]!);
    sum[doc] = 0;
  }
}

/** Documents in which a word of the one list stands shortly before one of the other, rising. */
function pairDocuments(postings: Postings, first: readonly number[], second: readonly number[]): number[] {
  const found = new Set<number>();
  for (const a of first) for (const b of second) if (a !== b) merge(postings, a, b, found);
  return [...found];
}

function merge({ starts, documents, places }: Postings, a: number, b: number, found: Set<number>): void {
  let j = starts[b]!;
  const end = starts[b + 1]!;
  for (let i = starts[a]!; i < starts[a + 1]!; i++) {
    const doc = documents[i]!;
    const place = places[i]!;
    while (j < end && (documents[j]! < doc || (documents[j] === doc && places[j]! <= place))) j++;
    if (j < end && documents[j] === doc && places[j]! - place <= pairReach) found.add(doc);
  }
}

/** Characters from the beginning of one word to that of the next: a word, and stop words between. */
const pairReach = 24;

function addDates({ layout }: Postings, query: Query, rules: Ranking, scores: Float64Array): void {
  if (query.dates.length === 0) return;
  const bonus = new Float64Array(layout.messages);
  for (const term of query.dates) {
    const list = layout.dates.get(term) ?? [];
    const value = rules.date * rarityOf(list.length, layout.messages, rules);
    for (const message of list) bonus[message]! += value;
  }
  for (let doc = 0; doc < scores.length; doc++) scores[doc]! += bonus[layout.message[doc]!]!;
}

function adjust(layout: Layout, query: Query, rules: Ranking, scores: Float64Array): void {
  for (let doc = 0; doc < scores.length; doc++) {
    if (scores[doc] === 0) continue;
    const speaker = layout.speakers.of[layout.message[doc]!]!;
    let factor = 1 + rules.length * Math.log(Math.max(20, layout.end[doc]! - layout.at[doc]!) / 120);
    if (query.asks && layout.question[doc] === 1) factor -= rules.question;
    if (query.speakers.includes(speaker)) factor += rules.speaker;
    scores[doc]! *= factor;
  }
}

function rarityOf(frequency: number, documents: number, { rarity }: Ranking): number {
  const missing = Math.max(0, documents - frequency);
  return Math.log(1 + (missing + 0.5) / (frequency + 0.5)) ** rarity;
}
