import {
  accountPrompt,
  accountRemarks,
  callRules,
  estimateTokens,
  exchangeStarts,
  judgeAccount,
  type Reply,
  redact,
  transcript,
} from '../../core/index.ts';
import type { AccountOutcome, AccountTask } from '../account-task.ts';
import { ask, type Known } from '../model/endpoint.ts';
import { failure } from '../model/failure.ts';
import { wasCut } from '../model/usage.ts';

/** Tokens for a chat template, and the share of a window that is filled by estimated ones. */
const framing = 64;
const surely = 0.85;

/** The fewest characters of a message that are worth a call. */
const leastClip = 150;

/**
 * Tells one stretch of a conversation, from its originals alone: secrets redacted in what is sent and in what comes
 * back, judged, and asked once more after a refusal. A stretch larger than the model's window has its messages clipped
 * shorter. Never throws; ends soon after `signal` is aborted.
 */
export async function tellStretch(task: AccountTask, signal: AbortSignal): Promise<AccountOutcome> {
  const first = await attempt(task, task.asking.known, signal);
  if (first.narrower !== undefined) {
    const narrow = { ...first.outcome.known, window: first.narrower };
    const { outcome } = await attempt(task, narrow, signal);
    // what helped is true of the model; what did not had another reason
    return 'text' in outcome ? outcome : { ...outcome, known: first.outcome.known };
  }
  const { outcome } = first;
  if (!('refused' in outcome) || outcome.refused === 'endpoint') return outcome;
  return (await attempt(task, outcome.known, signal, accountRemarks[outcome.refused])).outcome;
}

/** No model's window is smaller than a request of so many tokens; one that is refused has another fault. */
const surelySmall = 1024;

interface Attempt {
  readonly outcome: AccountOutcome;
  /** The prompt seems to have been too long: the window to try once more with. */
  readonly narrower?: number;
}

async function attempt(
  task: AccountTask,
  before: Known,
  signal: AbortSignal,
  remark?: string,
): Promise<Attempt> {
  const { account: kind, messages, thinking, numbers } = task;
  const { tokens: maxTokens, temperature } = callRules(kind, numbers);
  const { prompt, words } = fitted(task, before.window, remark);
  const size = estimateTokens(prompt);
  const half = Math.floor((size + maxTokens) / 2);
  const asked = await ask(task.asking.endpoint, { prompt, maxTokens, temperature, thinking }, before, signal);
  const { known } = asked;
  if ('failure' in asked) {
    const outcome = { known, failure: asked.failure };
    const mayBeTooLong = asked.failure.kind === 'bad-request' && size > surelySmall;
    return mayBeTooLong ? { outcome, narrower: Math.min(half, asked.failure.window ?? half) } : { outcome };
  }
  const { text, finish, toolCalls, promptTokens } = asked.answer;
  if (wasCut(promptTokens, size)) {
    const cut = failure('not-a-reply', 'the server cut the prompt without saying so');
    return { outcome: { known, failure: cut }, narrower: promptTokens ?? half };
  }
  const reply: Reply = { text: redact(text).text, finish, ...(toolCalls ? { toolCalls } : {}) };
  const about = {
    kind,
    words,
    ids: messages.map(({ id }) => id),
    exchanges: exchangeStarts(messages).length,
  };
  const outcome = { known, ...judgeAccount(about, reply) };
  return 'refused' in outcome && outcome.refused === 'overflow' ? { outcome, narrower: half } : { outcome };
}

/** The prompt with messages clipped so that it fits the window with room for the reply. */
function fitted(
  { account: kind, messages, keep, numbers }: AccountTask,
  window: number | undefined,
  remark?: string,
) {
  const { clip, characters, tokens } = callRules(kind, numbers);
  const room = (window ?? Number.POSITIVE_INFINITY) * surely - tokens - framing;
  const question = {
    kind,
    from: messages[0]?.id ?? 0,
    to: messages.at(-1)?.id ?? 0,
    ...(keep === undefined ? {} : { keep }),
    ...(remark === undefined ? {} : { remark }),
  };
  for (let most: number = clip; ; most = Math.floor(most / 2)) {
    const { shown, words } = transcript(messages, most, characters, (text) => redact(text).text);
    const prompt = accountPrompt(question, shown);
    if (estimateTokens(prompt) <= room || most < leastClip) return { prompt, words };
  }
}
