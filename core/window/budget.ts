import { estimateTokens } from '../text/tokens.ts';
import { type Dialect, leastBudget } from './limits.ts';
import { guide, lookBack, type Surround } from './surround.ts';

/** What decides how much history a request may have. Tokens; shares of the window where below 1. */
export interface Means {
  /** The window that a person named, or `auto`. */
  readonly context: 'auto' | number;
  /** Kept free for the answer. */
  readonly answer: number;
  /** Kept free for errors of the estimate. */
  readonly margin: number;
  /** The most tokens a request may have, whatever the window. */
  readonly cap: 'none' | number;
  /** What the server says its window is. */
  readonly server?: number;
  /** What a refusal of this model named; it only narrows. */
  readonly learned?: number;
  /** Whether the server is somebody else's: decides what is taken for an unknown window. */
  readonly remote?: boolean;
  /** The form of the request: it decides how little history can be made to fit. */
  readonly dialect?: Dialect;
  /** Real tokens for each estimated one, as earlier answers of this model taught; 1 when nothing is known. */
  readonly correction?: number;
}

/** How the window of a model is divided. Everything in tokens of the estimate but `window`, `answer` and `margin`. */
export interface Budget {
  readonly window: number;
  /** Where `window` is from. */
  readonly known: 'setting' | 'server' | 'refusal' | 'default';
  readonly answer: number;
  readonly margin: number;
  /** System text, tools and what stands behind the history. */
  readonly surround: number;
  readonly history: number;
  /** What could not be done as asked, each a sentence for people. */
  readonly notes: readonly string[];
}

/** The windows taken for a model of which nothing is known, in tokens: a remote API's, a local server's. */
export const unknownWindow = { remote: 131_072, local: 8192 } as const;

/** At least so much of a window is left to the history, and never less than `leastBudget`; otherwise the surroundings give way. */
const leastShare = 0.25;

/**
 * The surroundings that fit a window and the budget that is left for the history: the window less the answer's room,
 * the margin and what really stands around the history. Where the answer's room leaves nothing it is made smaller and
 * that is said; where identity and tools fill a very small window, a short prompt and the two reading tools stand in.
 * Always gives a budget that holds a newest message, so that no caller has to loop.
 */
export function budget(
  means: Means,
  surround: Surround,
  behind: number,
): { readonly budget: Budget; readonly surround: Surround } {
  const { window, known } = modelWindow(means);
  const notes: string[] = [];
  const margin = tokens(means.margin, window);
  let answer = tokens(means.answer, window);
  if (answer + margin > window * 0.75) {
    answer = Math.floor(window * 0.25);
    notes.push(
      `the room kept for the answer would leave no room for the conversation; ${answer} of ${window} tokens are kept instead`,
    );
  }
  const limit =
    means.cap === 'none' ? window - answer - margin : Math.min(means.cap, window - answer - margin);
  const real = limit / inSteps(Math.max(1, means.correction ?? 1), 0.05);
  const fewest = leastBudget(means.dialect ?? 'openai');
  const least = Math.max(fewest, Math.floor(real * leastShare));
  let used = surround;
  if (real - around(used) - behind < least) {
    used = small(surround);
    notes.push(
      `system prompt and tools take ${around(surround)} of ${Math.floor(real)} tokens; a short prompt and the two reading tools stand in for them`,
    );
  }
  // in coarse steps, so that a note that grows by a word moves nothing in the history
  const taken = inSteps(around(used) + behind, Math.max(32, 2 ** Math.floor(Math.log2(window / 64))));
  if (real - taken < fewest)
    notes.push(
      `a window of ${window} tokens is too small for this conversation: ${Math.max(0, Math.floor(real - taken))} would be left to it, ` +
        `and ${fewest} is the least in this dialect; use a model that reads more, or start a new chat`,
    );
  const history = Math.max(fewest, Math.floor(real - taken));
  return { budget: { window, known, answer, margin, surround: taken, history, notes }, surround: used };
}

/** What the texts and tools around a history take, in tokens; what stands behind it is counted by `behindTokens`. */
export function around({ identity, tools }: Surround): number {
  return estimateTokens([...identity, guide, lookBack].join('\n\n')) + toolTokens(tools) + 8;
}

/** What note, state and recall may take behind the history. */
export function behindTokens(
  note: string | undefined,
  { state }: Pick<Surround, 'state'>,
  recall: number,
): number {
  const lines = [
    ...(note === undefined ? [] : ['[conversation note]', note]),
    ...state.flatMap(({ name, text }) => [name, text]),
  ];
  const breaks = lines.join('\n').split('\n').length;
  return estimateTokens(lines.join('\n')) + 2 * breaks + 12 * state.length + recall;
}

/** What tools take in a request, whatever the shape in which they are offered. */
export function toolTokens(tools: readonly unknown[]): number {
  return tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)) + 12 * tools.length;
}

function small(surround: Surround): Surround {
  return {
    ...surround,
    identity: surround.identity.length === 0 ? [] : ['You are the assistant in this conversation.'],
    tools: surround.tools
      .filter(({ name }) => name === 'read_chat_messages' || name === 'read_tool_result')
      .map((tool) => ({ ...tool, description: tool.description.split(/(?<=\.)\s/)[0] ?? '' })),
  };
}

/** The window that a request has to fit, in tokens, and where the number is from. */
export function modelWindow({ context, server, learned, remote }: Means): Pick<Budget, 'window' | 'known'> {
  const named =
    context !== 'auto'
      ? { window: context, known: 'setting' as const }
      : server !== undefined
        ? { window: server, known: 'server' as const }
        : { window: remote === true ? unknownWindow.remote : unknownWindow.local, known: 'default' as const };
  return learned !== undefined && learned < named.window ? { window: learned, known: 'refusal' } : named;
}

/** The amount, rounded up to a multiple of a step; exact sums of decimals are not asked for. */
function inSteps(amount: number, step: number): number {
  return Math.ceil(amount / step - 1e-9) * step;
}

/** A share of the window below 1, else tokens as they are. */
function tokens(amount: number, window: number): number {
  return amount < 1 ? Math.floor(window * amount) : amount;
}
