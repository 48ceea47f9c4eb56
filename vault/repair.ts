import { type Mended, mend, parse, type Splice, usable } from '../core/index.ts';
import { backup } from './backup.ts';
import type { Change, EditPlace, EditReport } from './edit.ts';
import { fromStages } from './join.ts';
import type { Located } from './paths.ts';

/** What a repair did. */
export interface Repaired {
  readonly mended: readonly Mended[];
  /** The copy of the file from before, relative to the vault. */
  readonly backup?: string;
  readonly report: EditReport;
}

/** The change that mends a chat, the file as it is copied to `.chatvault/backup/` first. `tell` gets what it does. */
export function repairing(
  { disk, root }: EditPlace,
  { file, path }: Located,
  tell: (repaired: Omit<Repaired, 'report'>) => void,
): Change {
  return async (bytes) => {
    const { splices, mended } = inConflict(bytes) ? unmerged(file, bytes) : mend(bytes, usable);
    if (splices.length > 0) tell({ mended, backup: await backup(disk, root, path, bytes) });
    return splices;
  };
}

/** All bytes of a file in the place of all bytes. */
export function whole(bytes: Uint8Array, now: Uint8Array): Splice[] {
  return Buffer.compare(bytes, now) === 0 ? [] : [{ at: 0, remove: bytes.length, insert: now }];
}

function inConflict(bytes: Uint8Array): boolean {
  return parse(bytes).problems.some(({ code }) => code === 'git-conflict');
}

function unmerged(
  file: string,
  bytes: Uint8Array,
): { splices: readonly Splice[]; mended: readonly Mended[] } {
  const resolved = fromStages(file, bytes);
  if (resolved === undefined) return { splices: [], mended: [] };
  const { line = 1 } = parse(bytes).problems.find(({ code }) => code === 'git-conflict') ?? {};
  const text =
    'Merged by message from the versions that git keeps; nothing of either side is lost. Look at it, then: git add';
  return { splices: whole(bytes, resolved), mended: [{ code: 'git-conflict', line, text }] };
}
