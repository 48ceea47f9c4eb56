import type { Edit, Replaced } from '../core/index.ts';
import { type ReplacedBlock, replacedBlocks } from './backup.ts';
import type { Cache } from './cache.ts';

/**
 * The edits that take short forms out of a chat again and put back what stood there before the first of ours. Without
 * ids all that we wrote; with ids those of these messages, pinned and other programs' too.
 */
export function undoEdits(
  { root, cache }: { readonly root: string; readonly cache: Pick<Cache, 'summary'> },
  path: string,
  ids: readonly number[],
): Edit[] {
  const restore = firstOfEach(replacedBlocks(root, path).filter((block) => !wasOurs(cache, block)));
  if (ids.length === 0) return [{ kind: 'uncompact', restore }];
  return ids.map((messageId) => ({ kind: 'uncompact', messageId, restore }));
}

/** A person's change of a short form that we had written: it stays in the backup, and is not what stood there before. */
function wasOurs(cache: Pick<Cache, 'summary'>, { source, recipe, text }: ReplacedBlock): boolean {
  return text !== '' && cache.summary(source, recipe)?.text === text;
}

function firstOfEach(blocks: readonly ReplacedBlock[]): Replaced[] {
  const first = new Map<number, Replaced>();
  for (const { messageId, bytes } of blocks)
    if (!first.has(messageId)) first.set(messageId, { messageId, bytes });
  return [...first.values()];
}
