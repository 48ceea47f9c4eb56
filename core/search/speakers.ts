/** Who speaks in a chat where messages open with a name (`Maria: …`), and where the words behind the label begin. */
export interface Speakers {
  /** Folded first names, in the order they first speak. */
  readonly names: readonly string[];
  /** For each message the index of its speaker in `names`, or -1. */
  readonly of: Int32Array;
  /** For each message the length of its label in the searchable text. */
  readonly label: Int32Array;
}

/**
 * The speakers of a chat from the openings of its messages. Only names that open at least three messages count, and
 * only when such labels open at least half of all messages: a single `Note: …` names nobody.
 */
export function speakers(openings: readonly string[], foldName: (name: string) => string): Speakers {
  const of = new Int32Array(openings.length).fill(-1);
  const label = new Int32Array(openings.length);
  const counts = new Map<string, number>();
  const found = openings.map((opening) => {
    const match = mayBeLabel.test(opening) ? pattern.exec(opening) : null;
    if (match === null) return undefined;
    const name = foldName(match[1]!.split(' ')[0]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return { name, length: match[0].length };
  });
  const names = [...counts].filter(([, count]) => count >= 3).map(([name]) => name);
  const labelled = found.filter((one) => one !== undefined && names.includes(one.name)).length;
  if (labelled * 2 < openings.length) return { names: [], of, label };
  for (const [index, one] of found.entries()) {
    if (one === undefined) continue;
    of[index] = names.indexOf(one.name);
    if (of[index] !== -1) label[index] = one.length;
  }
  return { names, of, label };
}

/** At least as much as the pattern takes, without the tables of Unicode. */
const mayBeLabel = /^[A-Z\x80-\uffff][^:]{0,189}:\s/;
const pattern = /^(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2}):\s/u;
