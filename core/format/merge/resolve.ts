import type { Message } from '../../conversation.ts';
import { type Conflict, findConflicts } from '../conflict.ts';
import { asBuffer, endOfLine } from '../lines.ts';
import { type MergeResult, merge } from './merge.ts';

/** The three stages that git keeps of an unmerged file; a missing one is undefined. */
export interface Stages {
  /** Stage 1. */
  readonly base?: Uint8Array;
  /** Stage 2. */
  readonly ours?: Uint8Array;
  /** Stage 3. */
  readonly theirs?: Uint8Array;
}

/**
 * An unmerged file as one chat, from git's stages. Where one side has deleted the file and the other changed it, the
 * changed file stands. Undefined when there is no side at all.
 */
export function resolveStages(
  stages: Stages,
  sourceOf: (message: Message) => string,
): MergeResult | undefined {
  const { base = new Uint8Array(), ours, theirs } = stages;
  if (ours === undefined || theirs === undefined) {
    const bytes = ours ?? theirs;
    return bytes === undefined ? undefined : { bytes, undecided: false };
  }
  return merge(base, ours, theirs, sourceOf);
}

/**
 * A file with git's conflict marks as one chat, from what stands between the marks: for files that git no longer lists
 * as unmerged. Without the base that diff3 style gives, what one side has taken out comes back. Undefined when
 * the file has no conflict.
 */
export function resolveMarks(
  bytes: Uint8Array,
  sourceOf: (message: Message) => string,
): MergeResult | undefined {
  const buffer = asBuffer(bytes);
  const conflicts = findConflicts(buffer);
  if (conflicts.length === 0) return undefined;
  const [ours, theirs] = [side(buffer, conflicts, oursOf), side(buffer, conflicts, theirsOf)];
  const base = conflicts.every((one) => one.base !== undefined)
    ? side(buffer, conflicts, baseOf)
    : Buffer.alloc(0);
  return merge(base, ours, theirs, sourceOf);
}

/** Offsets between which a side's lines of a conflict stand; the first is that of the mark above them. */
type Lines = (conflict: Conflict) => readonly [number, number];

const oursOf: Lines = ({ ours, base, between }) => [ours, base ?? between];
const baseOf: Lines = ({ base, between }) => [base!, between];
const theirsOf: Lines = ({ between, theirs }) => [between, theirs];

function side(bytes: Buffer, conflicts: readonly Conflict[], lines: Lines): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const conflict of conflicts) {
    const [mark, end] = lines(conflict);
    pieces.push(bytes.subarray(from, conflict.ours), bytes.subarray(endOfLine(bytes, mark), end));
    from = conflict.end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}
