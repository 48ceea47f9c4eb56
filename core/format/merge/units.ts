import type { Message } from '../../conversation.ts';
import { sha256 } from '../../text/hash.ts';
import type { Unit } from './model.ts';
import { chooseShorts, fits, mergeShorts, type Short } from './short.ts';
import { byCodeUnits, byNumber, mergeKnown, threeWay } from './variants.ts';

/** A message of the result, before it has its id. */
export interface Merged {
  readonly identity: string;
  readonly unit: Unit;
  /** A new uid, because another text has the old one. */
  readonly uid?: string;
  /** The id that it asks for. */
  readonly wanted: number;
  readonly inBase: boolean;
  readonly shorts: readonly Short[];
  readonly trailing: string | undefined;
}

/** The messages of the result by identity, and what became of each side's messages. */
export interface MergedUnits {
  readonly all: ReadonlyMap<string, Merged>;
  /** For each twin the identity that its other text has kept. */
  readonly twins: ReadonlyMap<string, string>;
  /** For a unit of ours or theirs its identity in the result; undefined when the other side took it out. */
  identityOf(unit: Unit): string | undefined;
}

/**
 * Which messages there are after a merge. One that a side took out is gone when the other left it as it was; who changed
 * it wins over who took it out. Two different changes of one message stay as two: the smaller text keeps the identity,
 * the other gets one that is made of both.
 */
export function mergeUnits(
  base: readonly Unit[],
  ours: readonly Unit[],
  theirs: readonly Unit[],
  sourceOf: (message: Message) => string,
): MergedUnits {
  const [before, left, right] = [base, ours, theirs].map(byIdentity);
  const all = new Map<string, Merged>();
  const became = new Map<Unit, string>();
  const twins: [Merged, Unit][] = [];
  for (const identity of new Set([...left!.keys(), ...right!.keys()])) {
    const sides = { ours: left!.get(identity), theirs: right!.get(identity) };
    const three: Three = { base: before!.get(identity), ...sides, sourceOf };
    const merged = mergeOne(three);
    if (merged === undefined) continue;
    all.set(identity, merged);
    for (const unit of [sides.ours, sides.theirs]) {
      if (unit === undefined) continue;
      if (unit.content === merged.unit.content || unit.content === three.base?.content)
        became.set(unit, identity);
      else twins.push([twinOf(unit, three, merged.unit), unit]);
    }
  }
  for (const [twin, unit] of twins) {
    const same = all.get(twin.identity);
    const shorts = chooseShorts(mergeShorts([], same?.shorts ?? [], twin.shorts), sourceOf(unit.message));
    all.set(twin.identity, same === undefined ? twin : { ...same, shorts });
    became.set(unit, twin.identity);
  }
  const pairs = new Map(twins.map(([twin, unit]) => [twin.identity, unit.identity]));
  return { all, twins: pairs, identityOf: (unit) => became.get(unit) };
}

interface Three {
  readonly base: Unit | undefined;
  readonly ours: Unit | undefined;
  readonly theirs: Unit | undefined;
  readonly sourceOf: (message: Message) => string;
}

function mergeOne(three: Three): Merged | undefined {
  const { base, ours, theirs } = three;
  const inBase = base !== undefined;
  if (ours === undefined || theirs === undefined) {
    const unit = (ours ?? theirs)!;
    if (inBase && !isChanged(base, unit)) return undefined;
    const { identity, trailing, shorts } = unit;
    return { identity, unit, wanted: wantedOf(unit, base), inBase, shorts, trailing };
  }
  const unit = inBase ? threeWay(base, ours, theirs, byContent) : smaller(ours, theirs);
  const wanted = threeWay(base?.id ?? 0, wantedOf(ours, base), wantedOf(theirs, base), byNumber);
  const rival = [ours, theirs].find((one) => one.content !== unit.content && one.content !== base?.content);
  const shorts = shortsOf(unit, three, rival);
  const trailing = mergeKnown(base?.trailing, ours.trailing, theirs.trailing);
  return { identity: ours.identity, unit, wanted, inBase, shorts, trailing };
}

function twinOf(unit: Unit, three: Three, winner: Unit): Merged {
  const hash = sha256(`${unit.identity} ${unit.content}`);
  const uid = unit.message.uid === undefined ? undefined : base32(hash);
  return {
    identity: uid ?? `${unit.identity}~${hash}`,
    unit,
    ...(uid === undefined ? {} : { uid }),
    wanted: wantedOf(unit, three.base),
    inBase: false,
    shorts: shortsOf(unit, three, winner, false),
    trailing: unit.trailing,
  };
}

/**
 * The short forms of one text. One that fits its words is its own; a person's that fits no text stays with the one that
 * keeps the identity; one of ours that fits none stays where it stood stale already, and goes when this merge has made
 * it stale: so clones end equal in whatever order they are merged.
 */
function shortsOf(unit: Unit, three: Three, rival: Unit | undefined, keeps = true): Short[] {
  const { base, ours, theirs, sourceOf } = three;
  const source = sourceOf(unit.message);
  const other = rival === undefined ? undefined : sourceOf(rival.message);
  const beside = [ours, theirs].filter((one) => one?.content === unit.content).flatMap((one) => one!.shorts);
  const names = new Set(beside.map(({ name }) => name));
  const pool = mergeShorts(base?.shorts ?? [], ours?.shorts ?? [], theirs?.shorts ?? []);
  const own = pool.filter((short) => {
    if (fits(short, source)) return true;
    if (!short.personal) return names.has(short.name);
    return keeps && (other === undefined || !fits(short, other));
  });
  return chooseShorts(own, source);
}

/** The id that a side wants for a message: its own, or the one it had before a merge that the base does not know. */
function wantedOf(unit: Unit, base: Unit | undefined): number {
  if (base !== undefined && unit.id === base.id && unit.was === base.was) return base.id;
  return unit.was ?? unit.id;
}

function isChanged(base: Unit, unit: Unit): boolean {
  const old = new Set(base.shorts.map((short) => short.name));
  return unit.content !== base.content || unit.shorts.some((short) => short.personal && !old.has(short.name));
}

function smaller(a: Unit, b: Unit): Unit {
  return byContent(a, b) <= 0 ? a : b;
}

/** Equal for equal words; of those the smaller spelling is the smaller. */
function byContent(a: Unit, b: Unit): number {
  return byCodeUnits(a.content, b.content) || byCodeUnits(spelling(a), spelling(b));
}

function spelling({ open, headerLine, said, close }: Unit): string {
  return open + headerLine + said + close;
}

function byIdentity(units: readonly Unit[]): Map<string, Unit> {
  return new Map(units.map((unit) => [unit.identity, unit]));
}

/** Twelve characters of RFC 4648 base 32, lower case, as uids have them. */
function base32(hash: string): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from(
    { length: 12 },
    (_, at) => alphabet[Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16) % 32],
  ).join('');
}
