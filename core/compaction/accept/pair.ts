import type { Role } from '../../conversation.ts';
import type { Original } from '../sections.ts';
import type { RefusalReason } from '../verdict.ts';

/** The two texts that a rule compares, with the words that most rules ask for. */
export interface Pair {
  readonly original: Original;
  /** The reply, cleaned. */
  readonly text: string;
  readonly role: Role;
  /** The stems of the original that carry meaning. */
  readonly originalWords: ReadonlySet<string>;
  /** The same of the reply, in order. */
  readonly words: readonly string[];
}

/** Why a reply is no short form; `detail` never holds words of the message. */
export interface Refused {
  readonly refused: RefusalReason;
  readonly detail: string;
}
