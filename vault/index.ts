/** The folder of chats: the only room that reads or writes chat files. */
export { backup, replacedBlocks } from './backup.ts';
export { Cache, type Refusal } from './cache.ts';
export { copyName } from './copies.ts';
export type { EditOptions, EditReport } from './edit.ts';
export { markdownFiles } from './find.ts';
export { gitAtWork, repositoryOf } from './git.ts';
export { type SessionEntry, sessionIdOf, sessions } from './index-sessions.ts';
export { callTool, type ToolOptions, toolChat } from './index-tools.ts';
export { type Lock, lock } from './lock.ts';
export { type Located, locate, locateFrom } from './paths.ts';
export type { Snapshot } from './read.ts';
export { findVault, settingsFile, userConfigFile, type VaultSettings } from './settings.ts';
export { makeState, stateFolder } from './state.ts';
export { type ChatEntry, openVault, Vault, type VaultOptions } from './vault.ts';
export { codeOf, type Disk, disk, type Stamp, sameStamp } from './write/disk.ts';
export { type Alone, aloneSays, type Later } from './write/guards.ts';
export type { Recovered } from './write/recover.ts';
