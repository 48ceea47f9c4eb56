/** The pure part: what a chat is, and what a model sees of it. */
export type * from './conversation.ts';
export * from './error.ts';
export * from './settings.ts';
