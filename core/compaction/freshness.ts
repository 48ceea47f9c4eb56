import type { Compaction, Message, Segment } from '../conversation.ts';
import { compactionVersion } from '../format/grammar.ts';
import { sha256 } from '../text/hash.ts';
import { type Section, sections, sourceOf } from './sections.ts';

/**
 * How the short form that stands in a message relates to its words of today.
 * - `none`: there is none. `open`: the message has not ended, a short form of it is never used.
 * - `valid`: made from these words by this recipe. `outdated`: by another recipe; used until a new one is ready.
 * - `pinned`: written by a person for these words; used whatever the recipe, never replaced.
 * - `stale`: made from other words, for another message, in a version or shape not known. Never used.
 */
export type Freshness = 'none' | 'valid' | 'outdated' | 'stale' | 'pinned' | 'open';

/** Judges by hashes alone; no Markdown is parsed. `recipeHash` is that of today's recipe. */
export function freshness(message: Message, recipeHash: string): Freshness {
  if (message.open) return 'open';
  if (message.compaction === undefined) return 'none';
  const parts = sections(message);
  return freshnessOf(message.compaction, message.id, sourceOf(message.role, parts), parts, recipeHash);
}

/** `freshness` of a finished message whose sections and source are at hand already. */
export function freshnessOf(
  compaction: Compaction,
  messageId: number,
  source: string,
  parts: readonly Section[],
  recipeHash: string,
): Freshness {
  const fits =
    compaction.version === compactionVersion &&
    compaction.messageId === messageId &&
    compaction.source === source &&
    segmentsFit(compaction.segments, parts);
  if (!fits) return 'stale';
  if (compaction.pinned) return 'pinned';
  return compaction.recipe === recipeHash ? 'valid' : 'outdated';
}

/**
 * The short form that may stand for this message in a request: valid, outdated or pinned; never a stale one. Where
 * several stand in the file, the pinned one while it fits, else the first that does.
 */
export function usable(message: Message): Compaction | undefined {
  const { compaction, others = [] } = message;
  if (message.open || compaction === undefined) return undefined;
  const parts = sections(message);
  const source = sourceOf(message.role, parts);
  return [compaction, ...others].find((one) => freshnessOf(one, message.id, source, parts, '') !== 'stale');
}

/** Whether the segments are still, word for word, those that the writer of the block put there. */
export function untouched(compaction: Compaction): boolean {
  return compaction.text === segmentsHash(compaction.segments);
}

/** SHA-256 of the segments' bodies joined by LF: the `text` of a block's header. */
export function segmentsHash(segments: readonly Segment[]): string {
  return sha256(segments.map(({ text }) => text).join('\n'));
}

/** One segment for each section, in order and of its kind, then at most one of anchors. */
function segmentsFit(segments: readonly Segment[], parts: readonly Section[]): boolean {
  const own = segments.at(-1)?.type === 'anchors' ? segments.slice(0, -1) : segments;
  return (
    own.length === parts.length &&
    parts.every((part, at) => own[at]?.type === (part.type === 'text' ? 'text' : 'marker'))
  );
}
