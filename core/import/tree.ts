/** A message of a program that keeps its conversations as trees. */
export interface Node {
  readonly id: string;
  readonly parent: string | undefined;
  /** ISO 8601 UTC, or the empty string. */
  readonly createdAt: string;
}

/** The branch that the person went on with. */
export interface Branch<N extends Node> {
  /** From the beginning to the leaf. */
  readonly path: readonly N[];
  /** Nodes of other branches. */
  readonly others: readonly N[];
  /** The leaf was not named (or is not there): the newest one was taken, of equally new ones the last in the file. */
  readonly guessed: boolean;
}

/**
 * The path from a leaf up to its root by parent links, which programs write more reliably than lists of children.
 * A parent that is missing ends the path, a circle is cut.
 */
export function branch<N extends Node>(nodes: readonly N[], leaf: unknown): Branch<N> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const named = typeof leaf === 'string' ? byId.get(leaf) : undefined;
  const path: N[] = [];
  const seen = new Set<N>();
  for (
    let at = named ?? newestLeaf(nodes);
    at !== undefined && !seen.has(at);
    at = byId.get(at.parent ?? '')
  ) {
    seen.add(at);
    path.push(at);
  }
  return {
    path: path.reverse(),
    others: nodes.filter((node) => !seen.has(node)),
    guessed: named === undefined,
  };
}

function newestLeaf<N extends Node>(nodes: readonly N[]): N | undefined {
  const parents = new Set(nodes.map(({ parent }) => parent));
  let newest: N | undefined;
  for (const node of nodes) {
    if (parents.has(node.id)) continue;
    if (newest === undefined || node.createdAt >= newest.createdAt) newest = node;
  }
  return newest ?? nodes.at(-1);
}
