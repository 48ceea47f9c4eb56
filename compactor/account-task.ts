import type { AccountKind, AccountNumbers, RefusalReason, Spoken } from '../core/index.ts';
import type { Endpoint, Known } from './model/endpoint.ts';
import type { Failure } from './model/failure.ts';

/** One piece of an account, as it travels to a worker: words by number, no path and no file. */
export interface AccountTask {
  readonly account: AccountKind;
  readonly messages: readonly Spoken[];
  /** What a person wants to be kept above all. */
  readonly keep?: string;
  readonly thinking: boolean;
  readonly numbers: AccountNumbers;
  readonly asking: { readonly endpoint: Endpoint; readonly known: Known };
  /** Milliseconds for all of it, the retry included. */
  readonly limit: number;
}

/** What became of it. */
export type AccountOutcome = { readonly known: Known } & (
  | { readonly text: string }
  | { readonly refused: RefusalReason; readonly detail: string }
  | { readonly failure: Failure }
);
