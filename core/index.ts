/** The pure part: what a chat is, and what a model sees of it. */

export { accept, candidate } from './compaction/accept.ts';
export { accountEdits, labelled } from './compaction/earlier/compose.ts';
export { exchangeStarts } from './compaction/earlier/exchanges.ts';
export { judgeAccount } from './compaction/earlier/judge.ts';
export {
  type AccountPlan,
  planAccount,
  type Stretch,
  together,
  toldUpTo,
} from './compaction/earlier/plan.ts';
export { accountPrompt, accountRemarks } from './compaction/earlier/prompt.ts';
export { hasWords, quoteStretch } from './compaction/earlier/quote.ts';
export {
  type AccountKind,
  type AccountNumbers,
  accountNumbers,
  accountRecipe,
  callRules,
} from './compaction/earlier/rules.ts';
export { type Spoken, spoken, transcript } from './compaction/earlier/spoken.ts';
export { pieceSource, type Told } from './compaction/earlier/told.ts';
export { shorten } from './compaction/extractive/shorten.ts';
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
export { reuse } from './compaction/reuse.ts';
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
export { type ExportKind, exportChat, exportKinds } from './export/export.ts';
export type { AttachmentBytes } from './export/openai.ts';
export { edit } from './format/edit.ts';
export type { Edit, Edited, Outcome, Replaced, Span } from './format/edits.ts';
export { type Mended, type Mending, mend } from './format/mend.ts';
export { type MergeResult, merge } from './format/merge/merge.ts';
export { resolveMarks, resolveStages, type Stages } from './format/merge/resolve.ts';
export { isChat, parse } from './format/parse.ts';
export { type NewChat, type NewEarlier, type NewMessage, printChat, printMessage } from './format/print.ts';
export { pageOf, type Row as MessageRow } from './format/row.ts';
export { openRows, type Rows, type RowsRead, readRows, readRowsFrom } from './format/rows.ts';
export { type Block, type BlockKind, scan } from './format/scan.ts';
export type { ReadBlock } from './format/source-at.ts';
export { applySplices, type Splice, slices } from './format/splice.ts';
export { parseTail, type Tail } from './format/tail.ts';
export { readYaml } from './format/yaml.ts';
export { type Additions, additions } from './import/additions.ts';
export { fileName } from './import/file-name.ts';
export { formats, type ImportReading, readImport } from './import/formats.ts';
export type { Attachment, Imported, ImportedMessage, Kind as ImportKind } from './import/imported.ts';
export { beginnings } from './search/asked.ts';
export { evidenceThreshold } from './search/evidence.ts';
export type { Language } from './search/languages.ts';
export type { Place } from './search/places.ts';
export { type Postings, postings } from './search/postings.ts';
export { prepare, type Query, type QueryWord } from './search/query.ts';
export type { Census } from './search/score.ts';
export { type Found, type Hit, type SearchOptions, searchChat } from './search/search-chat.ts';
export { type Vocabulary, vocabulary } from './search/vocabulary.ts';
export { limitsFor } from './settings/limits.ts';
export type { Authority, Row } from './settings/row.ts';
export * from './settings/rows.ts';
export type * from './settings/settings.ts';
export * from './settings/settle.ts';
export { anchors } from './text/anchors.ts';
export type { Fact, FactKind } from './text/fact.ts';
export { facts } from './text/facts.ts';
export { fenced } from './text/fenced.ts';
export { grouped } from './text/grouped.ts';
export { canonicalJson, sha256, wellFormed } from './text/hash.ts';
export { isLong, renderedWords } from './text/markdown.ts';
export { countWords, sentences, wordVerdict } from './text/prose.ts';
export { splitReasoning } from './text/reasoning.ts';
export { redact } from './text/redact.ts';
export { isOtherLanguage, languageOf, type Script, scriptOf } from './text/script.ts';
export { estimateTokens, pictureTokens } from './text/tokens.ts';
export { visibleText } from './text/visible.ts';
export { type Reader, type ReadPage, readChatMessages, readLimits } from './tools/read-chat-messages.ts';
export { type ResultPage, readToolResult, resultAddress } from './tools/read-tool-result.ts';
export { type ToolName, type ToolSchema, toolSchemas } from './tools/schemas.ts';
export {
  hitsOf,
  searchAnswer,
  searchArguments,
  searchChatMessages,
  searchLimit,
} from './tools/search-chat-messages.ts';
export type { Neighbour, SearchHit, SearchPage, SearchPlace } from './tools/search-page.ts';
export { placeLine, searchText, trimmedPlace } from './tools/search-text.ts';
export { chooseChat, type Listed, type Seal } from './tools/session.ts';
export { pageSize, type ToolAnswer, type ToolChat } from './tools/tool.ts';
export { type NoteChange, updateNote } from './tools/update-note.ts';
export { originalWords, resultIds } from './tools/words.ts';
export {
  type AccountEnd,
  accountEnd,
  accountEndByCount,
  accountEndNow,
  budgetWithAccount,
} from './window/account-end.ts';
export { assemble, type Kept, nothingKept } from './window/assemble.ts';
export {
  around,
  type Budget,
  behindTokens,
  budget,
  type Means,
  modelWindow,
  unknownWindow,
} from './window/budget.ts';
export { type Counted, count as countMessage, countedShort } from './window/count.ts';
export { draw, signs } from './window/draw.ts';
export { fitExactly } from './window/exact.ts';
export { type Healing, heal, type Refused } from './window/heal.ts';
export {
  type Cut,
  type Learned,
  windowMeans,
  withCounted,
  withCut,
  withNamed,
  withTold,
} from './window/learned.ts';
export { type Dialect, type Limits, limits, type Policy } from './window/limits.ts';
export { live, liveLimits } from './window/live.ts';
export { measure } from './window/measure.ts';
export { outline } from './window/outline.ts';
export { remembered } from './window/previous.ts';
export { type Recall, type RecallSnippet, type RecallWish, recall } from './window/recall.ts';
export {
  type Asked,
  type Receipt,
  type ReceiptSlot,
  rebuild,
  receipt,
  type Since,
  sinceThen,
} from './window/receipt.ts';
export { isReceipt } from './window/receipt-check.ts';
export {
  type Refusal as ServerRefusal,
  type RefusalKind,
  type Remedy,
  recognise,
  type Sent,
  type ServerReply,
} from './window/refusal.ts';
export { type AskedRequest, type Taken, takeReply } from './window/reply.ts';
export { type Request, type Requests, request } from './window/request.ts';
export { fitState } from './window/state-room.ts';
export { bare, type Recalled, type State, type Surround, type ToolOffer } from './window/surround.ts';
export {
  type Correction,
  type Corrections,
  correctionOf,
  cutSays,
  type Lesson,
  learn,
  type Usage,
  usageOf,
} from './window/usage.ts';
export { validate } from './window/validate.ts';
export type { Form, Previous, Shown, Slot, Window } from './window/window.ts';
