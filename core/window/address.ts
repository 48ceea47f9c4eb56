import { sha256 } from '../text/hash.ts';
import { estimateTokens } from '../text/tokens.ts';

/**
 * A result id of few tokens, whatever the call's own id is: `result:12:3.417305` is the third result of message 12. The
 * six digits are made from the whole id (`message:12:result:call_Xq3…`), so that where the message was edited, or another
 * one has its number, the address names nothing instead of another result. Results that are added behind change none.
 */
export function shortAddress(messageId: number, nth: number, resultId: string): string {
  const check = Number.parseInt(sha256(resultId).slice(0, 12), 16) % 1_000_000;
  return `result:${messageId}:${nth}.${String(check).padStart(6, '0')}`;
}

/** Which result of which message a short address names, from 1; undefined when it is none. */
export function readShortAddress(
  address: string,
): { readonly message: number; readonly nth: number } | undefined {
  const match = /^result:([1-9]\d{0,15}):([1-9]\d{0,15})\.\d{6}$/.exec(address);
  const message = Number(match?.[1]);
  const nth = Number(match?.[2]);
  return Number.isSafeInteger(message) && Number.isSafeInteger(nth) ? { message, nth } : undefined;
}

/** The id by which a record names a result: the whole one where that is short, else the short address. */
export function shownAddress(messageId: number, nth: number, callId: string, resultId: string): string {
  const plain = /^[a-z]{0,8}[-_]?\d{0,3}$/.test(callId) && estimateTokens(resultId) <= mostTokens;
  return plain ? resultId : shortAddress(messageId, nth, resultId);
}

/** Of an address; with a name of three tokens and its status a record then has at most 16. */
const mostTokens = 10;
