import { byCodeUnits } from './variants.ts';

/** What the order of messages goes by where nothing else decides: time, then number, then identity. */
export interface Place {
  readonly identity: string;
  /** Milliseconds since 1970; -Infinity when the message does not say. */
  readonly time: number;
  readonly id: number;
}

/**
 * The order of the merged messages. Each side's own order is read as a tree: a message hangs on the nearest one before it
 * that is younger (an import out of order, a message without a date), the others on the root, children by age. The sides'
 * trees laid over each other give the result, read from the root down: so each side's order stays, new messages stand
 * by their time, and because the result has the same tree again, clones may be merged in any order. A twin (see
 * `MergedUnits`) hangs where the message hangs whose other text it is.
 */
export function order(
  places: ReadonlyMap<string, Place>,
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  twins: ReadonlyMap<string, string>,
): string[] {
  const [before, left, right] = [base, ours, theirs].map((side) => parents(side, places));
  const children = new Map<string, Place[]>();
  for (const place of places.values()) {
    const { identity } = place;
    const known = left!.has(identity) || right!.has(identity);
    const parent = choose(
      known ? identity : (twins.get(identity) ?? identity),
      before!,
      left!,
      right!,
      places,
    );
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [place]);
    else siblings.push(place);
  }
  const sorted: string[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next !== root) sorted.push(next);
    const below = (children.get(next) ?? []).sort((a, b) => compare(b, a));
    for (const child of below) open.push(child.identity);
  }
  return sorted;
}

/** By time, number, identity. */
export function compare(a: Place, b: Place): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.id - b.id || byCodeUnits(a.identity, b.identity);
}

/** Stands above all messages; no identity is empty. */
const root = '';

/** On what each message of a side hangs. */
function parents(side: readonly string[], places: ReadonlyMap<string, Place>): Map<string, string> {
  const found = new Map<string, string>();
  const younger: Place[] = [];
  for (const identity of side) {
    const place = places.get(identity);
    if (place === undefined) continue;
    while (younger.length > 0 && compare(younger.at(-1)!, place) < 0) younger.pop();
    found.set(identity, younger.at(-1)?.identity ?? root);
    younger.push(place);
  }
  return found;
}

function choose(
  identity: string,
  base: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
): string {
  const [before, left, right] = [base.get(identity), ours.get(identity), theirs.get(identity)];
  if (left === undefined || right === undefined) return left ?? right ?? root;
  if (left === right || right === before) return left;
  if (left === before || left === root) return right;
  if (right === root) return left;
  return compare(places.get(left)!, places.get(right)!) > 0 ? left : right;
}
