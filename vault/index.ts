/** The folder of chats: the only room that reads or writes chat files. */
export { keepAttachments } from './attachments.ts';
export { backup, replacedBlocks } from './backup.ts';
export { type Browsed, browse, catalogChat } from './browse.ts';
export { Cache, type Refusal } from './cache.ts';
export { checkChat, checkVault, type Finding } from './check.ts';
export { copyName } from './copies.ts';
export type { EditOptions, EditReport } from './edit.ts';
export { markdownFiles } from './find.ts';
export { foundVault } from './found.ts';
export { gitAtWork, repositoryOf } from './git.ts';
export type { OnProgress } from './index-refresh.ts';
export { SearchIndex, type VaultFound } from './index-search.ts';
export { type SessionEntry, sessionIdOf, sessions } from './index-sessions.ts';
export { callTool, searchVault, type ToolOptions, toolChat } from './index-tools.ts';
export { lastReceipt } from './last-receipt.ts';
export {
  everyLearned,
  keepLearned,
  type LearnedEntry,
  learnedOf,
  type ModelPlace,
} from './learned.ts';
export { type Lock, lock } from './lock.ts';
export { type Merged, mergeFiles } from './merge.ts';
export { type Located, locate, locateFrom } from './paths.ts';
export type { Snapshot } from './read.ts';
export { keepReceipt, keptReceipt, type ReceiptKey } from './receipts.ts';
export type { Repaired } from './repair.ts';
export { served } from './serve.ts';
export { findVault, settingsFile, userConfigFile, type VaultSettings } from './settings.ts';
export { makeState, stateFolder } from './state.ts';
export { type Trusted, trust } from './trust.ts';
export { undoEdits } from './undo.ts';
export { type ChatEntry, openVault, Vault, type VaultOptions } from './vault.ts';
export { codeOf, type Disk, disk, type Stamp, sameStamp } from './write/disk.ts';
export { type Alone, aloneSays, type Later, laterSays } from './write/guards.ts';
export type { Recovered } from './write/recover.ts';
export { diskTrouble } from './write/trouble.ts';
