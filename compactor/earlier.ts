import {
  type AccountPlan,
  accountEdits,
  type Edit,
  type Stretch,
  type Told,
  together,
} from '../core/index.ts';
import { aloneSays, type Snapshot, type Vault } from '../vault/index.ts';
import type { Asking } from './asking.ts';
import type { Clock } from './clock.ts';
import { AccountFailures } from './earlier-failures.ts';
import { piece } from './earlier-piece.ts';
import { accountKind, accountPlan, type Forced, recipeOf } from './earlier-plan.ts';
import type { Listener } from './events.ts';
import { knownWindow } from './known-window.ts';
import type { Pool } from './pool.ts';

export interface EarlierOptions {
  readonly vault: Vault;
  /** Undefined when no model is asked: then no account is made. */
  readonly asking: Asking | undefined;
  readonly pool: Pool;
  readonly clock: Clock;
  /** Nothing is asked, kept or written. */
  readonly off: boolean;
  readonly byHand: boolean;
  readonly forced?: Forced;
  readonly tell: Listener;
  /** Told of a chat that could not be written now. */
  readonly putOff: (path: string) => void;
}

/** The most chats that are remembered as done. */
const mostRemembered = 10_000;

/**
 * Makes the accounts of what left the windows: one chat at a time, piece by piece, from the originals. What was
 * made is in the vault's cache before it is written.
 */
export class EarlierAccounts {
  readonly #options: EarlierOptions;
  readonly #waiting = new Set<string>();
  /** The state of a chat's file in which nothing was left to do. */
  readonly #done = new Map<string, string>();
  readonly #failures: AccountFailures;
  readonly #begun = new Set<string>();
  #saidWhy = false;
  #step: Promise<void> | undefined;

  constructor(options: EarlierOptions) {
    this.#options = options;
    this.#failures = new AccountFailures(options.vault, options.forced !== undefined);
  }

  /** Calls that run now: at most one. */
  get running(): number {
    return this.#step === undefined ? 0 : 1;
  }

  get hasWork(): boolean {
    return this.#waiting.size > 0 && this.#step === undefined;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#step === undefined;
  }

  /** Looks at a chat that was just read; by counts alone whether its account has to be looked at. */
  look(snapshot: Snapshot): void {
    const { asking, off, tell, vault, forced } = this.#options;
    const { path, hash } = snapshot;
    if (off || this.#done.get(path) === hash) return;
    const kind = accountKind(vault, snapshot, forced !== undefined);
    if (kind === undefined) return;
    if (asking === undefined) {
      if (!this.#saidWhy) tell({ type: 'account-left', path, why: 'needs-model', text: needsModel });
      this.#saidWhy = true;
      return;
    }
    if (this.#failures.rests(snapshot, recipeOf(vault, kind))) return;
    this.#waiting.add(path);
  }

  /** Works on the next chat that waits; rejects when the cache cannot be written. */
  async next(signal: AbortSignal): Promise<void> {
    const [path] = this.#waiting;
    if (path === undefined) return;
    this.#waiting.delete(path);
    this.#step = this.#work(path, signal);
    try {
      await this.#step;
    } finally {
      this.#step = undefined;
    }
  }

  /** Resolves when the write that has begun has ended. */
  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#step?.catch(() => {});
  }

  async #work(path: string, signal: AbortSignal): Promise<void> {
    const { vault, forced, clock } = this.#options;
    const snapshot = await vault.read(path).catch(() => undefined);
    if (snapshot === undefined || signal.aborted) return;
    const kind = accountKind(vault, snapshot, forced !== undefined);
    if (kind === undefined) return;
    // an account that is made afresh is so once; what follows goes on from there
    const wish = forced !== undefined && this.#begun.has(path) ? {} : forced;
    const plan = accountPlan(vault, snapshot, kind, wish, await knownWindow(vault, snapshot));
    this.#begun.add(path);
    if (plan === undefined) return this.#remember(path, snapshot.hash);
    const wanted = together(plan.wanted, snapshot.conversation.messages);
    const made = await this.#make(snapshot, plan, wanted, signal);
    if (signal.aborted) return;
    const isComplete = made.length === wanted.length;
    const edits = accountEdits(snapshot.conversation, plan, [...plan.kept, ...made], clock.wall());
    if (edits.length === 0 && isComplete) this.#remember(path, snapshot.hash);
    const written = edits.length > 0 && (await this.#write(path, edits));
    if (written && isComplete && plan.wanted.length > wanted.length) this.#waiting.add(path);
  }

  /** Makes these pieces in order, up to the first that fails, which is told. */
  async #make(
    snapshot: Snapshot,
    { kind, recipe, numbers }: AccountPlan,
    wanted: readonly Stretch[],
    signal: AbortSignal,
  ): Promise<readonly Told[]> {
    const { vault, pool, clock, asking, forced, tell } = this.#options;
    if (asking === undefined) return [];
    const keep = forced?.keep === undefined ? {} : { keep: forced.keep };
    const options = { vault, pool, clock, asking, kind, recipe, numbers, ...keep };
    const { path, conversation } = snapshot;
    const failures = this.#failures;
    const made: Told[] = [];
    for (const { start, end } of wanted) {
      const refusedBefore = failures.wasRefused(snapshot, recipe);
      const stretch = conversation.messages.slice(start, end);
      const one = await piece({ ...options, refusedBefore }, stretch, signal);
      if (one === undefined) break;
      if ('why' in one) {
        if (one.reply !== 'not-asked') await failures.failed(snapshot, recipe, one.reply === 'refused');
        tell({ type: 'account-left', path, why: one.why, text: one.detail });
        break;
      }
      made.push({ start, end, ...one });
      await failures.made(snapshot, recipe);
    }
    return made;
  }

  /** True when it was written. */
  async #write(path: string, edits: readonly Edit[]): Promise<boolean> {
    const { vault, byHand, tell, putOff } = this.#options;
    try {
      const { outcome, why } = await vault.edit(path, edits, { byHand });
      if (outcome === 'written')
        for (const edit of edits) {
          if (edit.kind !== 'earlier') continue;
          const { kind, from, to, pieces } = edit.earlier;
          tell({ type: 'account', path, kind, from, to, pieces: pieces.length });
        }
      if (outcome === 'left-alone') {
        const text =
          why !== undefined && why in aloneSays ? aloneSays[why as keyof typeof aloneSays] : String(why);
        tell({ type: 'left', path, why: text, later: false });
      }
      if (outcome !== 'later') return outcome === 'written';
      tell({ type: 'left', path, why: why ?? 'later', later: true });
    } catch (error) {
      tell({ type: 'left', path, why: error instanceof Error ? error.message : String(error), later: true });
    }
    putOff(path);
    return false;
  }

  #remember(path: string, hash: string): void {
    if (this.#done.size >= mostRemembered) this.#done.clear();
    this.#done.set(path, hash);
  }
}

const needsModel = 'accounts of earlier messages need `method: model`; without one none is made';
