import type { Conversation } from '../conversation.ts';

/** What a tool answers: the text for a model, and the same as a value for programs. A refusal says what to do instead. */
export interface ToolAnswer<Value> {
  /** False when there is nothing to show; then `text` says why and what to do instead, and `value` is absent. */
  readonly found: boolean;
  /** At most `pageSize` characters (UTF-16 code units). */
  readonly text: string;
  readonly value?: Value;
}

/** One chat as the tools see it. */
export interface ToolChat {
  readonly sessionId: string;
  /** As the vault names it; absent for a conversation without a file. */
  readonly path?: string;
  readonly conversation: Conversation;
}

/** The most characters of any answer. */
export const pageSize = 4_000;

/** A refusal: what was asked and cannot be, and what to do instead. */
export function refusal<Value>(text: string): ToolAnswer<Value> {
  return { found: false, text: clip(text, pageSize) };
}

/** At most `room` characters, cut between code points, with `…` where something was cut. */
export function clip(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, safeCut(text, Math.max(0, room - 1)))}…`;
}

/** The greatest offset up to `at` that does not split a surrogate pair. */
export function safeCut(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const splits = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return splits ? at - 1 : at;
}

/** `12, 13 and 5 more`: a list of numbers that cannot grow without end. */
export function few(values: readonly (number | string)[], most = 8): string {
  const shown = values.slice(0, most).join(', ');
  return values.length > most ? `${shown} and ${values.length - most} more` : shown;
}

/** What was found where something else was expected, short enough to say. */
export function shown(value: unknown): string {
  return clip(JSON.stringify(value) ?? String(value), 60);
}
