/** How old messages take their short form (PRODUCT, policies). */
export type Policy = 'steps' | 'eager' | 'sliding';

/** The form of a request: how records ride in it and what its provider accepts. */
export type Dialect = 'clara' | 'openai' | 'anthropic' | 'ai-sdk';

/** What a window must keep to. All sizes are tokens of the estimate. */
export interface Limits {
  /**
   * For the history: messages, outline, gap line and the account of what left. Surroundings are taken off before. A
   * window keeps to it from `leastBudget` on, unless words of the model alone are longer.
   */
  readonly budget: number;
  readonly policy: Policy;
  /** How many of the newest messages stay word for word. */
  readonly verbatim: number;
  /** For recent tool output; never more than a quarter of the budget is used. */
  readonly toolOutput: number;
  /** For automatic recall, outside the budget; 0 = off. */
  readonly recall: number;
  /** Visible words from which an old message without a short form counts as waiting for one. */
  readonly minWords: { readonly user: number; readonly assistant: number; readonly system: number };
  /** Decides what a header and a record cost. */
  readonly dialect: Dialect;
  /** What the session's id takes in the header of each message (dialect `clara`); `assemble` sets it. */
  readonly session?: number;
  /** What each number of a message takes more than usual, where the chat's have seven digits or more; likewise. */
  readonly digits?: number;
  /** The caller knows that no prompt cache is left to protect: pending steps are done at once. */
  readonly cold: boolean;
}

/**
 * The smallest budget that holds a newest message, however long, with what stands beside it: gap line, header, how many
 * results and files are left out, and the line that says how to read the rest. In `clara` each of these is a message of
 * JSON: about 45, 67, 50 and 30 tokens. Numbers of more than nine digits take a little more.
 */
export function leastBudget(dialect: Dialect): number {
  return dialect === 'clara' ? 200 : 128;
}

/** Limits with the defaults of the settings for whatever is not given. */
export function limits(given: Partial<Limits> & Pick<Limits, 'budget'>): Limits {
  return {
    policy: 'steps',
    verbatim: 20,
    toolOutput: 16_000,
    recall: 600,
    minWords: { user: 50, assistant: 50, system: 50 },
    dialect: 'openai',
    cold: false,
    ...given,
  };
}

/** The shares of the budget that the policies go by (PRODUCT, `steps`). */
export const shares = {
  /** The verbatim tail, at most. */
  tail: 0.2,
  /** Old part and tail together above this fold. */
  full: 0.85,
  /** Folding and dropping go on down to this. */
  target: 0.5,
  /** The outline, at most; a fifth is allowed; a tenth kept more of what was said in the simulated conversations. */
  outline: 0.1,
  /** Accounts of what left, at most. */
  account: 0.15,
  /** Tool output, at most. */
  toolOutput: 0.25,
  /** One text that a person or a tool sent, at most. */
  giant: 0.5,
  /** One tool output, at most. */
  output: 0.125,
} as const;

/** One outline line, in tokens: lines are made to keep to it. */
export const outlineLine = 11;

/** The lines that stand beside the messages, in tokens: what left, the head of the outline, where word for word begins, and that a chat begins with an answer. */
export const lines = { gap: 28, outline: 16, verbatim: 10, begins: 12 } as const;
