import type { MessagePort } from 'node:worker_threads';
import { accept, candidate, isLong, type Need, need, type RefusalReason, type Reply } from '../core/index.ts';
import { extractive } from './summarizers/extractive.ts';
import type { ModelSummarizer } from './summarizers/model.ts';
import type { Summarizer } from './summarizers/summarizer.ts';
import type { Outcome, Task } from './task.ts';

/** A task, and the port on which anything that arrives means: stop. */
export interface Call {
  readonly task: Task;
  readonly port: MessagePort;
}

/**
 * Shortens one message in a worker thread: the exact count of its words, the summarizer, the acceptance, and one retry
 * after a refusal. Sees text, never a file. Never throws.
 */
export default async function shorten({ task, port }: Call): Promise<Outcome> {
  const canceled = new AbortController();
  port.once('message', () => canceled.abort());
  try {
    return await work(task, AbortSignal.any([canceled.signal, AbortSignal.timeout(task.limit)]));
  } finally {
    port.close();
  }
}

async function work(task: Task, signal: AbortSignal): Promise<Outcome> {
  const wanted = need(task.message, task.recipe, task.minWords, isLong);
  if ('skip' in wanted) return { short: true };
  const { asking } = task;
  if (asking === undefined) return attempt(wanted, extractive, signal);
  // the providers are large, and most vaults ask no model
  const { modelSummarizer } = await import('./summarizers/model.ts');
  const model = modelSummarizer(asking.endpoint, task.recipe, asking.known);
  const first = await attempt(wanted, model, signal);
  if (!retries(first)) return { ...first, known: model.known() };
  const second = await attempt(wanted, model, signal, first.verdict.refused);
  return { ...second, known: model.known() };
}

type Refusal = { readonly verdict: { readonly refused: RefusalReason; readonly detail: string } };

/** A refusal is asked once more; an endpoint's sentence is its trouble and waits for it. */
function retries(outcome: Outcome): outcome is Refusal {
  return 'verdict' in outcome && 'refused' in outcome.verdict && outcome.verdict.refused !== 'endpoint';
}

async function attempt(
  wanted: Need,
  summarizer: Summarizer | ModelSummarizer,
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
