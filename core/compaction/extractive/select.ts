import type { Scored, Scores } from './score.ts';

/** How much may be picked, in code points. */
export interface Room {
  /** Of picked words together. */
  readonly words: number;
  /** Of picked words and the exact facts that are not in them. */
  readonly all: number;
}

/**
 * Picks pieces that say most for their length until the room is used, greedily: what a picked piece has said counts
 * little a second time, and a piece that holds exact facts saves the room they would take by themselves. A piece
 * brings along what it cannot stand without. Gives the indexes picked, the most telling first, and none before what it needs.
 *
 * A gain only ever falls while others are picked, so a piece whose gain is still the highest after being looked at
 * again is the best (Minoux 1978); that keeps it at n log n in practice; `candidates` and `looks` bound it.
 */
export function select(scores: Scores, room: Room): ReadonlySet<number> {
  const picked = new Set<number>();
  const state = begin(scores, room);
  const heap = scores.pieces
    .flatMap(({ weight }, at) => (weight > 0 ? [{ at, rate: rate(scores, at, picked, state).rate }] : []))
    .sort((a, b) => a.rate - b.rate || b.at - a.at)
    .slice(-candidates);
  let looks = heap.length * 12 + 64;
  while (heap.length > 0 && looks-- > 0) {
    const top = heap.pop()!;
    if (picked.has(top.at)) continue;
    const now = rate(scores, top.at, picked, state);
    const next = heap.at(-1);
    if (next !== undefined && now.rate < next.rate) insert(heap, { at: top.at, rate: now.rate });
    else if (fits(now, state, room)) {
      for (const at of now.brings.toReversed()) take(scores, at, picked, state);
      state.used += now.size;
      state.owed -= now.saved;
    }
  }
  return picked;
}

function begin({ facts }: Scores, room: Room): State {
  const owed = facts.reduce((total, size) => total + size + 1, 0);
  // where all exact facts fit beside the words anyway, holding some is no great merit
  const thrift = owed + room.words > room.all ? 0.9 : 0.35;
  return { used: 0, owed, thrift, said: new Map(), told: new Set() };
}

function fits(now: Rate, state: State, room: Room): boolean {
  const used = state.used + now.size;
  // one long piece may go beyond what was planned, as long as little is picked
  const most = state.used < room.words / 2 ? room.all : room.words;
  return used <= most && used + Math.min(state.owed - now.saved, room.all - room.words) <= room.all;
}

/** Pieces that are weighed against each other; of a larger text only those that are best by themselves. */
const candidates = 3000;

interface State {
  used: number;
  /** Code points of the facts that are in nothing picked. */
  owed: number;
  /** What share of the room that a piece's facts would take counts for it. */
  readonly thrift: number;
  readonly said: Map<string, number>;
  readonly told: Set<number>;
}

interface Rate {
  readonly rate: number;
  readonly size: number;
  readonly saved: number;
  readonly brings: readonly number[];
}

function rate(scores: Scores, at: number, picked: ReadonlySet<number>, state: State): Rate {
  const brings = withNeeds(scores.pieces, at, picked);
  let size = 0;
  let saved = 0;
  let gain = 0;
  for (const one of brings) {
    const scored = scores.pieces[one]!;
    size += scored.size + 1;
    for (const fact of scored.facts) if (!state.told.has(fact)) saved += scores.facts[fact]! + 1;
    const worth = scored.words.reduce(
      (total, word) => total + (scores.worth.get(word) ?? 0) * 0.4 ** (state.said.get(word) ?? 0),
      0,
    );
    gain += worth * Math.max(scored.weight, 0.2);
  }
  const cost = Math.max(size * 0.25, size - saved * state.thrift);
  return { rate: gain / (cost + 24) ** 0.9, size, saved, brings };
}

/** The piece and what it does not stand without that is not picked yet; two may need each other. */
function withNeeds(pieces: readonly Scored[], at: number, picked: ReadonlySet<number>): readonly number[] {
  const found = new Set<number>();
  for (
    let next: number | undefined = at;
    next !== undefined && !picked.has(next);
    next = pieces[next]?.piece.needs
  ) {
    if (found.has(next)) break;
    found.add(next);
  }
  return [...found];
}

function take(scores: Scores, at: number, picked: Set<number>, state: State): void {
  const scored = scores.pieces[at]!;
  picked.add(at);
  for (const word of scored.words) state.said.set(word, (state.said.get(word) ?? 0) + 1);
  for (const fact of scored.facts) state.told.add(fact);
}

function insert(heap: { at: number; rate: number }[], entry: { at: number; rate: number }): void {
  let low = 0;
  let high = heap.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (heap[middle]!.rate < entry.rate) low = middle + 1;
    else high = middle;
  }
  heap.splice(low, 0, entry);
}
