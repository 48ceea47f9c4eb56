import type { Message } from '../conversation.ts';
import type { Replaced } from './edits.ts';
import { type LineEnd, withoutLineEnd } from './lines.ts';
import type { Reading } from './parse.ts';
import type { PlacedMessage } from './read-message.ts';
import type { Splice } from './splice.ts';

/** Where an edit writes its results. */
export interface Desk {
  readonly reading: Reading;
  readonly bytes: Buffer;
  readonly eol: LineEnd;
  readonly sourceOf: (message: Message) => string;
  readonly splices: RankedSplice[];
  readonly replaced: Replaced[];
  readonly ids: number[];
  /** Messages whose compaction an edit of this batch has changed already. */
  readonly changed: Set<PlacedMessage>;
  readonly taken: Set<number>;
  /** The highest id that is taken. */
  highest: number;
}

/** A splice with its place among those of the same offset: accounts, then messages, then what stands for the draft. */
export interface RankedSplice extends Splice {
  readonly rank: 0 | 1 | 2;
}

/** A line end when the byte before `at` is not one. */
export function lineEndBefore({ bytes, eol }: Desk, at: number): string {
  return at > 0 && withoutLineEnd(bytes, 0, at) === at ? eol : '';
}
