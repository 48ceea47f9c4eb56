import { unknownWindow } from '../core/index.ts';
import type { Vault } from '../vault/index.ts';
import { Busy } from './busy.ts';
import type { Clock } from './clock.ts';
import type { Listener } from './events.ts';
import { Health } from './health.ts';
import { Lessons } from './lessons.ts';
import type { Endpoint, Known } from './model/endpoint.ts';
import type { Failure } from './model/failure.ts';
import { askWindow, isLocal } from './model/windows.ts';

/** Failed calls in a row after which one pass gives up; refused connections, of which fewer tell enough. */
const mostFailures = 6;
const mostRefused = 3;

/** A pause longer than this, in milliseconds, is not waited for in one pass. */
const longestPatience = 120_000;

/** Milliseconds between two looks whether the assistant has finished. */
const lookAgain = 200;

export interface AskingOptions {
  readonly endpoint: Endpoint;
  /** Where the signs of a replying assistant stand, and what was learned about models. */
  readonly vault: Vault;
  readonly clock: Clock;
  /** Gives up on an endpoint that keeps failing, instead of coming back to it for ever. */
  readonly givesUp: boolean;
}

/** When a model may be asked: not while the assistant is replying, not during a pause, and not any more once given up. */
export class Asking {
  readonly health: Health;
  readonly #options: AskingOptions;
  readonly #tell: Listener;
  readonly #busy: Busy;
  readonly #lessons: Lessons;
  #begun: Promise<void> | undefined;
  #windowKnown = false;
  #givenUp: Failure | undefined;

  constructor(options: AskingOptions, tell: Listener) {
    this.#options = options;
    this.#tell = tell;
    const { vault, clock, endpoint } = options;
    this.health = new Health(clock);
    this.#busy = new Busy(vault.root, clock);
    this.#lessons = new Lessons(vault, { endpoint: endpoint.url, model: endpoint.model }, clock);
  }

  /** What a task needs to ask. */
  get asking(): { readonly endpoint: Endpoint; readonly known: Known } {
    return { endpoint: this.#options.endpoint, known: this.health.known };
  }

  /** Why this endpoint is not asked any more in this pass. */
  get givenUp(): Failure | undefined {
    return this.#givenUp;
  }

  /** Resolves when a call may be started, or at once when the signal is aborted or the endpoint is given up. */
  async open(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.#begun ??= this.#begin();
    await this.#begun;
    let told = false;
    while (!signal.aborted && this.#givenUp === undefined) {
      const busy = this.#busy.now();
      if (busy && !told) this.#tell({ type: 'waiting-for-assistant' });
      told ||= busy;
      const pause = busy ? Math.max(lookAgain, this.health.pause) : this.health.pause;
      if (pause === 0) return this.#learnWindow(signal);
      await clock.wait(pause, signal);
    }
  }

  /** An answer came, whatever it was worth. */
  succeeded(known: Known | undefined): void {
    this.#learn(known);
    if (this.health.succeeded()) this.#tell({ type: 'endpoint-back' });
  }

  failed(reason: Failure, known: Known | undefined): void {
    this.#learn(known);
    const pause = this.health.failed(reason);
    if (this.#options.givesUp && this.#isHopeless(reason, pause)) this.#givenUp ??= reason;
    // the server may have been started anew with another window
    if (reason.kind === 'unreachable') this.#windowKnown = false;
    this.#tell({ type: 'endpoint-failing', text: reason.text, pause });
  }

  /** Resolves when everything that was learned is written. */
  close(): Promise<void> {
    return this.#lessons.close();
  }

  /** Starts from what is kept. A server whose last word was an alarm is asked anew: its owner may have mended it. */
  async #begin(): Promise<void> {
    await this.#lessons.read();
    const { told, cut, omit = [] } = this.#lessons.learned;
    this.#windowKnown = told !== undefined && cut === undefined;
    this.health.known = { omit, ...(this.#windowKnown ? { window: this.#window } : {}) };
  }

  #isHopeless({ kind }: Failure, pause: number): boolean {
    const { failures } = this.health;
    return (
      kind === 'rejected' ||
      pause > longestPatience ||
      failures >= mostFailures ||
      (kind === 'unreachable' && failures >= mostRefused)
    );
  }

  /** Several calls run at once and each knows what was known when it began: what any of them learned stays. */
  #learn(known: Known | undefined): void {
    if (known === undefined) return;
    this.#lessons.taught(known);
    if (known.cut !== undefined) this.#windowKnown = false;
    const { omit, window } = this.health.known;
    const windows = [known.window, window].filter((one) => one !== undefined);
    this.health.known = {
      omit: known.omit.length > omit.length ? known.omit : omit,
      ...(windows.length === 0 ? {} : { window: Math.min(...windows) }),
    };
  }

  async #learnWindow(signal: AbortSignal): Promise<void> {
    if (this.#windowKnown) return;
    this.#windowKnown = true;
    const { endpoint } = this.#options;
    const told = await askWindow(endpoint, signal);
    if (told !== undefined) this.#lessons.told(told);
    this.health.known = { ...this.health.known, window: this.#window };
  }

  /** The window to work with: never more than what a refusal named, or than the server counted of a prompt it cut. */
  get #window(): number {
    const { told, named, cut } = this.#lessons.learned;
    const usual = isLocal(this.#options.endpoint.url) ? unknownWindow.local : unknownWindow.remote;
    return Math.min(told ?? usual, named ?? told ?? usual, cut?.counted ?? told ?? usual);
  }
}
