import type { MessagePort } from 'node:worker_threads';
import { accept, candidate, isLong, type Need, need, type RefusalReason, type Reply } from '../core/index.ts';
import type { AccountOutcome, AccountTask } from './account-task.ts';
import { extractive } from './summarizers/extractive.ts';
import type { ModelSummarizer } from './summarizers/model.ts';
import type { Summarizer } from './summarizers/summarizer.ts';
import type { Outcome, Task } from './task.ts';

/** A task, and the port on which anything that arrives means: stop. */
export interface Call {
  readonly task: Task | AccountTask;
  readonly port: MessagePort;
}

/**
 * Shortens one message in a worker thread: the exact count of its words, the summarizer, the acceptance, and one retry
 * after a refusal. Or tells one stretch of a conversation. Sees text, never a file. Never throws.
 */
export default async function shorten({ task, port }: Call): Promise<Outcome | AccountOutcome> {
  const canceled = new AbortController();
  port.once('message', () => canceled.abort());
  try {
    if ('account' in task) {
      const { tellStretch } = await import('./summarizers/earlier.ts');
      return await tellStretch(task, AbortSignal.any([canceled.signal, AbortSignal.timeout(task.limit)]));
    }
    const summarizer = await summarizerFor(task);
    return await work(task, summarizer, AbortSignal.any([canceled.signal, AbortSignal.timeout(task.limit)]));
  } finally {
    port.close();
  }
}

/** The providers of models are large, and most vaults ask no model: loaded when used, before the time begins to run. */
async function summarizerFor({ asking, recipe }: Task): Promise<Summarizer | ModelSummarizer> {
  if (asking === undefined) return extractive;
  const { modelSummarizer } = await import('./summarizers/model.ts');
  return modelSummarizer(asking.endpoint, recipe, asking.known);
}

async function work(
  task: Task,
  summarizer: Summarizer | ModelSummarizer,
  signal: AbortSignal,
): Promise<Outcome> {
  const wanted = need(task.message, task.recipe, task.minWords, isLong);
  if ('skip' in wanted) return { short: true };
  const first = await attempt(wanted, summarizer, signal);
  const again = 'known' in summarizer && isRefusal(first);
  const outcome = again ? await attempt(wanted, summarizer, signal, first.verdict.refused) : first;
  return 'known' in summarizer ? { ...outcome, known: summarizer.known() } : outcome;
}

type Refusal = { readonly verdict: { readonly refused: RefusalReason; readonly detail: string } };

/** A refusal is asked once more; an endpoint's sentence is its trouble and waits for it. */
function isRefusal(outcome: Outcome): outcome is Refusal {
  return 'verdict' in outcome && 'refused' in outcome.verdict && outcome.verdict.refused !== 'endpoint';
}

async function attempt(
  wanted: Need,
  summarizer: Summarizer,
  signal: AbortSignal,
  refused?: RefusalReason,
): Promise<Outcome> {
  const wish = { role: wanted.role, saving: wanted.originalSaving, ...(refused ? { refused } : {}) };
  const replies: Reply[] = [];
  for (const original of wanted.originals) {
    const reply = await summarizer.summarize(original, wish, signal);
    if ('failure' in reply) return { failure: reply.failure };
    replies.push(reply);
  }
  return { verdict: accept(wanted, candidate(wanted, summarizer.method, replies), Date.now()) };
}
