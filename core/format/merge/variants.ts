/**
 * The one rule of the merge, for whatever has a value on three sides: who did not change it follows who did. Where both
 * changed it, differently, the smaller value stands, whichever side it came from, so that the sides may be swapped and
 * any number of clones merged in any order.
 */
export function threeWay<Value>(
  base: Value,
  ours: Value,
  theirs: Value,
  compare: (a: Value, b: Value) => number,
): Value {
  if (compare(ours, theirs) === 0 || compare(theirs, base) === 0) return ours;
  if (compare(ours, base) === 0) return theirs;
  return compare(ours, theirs) < 0 ? ours : theirs;
}

/**
 * What is in a set after a merge: what both sides have and what one of them has added, without what one has taken
 * out. Sorted, each value once.
 */
export function mergeSets(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const before = new Set(base);
  const [left, right] = [new Set(ours), new Set(theirs)];
  const stays = [...left, ...right].filter(
    (value) => !before.has(value) || (left.has(value) && right.has(value)),
  );
  return [...new Set(stays)].sort(byCodeUnits);
}

/** The versions of a text that a merge had to keep side by side. */
export function splitVersions(text: string): string[] {
  return text.split(`\n\n${versionLine}\n\n`);
}

/** Versions of one text side by side, a line between them that says so and that `splitVersions` finds again. */
export function joinVersions(versions: readonly string[]): string {
  return versions.join(`\n\n${versionLine}\n\n`);
}

/** A personal text after a merge: one version, or all that somebody wrote. */
export function mergeText(base: string, ours: string, theirs: string): string {
  const [before, left, right] = [base, ours, theirs].map((text) =>
    splitVersions(text).filter((one) => one !== ''),
  );
  return joinVersions(mergeSets(before!, left!, right!));
}

/** `threeWay` for a text of which a side may know nothing; where only the base does not, the larger stands. */
export function mergeKnown(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs ?? base;
  if (base === undefined) return ours > theirs ? ours : theirs;
  return threeWay(base, ours, theirs, byCodeUnits);
}

/** Texts in the order of their UTF-16 code units, the same on every machine. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The smaller first. */
export function byNumber(a: number, b: number): number {
  return a - b;
}

const versionLine = '<!-- also written elsewhere at the same time: -->';
