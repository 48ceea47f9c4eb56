import type { Compaction } from '../conversation.ts';

/** What a summarizer gave back for one original. */
export interface Reply {
  readonly text: string;
  /** Why the model stopped, in the endpoint's own word. */
  readonly finish: string;
  /** True when the reply asked for a tool. */
  readonly toolCalls?: boolean;
}

/** The replies for one message, one entry for each of its text sections in order. */
export interface Candidate {
  readonly sections: readonly (Reply | { readonly kept: true })[];
  /** What goes into the block's `methods`: `extractive` or `model`. */
  readonly method: string;
}

/** The one answer to a candidate: a short form to write into the file, or why not. */
export type Verdict =
  | { readonly compaction: Compaction }
  | {
      readonly refused: RefusalReason;
      /** For people: what was found, without the words of the message. */
      readonly detail: string;
    };

/**
 * Every reason for which a reply is no short form, and whether the refusal is remembered for this source and recipe.
 * What is not remembered is the endpoint's trouble and is tried again later.
 */
export const refusalReasons = {
  /** Ended by the output limit, inside a word or sentence, or inside an open code fence. */
  incomplete: { remembered: true },
  /** The request filled the model's window: a smaller piece may be tried once. */
  overflow: { remembered: true },
  empty: { remembered: true },
  'not-shorter': { remembered: true },
  refusal: { remembered: true },
  question: { remembered: true },
  'tool-call': { remembered: true },
  reasoning: { remembered: true },
  /** Lines of the chat file's own format, or of a model's chat template. */
  markup: { remembered: true },
  'cut-copy': { remembered: true },
  'other-language': { remembered: true },
  'changed-number': { remembered: true },
  'changed-negation': { remembered: true },
  repetition: { remembered: true },
  /** Answers the message, or speaks of what it does not contain. */
  answer: { remembered: true },
  /** A server's or proxy's error, said as if it were the model's reply. */
  endpoint: { remembered: false },
} as const satisfies Record<string, { readonly remembered: boolean }>;

export type RefusalReason = keyof typeof refusalReasons;

/** Whether a refusal for this reason stands until the words or the recipe change. */
export function isRemembered(reason: RefusalReason): boolean {
  return refusalReasons[reason].remembered;
}
