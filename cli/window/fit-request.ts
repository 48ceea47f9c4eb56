import {
  assemble,
  type Budget,
  behindTokens,
  budget,
  type Conversation,
  correctionOf,
  fitExactly,
  type Learned,
  type Limits,
  type Means,
  measure,
  type Recalled,
  type Receipt,
  recall,
  request,
  type Surround,
  type Window,
} from '../../core/index.ts';
import type { Browsed } from '../../vault/index.ts';
import { question } from './question.ts';
import type { Talk } from './talk.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What a request is made of beside its chat. */
export interface Gathered {
  readonly means: Means & { readonly recall: number };
  /** Of a budget that follows. */
  readonly within: Limits;
  readonly around: Surround;
  readonly exact: Tokenizer;
  /** Whether passages are looked for; the room for them is kept free in any case. */
  readonly recalls: boolean;
  readonly talk: Talk;
  /** The most tokens of the whole prompt, by the estimate, where a refusal asks for that. */
  readonly room?: number;
  /** The receipt to follow. */
  readonly before?: Receipt;
}

/** A window with what stands around it, within its budget. */
export interface Fitted {
  readonly window: Window;
  readonly surround: Surround;
  readonly budget: Budget;
}

/** The request as it fits by an exact tokenizer, where there is one, else by the estimate; and what is to be said of it. */
export function fitRequest(
  { conversation, kept }: Browsed,
  { means, within, around, exact, recalls, talk, room, before }: Gathered,
): { readonly fitted: Fitted; readonly notes: readonly string[] } {
  const behind = behindTokens(conversation.note, around, means.recall);
  const make = (correction: number): Fitted => {
    const cap = capOf(means.cap, room, correction);
    const divided = budget({ ...means, correction, cap, dialect: within.dialect }, around, behind);
    const window = assemble(conversation, { ...within, budget: divided.budget.history }, before, kept);
    const surround = { ...divided.surround, recalled: recalls ? recalled(conversation, window) : [] };
    return { window, surround, budget: divided.budget };
  };
  const { count } = exact;
  const measured = count === undefined ? 1 : measure(conversation, count);
  const first = Math.max(measured, learnedFactor(conversation, talk.learned, talk));
  if (count === undefined) {
    const fitted = make(first);
    return { fitted, notes: [...exact.notes, ...fitted.budget.notes] };
  }
  const { made, tokens } = fitExactly(count, first, (correction) => {
    const fitted = make(correction);
    const { window, answer, margin } = fitted.budget;
    return {
      fitted,
      request: request(fitted.window, within.dialect, fitted.surround),
      limit: Math.min(means.cap === 'none' ? window : means.cap, window - answer - margin),
    };
  });
  const { fitted, limit } = made;
  const over = `the request has ${tokens} tokens by the exact tokenizer, ${limit} fit; use a model that reads more, or start a new chat`;
  return { fitted, notes: [...exact.notes, ...fitted.budget.notes, ...(tokens > limit ? [over] : [])] };
}

function learnedFactor(conversation: Conversation, { corrections = {} }: Learned, { place }: Talk): number {
  return place === undefined ? 1 : correctionOf(corrections, place.model, question(conversation));
}

/** A room is in tokens of the estimate, a cap in real ones. */
function capOf(cap: 'none' | number, room: number | undefined, correction: number): 'none' | number {
  if (room === undefined) return cap;
  const real = Math.floor(room * Math.max(1, correction));
  return cap === 'none' ? real : Math.min(cap, real);
}

function recalled(conversation: Conversation, window: Window): Recalled[] {
  const { snippets } = recall(conversation.messages, {
    question: question(conversation),
    shown: (index) => window.slots[index]?.whole === true,
    tokens: window.incomplete ? window.limits.recall : 0,
  });
  return snippets.map(({ messageId, at, text, score }) => ({ messageId, at, text, score }));
}
