import { type Block, eachBlock } from './scan.ts';

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
export function frames(bytes: Buffer): Frame[] {
  const result: Frame[] = [];
  eachFrame(bytes, (frame) => result.push(frame));
  return result;
}

/** Calls `take` with each frame in order; a frame that it lets go costs no memory. */
export function eachFrame(bytes: Buffer, take: (frame: Frame) => void): void {
  const open: Block[] = [];
  let count = 0;
  const close = (ended: boolean): void => {
    // A list of just the right length: one that has grown by push keeps room for sixteen more.
    take(frameOf(open.slice(0, count), ended));
    count = 0;
  };
  // The scanner lets nothing but its end or the next opening marker end a container, so its blocks stand in a row.
  eachBlock(bytes, (block) => {
    const opens = isContainer(block.kind);
    if (opens && count > 0) close(false);
    if (!opens && count === 0) {
      take(frameOf([block], true));
      return;
    }
    open[count++] = block;
    if (!opens && block.kind === endOf[open[0]!.kind]) close(true);
  });
  if (count > 0) close(false);
}

/** A message frame's compaction: the header's block and the segments behind it, one unbroken range of bytes. */
export interface CompactionBlocks {
  readonly head: Block;
  readonly segments: readonly Block[];
  readonly start: number;
  readonly end: number;
}

/** Every compaction that stands in a message, in order. */
export function compactionsOf(frame: Frame): readonly CompactionBlocks[] {
  // Most messages have none, and this is asked of every message.
  if (!hasCompaction(frame.blocks)) return none;
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

const none: readonly CompactionBlocks[] = [];

function hasCompaction(blocks: readonly Block[]): boolean {
  for (const { kind } of blocks) if (kind === 'compacted') return true;
  return false;
}

const endOf: { readonly [kind in Block['kind']]?: Block['kind'] } = {
  message: 'end-message',
  note: 'end-note',
  earlier: 'end-earlier',
};

function isContainer(kind: Block['kind']): boolean {
  return kind === 'message' || kind === 'note' || kind === 'earlier';
}

function frameOf(blocks: readonly Block[], ended: boolean): Frame {
  const first = blocks[0]!;
  return { kind: first.kind as Frame['kind'], blocks, start: first.start, end: blocks.at(-1)!.end, ended };
}
