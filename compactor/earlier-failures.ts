import { sha256 } from '../core/index.ts';
import type { Snapshot, Vault } from '../vault/index.ts';

/**
 * Which chats' accounts failed, so that they are left alone until the chat has changed by some messages. It is kept in
 * the vault's cache by chat and recipe: starting anew asks for nothing sooner, another model or number asks at once.
 */
export class AccountFailures {
  readonly #vault: Vault;
  readonly #forced: boolean;
  readonly #now = new Set<string>();

  /** `forced`: a person asks now, so only what failed in this pass is left alone. */
  constructor(vault: Vault, forced: boolean) {
    this.#vault = vault;
    this.#forced = forced;
  }

  /** Whether the account of a chat is not to be tried yet. */
  rests(snapshot: Snapshot, recipe: string): boolean {
    const chat = nameOf(snapshot);
    const failed = this.#vault.cache.accountFailure(chat, recipe);
    if (failed === undefined || (this.#forced && !this.#now.has(chat))) return false;
    // a chat that lost as many messages is another one too
    const changed = Math.abs(snapshot.conversation.messages.length - failed.messages);
    return changed < this.#vault.settings.earlier.retry_after;
  }

  /** Whether the next stretch of the chat was refused when it was tried last. */
  wasRefused(snapshot: Snapshot, recipe: string): boolean {
    return this.#vault.cache.accountFailure(nameOf(snapshot), recipe)?.refused === true;
  }

  /** Remembers that a piece failed: `refused` by its words, or for lack of a reply. Rejects when the disk does. */
  async failed(snapshot: Snapshot, recipe: string, refused: boolean): Promise<void> {
    const chat = nameOf(snapshot);
    this.#now.add(chat);
    await this.#vault.cache.keepAccountFailure(chat, recipe, {
      messages: snapshot.conversation.messages.length,
      refused: refused || this.wasRefused(snapshot, recipe),
    });
  }

  /** A piece was made: nothing is held against the chat any more. Rejects when the disk does. */
  async made(snapshot: Snapshot, recipe: string): Promise<void> {
    await this.#vault.cache.keepAccountFailure(nameOf(snapshot), recipe, undefined);
  }
}

/** A chat by its session, which stays its own where the file is moved. */
function nameOf({ path, conversation }: Snapshot): string {
  return sha256(conversation.meta.sessionId ?? path);
}
