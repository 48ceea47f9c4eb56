/** The library: open a vault, read chats, compact them, make requests. The pure part alone is `chatvault/core`. */

export * from './compactor/index.ts';
export * from './core/index.ts';
export * from './vault/index.ts';
