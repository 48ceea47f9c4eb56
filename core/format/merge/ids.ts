import type { Unit } from './model.ts';
import { compare, type Place } from './order.ts';
import type { Merged } from './units.ts';

/**
 * The id of each message of the result, in its order. Of several that want one id the one of the base keeps it, else
 * the earlier; the others get the next free ones, in the order of the result. What one file already had twice stays so:
 * nobody asked for other numbers.
 */
export function assignIds(
  sorted: readonly Merged[],
  files: readonly (readonly Unit[])[],
): Map<string, number> {
  const keepers = new Map<number, Merged>();
  for (const merged of sorted) {
    const keeper = keepers.get(merged.wanted);
    if (keeper === undefined || before(merged, keeper)) keepers.set(merged.wanted, merged);
  }
  const twice = idsGivenTwice(files);
  const ids = new Map<string, number>();
  let free = 1;
  for (const id of keepers.keys()) free = Math.max(free, id + 1);
  for (const merged of sorted) {
    const keeps = keepers.get(merged.wanted) === merged || twice.has(`${merged.wanted} ${merged.identity}`);
    ids.set(merged.identity, keeps ? merged.wanted : free++);
  }
  return ids;
}

/** Where a message stands by time, number and identity. */
export function placeOf({ identity, unit, wanted }: Merged): Place {
  const time = Date.parse(unit.message.createdAt);
  return { identity, time: Number.isNaN(time) ? -Infinity : time, id: wanted };
}

function before(a: Merged, b: Merged): boolean {
  if (a.inBase !== b.inBase) return a.inBase;
  return compare(placeOf(a), placeOf(b)) < 0;
}

/** `id identity` of every message whose id a message before it in the same file has too. */
function idsGivenTwice(files: readonly (readonly Unit[])[]): Set<string> {
  const twice = new Set<string>();
  for (const units of files) {
    const groups = new Map<number, Unit[]>();
    for (const unit of units) groups.set(unit.id, [...(groups.get(unit.id) ?? []), unit]);
    for (const [id, group] of groups) {
      if (group.length > 1) for (const { identity } of group) twice.add(`${id} ${identity}`);
    }
  }
  return twice;
}
