import { canonicalJson, sha256 } from '../../text/hash.ts';

/** The kinds of accounts of what left the window (PRODUCT 1). */
export type AccountKind = 'bullets' | 'range' | 'narrative';

/**
 * The numbers of each kind: `tokens` a reply may have, `temperature` of the model, `clip` the characters of one message
 * that are sent (head and tail), `characters` of one piece.
 */
export const accountRules = {
  bullets: { tokens: 300, temperature: 0, clip: 1200, characters: 12_000 },
  range: { tokens: 500, temperature: 0.2, clip: 1500, characters: 3000 },
  narrative: { tokens: 600, temperature: 0, clip: 24_000, characters: 24_000 },
} as const;

/** Bullets: characters of the whole account, exchanges of one call, characters of one bullet, exchanges told at most when an account begins. */
export const bulletRules = { account: 2000, exchanges: 6, line: 400, newest: 36 } as const;

/** Range: no row below so many tokens or new messages; the last row is extended while under `row` tokens. */
export const rangeRules = { tokens: 200, messages: 5, row: 800 } as const;

/** Folding also happens at so many messages or bytes that no account covers, whatever the window. */
export const foldRules = { messages: 600, bytes: 8_000_000 } as const;

/** Milliseconds for one call. */
export const accountLimit = 120_000;

/** New messages after which an account that failed is tried again. */
export const retryAfter = 6;

/** Pieces after which what is ready is written, so that nothing waits for a long account. */
export const piecesTogether = 6;

/** Entries of the covered list; the oldest go. */
export const mostCovered = 200;

/** Rises when prompts, cutting or clipping change: accounts are then made again. */
const version = 1;

/** Says how the words of an account came about: SHA-256 of the canonical JSON of kind, model, thinking and version. */
export function accountRecipe(kind: AccountKind, model: string, thinking: boolean): string {
  return sha256(canonicalJson({ account: kind, method: 'model', model, thinking, version }));
}
