import { unknownWindow } from '../core/index.ts';
import { Busy } from './busy.ts';
import type { Clock } from './clock.ts';
import type { Listener } from './events.ts';
import { Health } from './health.ts';
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
  /** The vault's root, where the signs of a replying assistant stand. */
  readonly root: string;
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
  #windowKnown = false;
  #givenUp: Failure | undefined;

  constructor(options: AskingOptions, tell: Listener) {
    this.#options = options;
    this.#tell = tell;
    this.health = new Health(options.clock);
    this.#busy = new Busy(options.root, options.clock);
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
    const window = told ?? (isLocal(endpoint.url) ? unknownWindow.local : unknownWindow.remote);
    this.health.known = { ...this.health.known, window };
  }
}
