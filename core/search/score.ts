import type { Layout, Postings } from './postings.ts';
import { type Query, slots } from './query.ts';
import { type Ranking, ranking } from './ranking.ts';

/** What a query says about each document of a conversation. */
export interface Scores {
  /** By document; 0 where nothing of the query stands near. */
  readonly scores: Float64Array;
  /** The sum of the rarities of the query's words, found or not: the most that words could say. */
  readonly wanted: number;
  /** How many of the query's words the conversation has at all. */
  readonly found: number;
}

/** Counts of a larger collection (a vault) to weigh words by, instead of the conversation's own. */
export interface Census {
  readonly documents: number;
  frequency(word: number): number;
}

/**
 * The scores of all documents for a query. Deterministic; linear in the occurrences of the query's words and the number
 * of documents.
 */
export function score(postings: Postings, query: Query, rules: Ranking = ranking, census?: Census): Scores {
  const { layout } = postings;
  const count = layout.message.length;
  const scores = new Float64Array(count);
  const ground = terrain(layout, rules);
  const found = query.words.map((word) => slots(word, postings));
  let wanted = 0;
  let present = 0;
  for (const [index, list] of found.entries()) {
    const { touched, weights } = occurrences(postings, list, ground);
    const rarity = rarityOf(census?.frequency(index) ?? touched.length, census?.documents ?? count, rules);
    const weight = query.words[index]!.weight * rarity;
    wanted += weight;
    if (touched.length === 0) continue;
    present++;
    spread(ground, touched, weights, rules, (doc, frequency) => {
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
  return { scores, wanted, found: present };
}

/** The best score of each message, as [message index, document] with the best first; the newest of equals first. */
export function bestMessages(
  scores: Float64Array,
  layout: Layout,
): { message: number; document: number; score: number }[] {
  const best = new Map<number, { message: number; document: number; score: number }>();
  for (let document = 0; document < scores.length; document++) {
    const value = scores[document]!;
    if (value <= 0) continue;
    const message = layout.message[document]!;
    const known = best.get(message);
    if (known === undefined || value > known.score) best.set(message, { message, document, score: value });
  }
  return [...best.values()].sort((x, y) => y.score - x.score || y.message - x.message);
}

interface Terrain {
  readonly layout: Layout;
  /** Each document's sitting; neighbours count inside one only. */
  readonly sitting: Int32Array;
  readonly norm: Float64Array;
  readonly sum: Float64Array;
}

function terrain(layout: Layout, { b }: Ranking): Terrain {
  const count = layout.message.length;
  const sitting = new Int32Array(count);
  const norm = new Float64Array(count);
  let total = 0;
  for (let doc = 0; doc < count; doc++) total += layout.end[doc]! - layout.at[doc]!;
  const average = total / count || 1;
  let number = 0;
  for (let doc = 0; doc < count; doc++) {
    number += layout.breaks[doc]!;
    sitting[doc] = number;
    norm[doc] = 1 / (1 - b + (b * (layout.end[doc]! - layout.at[doc]!)) / average);
  }
  return { layout, sitting, norm, sum: new Float64Array(count) };
}

function occurrences(postings: Postings, list: readonly number[], ground: Terrain) {
  const { sum, norm } = ground;
  const touched: number[] = [];
  for (const slot of list) {
    for (let index = postings.starts[slot]!; index < postings.starts[slot + 1]!; index++) {
      const doc = postings.documents[index]!;
      if (sum[doc] === 0) touched.push(doc);
      sum[doc]! += norm[doc]!;
    }
  }
  const weights = touched.map((doc) => sum[doc]!);
  for (const doc of touched) sum[doc] = 0;
  return { touched, weights };
}

/** Lays each document's frequency over its neighbours and tells the sums, each touched document once. */
function spread(
  { layout, sitting, sum }: Terrain,
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
    if (layout.message[doc - 1] !== layout.message[doc]) {
      // a heading speaks for the whole of a long text
      for (let next = doc + before.length + 1; layout.message[next] === layout.message[doc]; next++)
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
    if (layout.question[doc] === 1) factor -= rules.question;
    if (query.speakers.includes(speaker)) factor += rules.speaker;
    scores[doc]! *= factor;
  }
}

function rarityOf(frequency: number, documents: number, { rarity }: Ranking): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)) ** rarity;
}
