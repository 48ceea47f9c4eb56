import type { Original, RefusalReason, Reply, Role } from '../../core/index.ts';
import type { Failure } from '../model/failure.ts';

/**
 * Shortens one stretch of a message. It is handed original words only: an `Original` is made by core from a message
 * and by nothing else, so no summary of a summary can come about. It keeps no memory of one text for the next.
 */
export interface Summarizer {
  /** What stands in the `methods` of the blocks it leads to. */
  readonly method: 'extractive' | 'model';
  /**
   * Never throws for what a model or a server does: a reply is judged later, a failure says something about the
   * endpoint only. Ends soon after `signal` is aborted.
   */
  summarize(original: Original, wish: Wish, signal: AbortSignal): Promise<Reply | { failure: Failure }>;
}

/** What is known beside the words. */
export interface Wish {
  readonly role: Role;
  /** The share of characters to save, 0..1. */
  readonly saving: number;
  /** Why the reply before this one was refused. */
  readonly refused?: RefusalReason;
}
