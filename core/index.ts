/** The pure part: what a chat is, and what a model sees of it. */

export { type Freshness, freshness, untouched, usable } from './compaction/freshness.ts';
export { resultId } from './compaction/marker.ts';
export {
  keptBelow,
  type Need,
  type NeedSection,
  need,
  type SkipReason,
  type Threshold,
} from './compaction/need.ts';
export { type Recipe, type RecipeSettings, recipe, recipeVersion } from './compaction/recipe.ts';
export { codePoints } from './compaction/room.ts';
export { type Original, type Section, sections, source } from './compaction/sections.ts';
export {
  type Candidate,
  isRemembered,
  type RefusalReason,
  type Reply,
  refusalReasons,
  type Verdict,
} from './compaction/verdict.ts';
export type * from './conversation.ts';
export * from './error.ts';
export * from './settings/rows.ts';
export type * from './settings/settings.ts';
export * from './settings/settle.ts';
