import type { Account, Model, Unit } from './model.ts';
import type { Merged, MergedUnits } from './units.ts';
import { byCodeUnits, mergeSets } from './variants.ts';

/**
 * The accounts that still fit, by the identity of the message they stand behind: the messages they cover stand in the
 * result as they stood in their file, word for word, under the same ids and with nothing in between. Of two of one kind
 * that overlap the one that begins first stays, then the longer, the older. The others are derived and will be made again.
 */
export function mergeAccounts(
  base: Model,
  ours: Model,
  theirs: Model,
  units: MergedUnits,
  sorted: readonly Merged[],
  ids: ReadonlyMap<string, number>,
): Map<string, string> {
  const [before, left, right] = [base, ours, theirs].map(({ accounts }) => accounts.map(({ raw }) => raw));
  const stays = new Set(mergeSets(before!, left!, right!));
  const index = new Map(sorted.map(({ identity }, at) => [identity, at]));
  const fits = ({ covers }: Account): boolean => {
    const first = covers[0] === undefined ? undefined : index.get(units.identityOf(covers[0]) ?? '');
    return first !== undefined && covers.every((unit, at) => isSame(unit, sorted[first + at], units, ids));
  };
  const fitting = [...ours.accounts, ...theirs.accounts].filter(
    (account) => stays.has(account.raw) && fits(account),
  );
  const kept: Account[] = [];
  for (const account of fitting.sort(byBeginning)) {
    const overlaps = kept.some(({ kind, to }) => kind === account.kind && to >= account.from);
    if (!overlaps) kept.push(account);
  }
  const placed = new Map<string, string>();
  for (const account of kept) {
    const identity = units.identityOf(account.covers.at(-1)!)!;
    placed.set(identity, (placed.get(identity) ?? '') + account.raw);
  }
  return placed;
}

function isSame(
  unit: Unit,
  merged: Merged | undefined,
  units: MergedUnits,
  ids: ReadonlyMap<string, number>,
): boolean {
  if (merged === undefined || units.identityOf(unit) !== merged.identity) return false;
  return merged.unit.content === unit.content && ids.get(merged.identity) === unit.id;
}

function byBeginning(a: Account, b: Account): number {
  return a.from - b.from || b.to - a.to || a.createdAt - b.createdAt || byCodeUnits(a.raw, b.raw);
}
