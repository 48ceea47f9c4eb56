import {
  accountPrompt,
  accountRules,
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
import { remarks } from './prompt.ts';

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
  if ('refused' in first && first.refused === 'overflow') {
    const window = Math.floor((first.known.window ?? fallback) / 2);
    return attempt(task, { ...first.known, window }, signal);
  }
  if (!('refused' in first) || first.refused === 'endpoint') return first;
  return attempt(task, first.known, signal, remarks[first.refused]);
}

/** Taken for a window that nobody named when a request was too large for it. */
const fallback = 8192;

async function attempt(
  task: AccountTask,
  known: Known,
  signal: AbortSignal,
  remark?: string,
): Promise<AccountOutcome> {
  const { account: kind, messages, thinking } = task;
  const { tokens: maxTokens, temperature } = accountRules[kind];
  const { prompt, words } = fitted(task, known.window, remark);
  const asked = await ask(
    task.asking.endpoint,
    { prompt, maxTokens, temperature, thinking },
    known,
    signal,
  );
  if ('failure' in asked) return { known: asked.known, failure: asked.failure };
  const { text, finish, toolCalls, promptTokens } = asked.answer;
  if (wasCut(promptTokens, estimateTokens(prompt)))
    return { known: asked.known, failure: failure('not-a-reply', 'the server cut the prompt') };
  const reply: Reply = { text: redact(text).text, finish, ...(toolCalls ? { toolCalls } : {}) };
  const about = {
    kind,
    words,
    ids: messages.map(({ id }) => id),
    exchanges: exchangeStarts(messages).length,
  };
  return { known: asked.known, ...judgeAccount(about, reply) };
}

/** The prompt with messages clipped so that it fits the window with room for the reply. */
function fitted({ account: kind, messages, keep }: AccountTask, window: number | undefined, remark?: string) {
  const { clip, characters, tokens } = accountRules[kind];
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
