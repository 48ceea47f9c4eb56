import type { Message } from '../../conversation.ts';
import { openSource } from '../body.ts';
import { findConflicts } from '../conflict.ts';
import { asBuffer } from '../lines.ts';
import { type Side, sideOf } from '../sides.ts';
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
  const source = openSource(buffer);
  const bytesOf = (side: Side): Buffer => sideOf(source, conflicts, side).bytes;
  const base = conflicts.every((one) => one.base !== undefined) ? bytesOf('base') : Buffer.alloc(0);
  return merge(base, bytesOf('ours'), bytesOf('theirs'), sourceOf);
}
