import type { Compaction, Message, Role } from '../conversation.ts';
import { compactionVersion } from '../format/grammar.ts';
import { freshnessOf } from './freshness.ts';
import type { Recipe } from './recipe.ts';
import { codePoints, roomFor } from './room.ts';
import { type Original, type Section, sections, sourceOf } from './sections.ts';

/** Visible words below which a section is kept as it is, without asking a summarizer. */
export const keptBelow = 12;

/** A section, and whether its words stand in the short form as they are. */
export type NeedSection = Section & { readonly kept?: true };

/** One message that wants a short form, with all that is needed to make and to judge one. */
export interface Need {
  readonly messageId: number;
  readonly role: Role;
  /** ISO 8601 as in the message. */
  readonly createdAt: string;
  readonly source: string;
  readonly recipe: string;
  readonly method: Recipe['method'];
  /** The share of code points that the whole must save, anchors included. */
  readonly minSaving: number;
  /** The share that the originals must save so that the whole does, kept sections weighed in; `minSaving` or more. */
  readonly originalSaving: number;
  readonly sections: readonly NeedSection[];
  /** What goes to the summarizer, in order: the text sections that are not kept. Never empty. */
  readonly originals: readonly Original[];
}

/**
 * Why a message wants no short form. `short`: too few visible words, or nothing left to shorten once its small
 * sections are kept; `valid`: it has one; `no-text`: only tools and pictures.
 */
export type SkipReason = 'short' | 'valid' | 'pinned' | 'open' | 'blocked' | 'no-text';

/** Visible words from which a message is long: one number, or one for each role (missing: 50). */
export type Threshold = number | { readonly [role in Role]?: number | undefined };

/**
 * Whether a message wants a short form. Hashes are compared before any Markdown is looked at, so that a finished
 * vault costs nothing; `isLong(markdown, words)` (core/text) is asked last.
 */
export function need(
  message: Message,
  recipe: Recipe,
  minWords: Threshold,
  isLong: (markdown: string, words: number) => boolean,
): Need | { readonly skip: SkipReason } {
  const { compaction, others = [], role } = message;
  if (message.open) return { skip: 'open' };
  if (compaction?.pinned) return { skip: 'pinned' };
  if (message.blocked !== undefined) return { skip: 'blocked' };
  if (compaction !== undefined && isNotOurs(compaction)) return { skip: 'blocked' };
  const parts = sections(message);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length === 0) return { skip: 'no-text' };
  const source = sourceOf(role, parts);
  const standing = compaction === undefined ? [] : [compaction, ...others];
  if (standing.some((one) => freshnessOf(one, message.id, source, parts, recipe.hash) === 'valid'))
    return { skip: 'valid' };
  if (!isLong(texts.join('\n\n'), wordsFor(role, minWords))) return { skip: 'short' };
  const marked = parts.map(
    (part): NeedSection =>
      part.type === 'text' && !isLong(part.text, keptBelow) ? { ...part, kept: true } : part,
  );
  const originals = marked.flatMap((part) => (part.type === 'text' && !part.kept ? [part.text] : []));
  const originalSaving = savingOf(texts, originals, recipe.min_saving);
  if (originals.length === 0 || originalSaving > hopeless) return { skip: 'short' };
  return {
    messageId: message.id,
    role,
    createdAt: message.createdAt,
    source,
    recipe: recipe.hash,
    method: recipe.method,
    minSaving: recipe.min_saving,
    originalSaving,
    sections: marked,
    originals,
  };
}

/** What another version wrote, or holds what this one does not know, is kept as it stands. */
function isNotOurs({ version, segments }: Compaction): boolean {
  return version !== compactionVersion || segments.some(({ type }) => type === 'unknown');
}

/** Above this share, kept sections fill the short form so far that no whole sentence fits beside them. */
const hopeless = 0.95;

function savingOf(texts: readonly string[], originals: readonly string[], minSaving: number): number {
  const whole = codePoints(texts.join('\n'));
  const open = originals.reduce((sum, text) => sum + codePoints(text), 0);
  const left = roomFor(texts, minSaving) - (whole - open);
  return open === 0 ? 1 : Math.min(1, Math.max(minSaving, 1 - left / open));
}

function wordsFor(role: Role, minWords: Threshold): number {
  return typeof minWords === 'number' ? minWords : (minWords[role] ?? 50);
}
