import type { Block } from './scan.ts';

/** What stands at the top of a file: one block, or a message, note or account with all of its blocks. */
export interface Frame {
  readonly kind: 'front-matter' | 'text' | 'message' | 'note' | 'earlier' | 'unknown';
  readonly blocks: readonly Block[];
  readonly start: number;
  readonly end: number;
  /** Whether its end marker stands there; true for what has none. */
  readonly ended: boolean;
}

/** The frames of a file, in order. They tile the file as the blocks do. */
export function frames(blocks: readonly Block[]): Frame[] {
  const result: Frame[] = [];
  for (let at = 0; at < blocks.length; ) {
    const first = blocks[at]!;
    const next = endOfFrame(blocks, at);
    const own = blocks.slice(at, next);
    const last = own.at(-1)!;
    const container = isContainer(first.kind);
    const ended = !container || last.kind === `end-${first.kind}`;
    const kind = first.kind as Frame['kind'];
    result.push({ kind, blocks: own, start: first.start, end: last.end, ended });
    at = next;
  }
  return result;
}

/** A message frame's compaction: the header's block and the segments behind it, one unbroken range of bytes. */
export interface CompactionBlocks {
  readonly head: Block;
  readonly segments: readonly Block[];
  readonly start: number;
  readonly end: number;
}

/** Every compaction that stands in a message, in order. */
export function compactionsOf(frame: Frame): CompactionBlocks[] {
  const found: CompactionBlocks[] = [];
  frame.blocks.forEach((head, at) => {
    if (head.kind !== 'compacted') return;
    let next = at + 1;
    while (frame.blocks[next]?.kind === 'segment') next++;
    const segments = frame.blocks.slice(at + 1, next);
    found.push({ head, segments, start: head.start, end: (segments.at(-1) ?? head).end });
  });
  return found;
}

function isContainer(kind: Block['kind']): boolean {
  return kind === 'message' || kind === 'note' || kind === 'earlier';
}

/** The scanner lets nothing but an end or the next opening marker end a container, so its blocks stand in a row. */
function endOfFrame(blocks: readonly Block[], at: number): number {
  const { kind } = blocks[at]!;
  if (!isContainer(kind)) return at + 1;
  for (let next = at + 1; next < blocks.length; next++) {
    const found = blocks[next]!.kind;
    if (found === `end-${kind}`) return next + 1;
    if (isContainer(found)) return next;
  }
  return blocks.length;
}
