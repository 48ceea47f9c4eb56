import {
  type AccountEnd,
  type AccountKind,
  type AccountPlan,
  accountEnd,
  accountEndByCount,
  accountEndNow,
  accountRecipe,
  assemble,
  bare,
  behindTokens,
  budget,
  budgetWithAccount,
  exchangeStarts,
  limitsFor,
  type Means,
  planAccount,
  toldUpTo,
  toolSchemas,
  type Window,
} from '../core/index.ts';
import type { Snapshot, Vault } from '../vault/index.ts';

/** A person asked for an account now. */
export interface Forced {
  /** What they want to be kept above all; then the account is made afresh. */
  readonly keep?: string;
}

/** The kind of account that a chat is to have; undefined for none. Asked for by hand it is bullets where the setting is off. */
export function accountKind(vault: Vault, snapshot: Snapshot, forced: boolean): AccountKind | undefined {
  const { earlier } = vault.settingsFor(snapshot).settings.window;
  return earlier === 'off' ? (forced ? 'bullets' : undefined) : earlier;
}

/** How the words of accounts of this kind come about in this vault. */
export function recipeOf({ settings }: Vault, kind: AccountKind): string {
  const { model, thinking } = settings.compactor;
  return accountRecipe(kind, model, thinking, settings.earlier);
}

/**
 * What the account of a chat needs, or undefined when it needs nothing. Counts and the size of the file decide first;
 * the words are read only where something may have left the window, or where pieces have to be checked by their hashes.
 * `known` is what is known of the model's window beside the settings.
 */
export function accountPlan(
  vault: Vault,
  snapshot: Snapshot,
  kind: AccountKind,
  forced: Forced | undefined,
  known: Partial<Means> = {},
): AccountPlan | undefined {
  const { conversation } = snapshot;
  const { messages, earlier, problems } = conversation;
  if (messages.length === 0 || problems.some(({ code }) => code === 'duplicate-id')) return undefined;
  const numbers = vault.settings.earlier;
  const recipe = recipeOf(vault, kind);
  const told = toldUpTo(conversation, kind, recipe);
  const chat = { vault, snapshot, room: roomOf(vault, snapshot, known) };
  const reach = reachOf(chat, kind, told, forced !== undefined);
  const starts = exchangeStarts(messages);
  const isDue = reach !== undefined && starts.some((start) => start > told && start <= reach.due);
  const afresh = forced?.keep !== undefined;
  if (!isDue && !afresh && !earlier.some((account) => account.recipe === recipe)) return undefined;
  const end = isDue || (afresh && reach !== undefined) ? Math.max(told, reach.end) : told;
  return planAccount(conversation, { kind, recipe, numbers, end, forced: forced !== undefined, afresh });
}

/** A chat, with the tokens that its history has room for beside an account. */
interface Roomed {
  readonly vault: Vault;
  readonly snapshot: Snapshot;
  readonly room: number;
}

function reachOf(chat: Roomed, kind: AccountKind, told: number, forced: boolean): AccountEnd | undefined {
  const { vault, snapshot, room } = chat;
  const { bytes, conversation } = snapshot;
  const { messages } = conversation;
  if (forced) return accountEndNow(windowOf(chat), messages);
  const byCount = accountEndByCount(messages, told, bytes.length, vault.settings.earlier);
  // a token is at least one byte of the file: what is smaller than the room cannot overflow it
  if (bytes.length <= room) return byCount;
  // and a step only takes place while more than half of the room, outline lines aside, is not told of
  const last = conversation.earlier.find(({ to }) => to === messages[told - 1]?.id);
  if (last !== undefined && bytesBehind(bytes, last.line) < room * surelyFree) return byCount;
  const { due, end } = accountEnd(windowOf(chat), kind === 'bullets');
  return { due: Math.max(due, byCount?.due ?? 0), end: Math.max(end, byCount?.end ?? 0) };
}

/** Of the room, what no account tells of may fill surely without anything leaving. */
const surelyFree = 0.35;

/** The bytes of a file from a line on, counted from 1. */
function bytesBehind(bytes: Uint8Array, line: number): number {
  let at = 0;
  for (let seen = 1; seen < line; seen++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return bytes.length - at;
}

/** The window as the settings give it: without accounts, so that writing one changes nothing here, and without the person's files around it, which the compactor does not read. */
function windowOf({ vault, snapshot, room }: Roomed): Window {
  const { settings } = vault.settingsFor(snapshot);
  return assemble({ ...snapshot.conversation, earlier: [] }, limitsFor(settings, room));
}

function roomOf(vault: Vault, snapshot: Snapshot, known: Partial<Means>): number {
  const { window } = vault.settingsFor(snapshot).settings;
  const around = { ...bare, tools: toolSchemas };
  const behind = behindTokens(snapshot.conversation.note, around, window.recall);
  return budgetWithAccount(budget({ ...window, ...known }, around, behind).budget.history);
}
