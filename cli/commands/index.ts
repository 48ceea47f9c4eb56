import type { Entry } from '../command.ts';

/** Every command, in the order `--help` lists them. */
export const commands: readonly Entry[] = [
  { name: 'init', says: 'make a vault', load: () => import('./init.ts') },
  { name: 'add', says: 'add a message to a chat', load: () => import('./add.ts') },
  { name: 'import', says: "bring in other programs' conversations", load: () => import('./import.ts') },
  { name: 'export', says: 'write a chat in another form', load: () => import('./export.ts') },
  { name: 'compact', says: 'give long messages their short forms, once', load: () => import('./compact.ts') },
  { name: 'watch', says: 'keep the vault compacted while you work', load: () => import('./watch.ts') },
  { name: 'status', says: 'tell how the service of this vault does', load: () => import('./status.ts') },
  { name: 'service', says: 'have the system run watch for you', load: () => import('./service.ts') },
  { name: 'read', says: 'print the original words of messages', load: () => import('./read.ts') },
  { name: 'result', says: 'print the saved output of a tool call', load: () => import('./result.ts') },
  { name: 'note', says: "print or write a chat's note", load: () => import('./note.ts') },
  { name: 'window', says: 'show what a model would see of a chat', load: () => import('./window.ts') },
  { name: 'request', says: 'print the next request for a model', load: () => import('./request.ts') },
  { name: 'undo', says: 'take short forms out of a chat again', load: () => import('./undo.ts') },
  { name: 'check', says: 'find what is wrong, and mend it', load: () => import('./check.ts') },
  { name: 'mcp', says: 'serve the look-back tools to MCP clients', load: () => import('./mcp.ts') },
  { name: 'git-setup', says: 'let git merge chats by message', load: () => import('./git-setup.ts') },
  { name: 'merge', says: "git's merge driver; join a sync tool's copy", load: () => import('./merge.ts') },
  { name: 'search', says: 'find messages by their words', load: () => import('./search.ts') },
];
