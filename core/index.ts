/** The pure part: what a chat is, and what a model sees of it. */
export type * from './conversation.ts';
export * from './error.ts';
export * from './settings/rows.ts';
export type * from './settings/settings.ts';
export * from './settings/settle.ts';
