import {
  type Compaction,
  type Edit,
  isRemembered,
  type Message,
  type Recipe,
  type RefusalReason,
  sections,
} from '../core/index.ts';
import type { Vault } from '../vault/index.ts';
import type { Asking } from './asking.ts';
import type { Clock } from './clock.ts';
import type { Listener } from './events.ts';
import { type Failure, failure } from './model/failure.ts';
import { forMessage, type Memory, savedBy } from './plan.ts';
import type { Job } from './queue.ts';
import type { Lost, Outcome } from './task.ts';
import { Tries } from './tries.ts';

/** A short form that a person is asked about. */
export interface Proposal {
  readonly path: string;
  readonly message: Message;
  readonly compaction: Compaction;
  /** Characters it saves. */
  readonly saved: number;
}

export interface OutcomesOptions {
  readonly vault: Vault;
  readonly recipe: Recipe;
  readonly asking: Asking | undefined;
  readonly clock: Clock;
  /** Nothing is kept or written. */
  readonly dryRun: boolean;
  /** Asked before anything is kept or written. */
  readonly approve?: (proposal: Proposal) => Promise<boolean>;
  readonly tell: Listener;
  /** Short forms that are ready for their chat. */
  readonly ready: (path: string, edits: readonly Edit[]) => void;
}

/** The most messages whose exact count is remembered. */
const mostShort = 50_000;

/** Failures of a call that may lie in the message as well as in the endpoint: they count as tries of the message. */
const perhapsTheMessage: readonly Failure['kind'][] = [
  'cut',
  'endless',
  'timeout',
  'network',
  'server',
  'bad-request',
  'not-a-reply',
];

/** Decides what becomes of a worker's outcome, and remembers it by the hash of the words. */
export class Outcomes {
  readonly #options: OutcomesOptions;
  readonly #tries: Tries;
  readonly #short = new Set<string>();
  /** What was settled in this run without being kept anywhere: in a dry run, and what a person did not want. */
  readonly #settled = new Set<string>();

  constructor(options: OutcomesOptions) {
    this.#options = options;
    this.#tries = new Tries(options.clock);
  }

  /** What a plan may ask about words that were worked on before. */
  get memory(): Memory {
    const { vault, recipe } = this.#options;
    return {
      summary: (source) => vault.cache.summary(source, recipe.hash),
      refusal: (source) => vault.cache.refusal(source, recipe.hash),
      isShort: (source) => this.#short.has(source),
      isParked: (source) => this.#settled.has(source) || this.#tries.isParked(source),
    };
  }

  /** Settles one outcome. True when the job is to be tried again. Throws when the cache cannot be written. */
  async settle(job: Job, outcome: Outcome | Lost): Promise<boolean> {
    const { asking } = this.#options;
    if ('lost' in outcome) return this.#failed(job, outcome.text, true);
    if ('failure' in outcome) return this.#endpointFailed(job, outcome.failure, outcome);
    if ('short' in outcome) return this.#isShort(job);
    const { verdict } = outcome;
    if ('compaction' in verdict) {
      asking?.succeeded(outcome.known);
      await this.accepted(job.path, [job.message, ...job.also], verdict.compaction, false);
      return false;
    }
    const { refused, detail } = verdict;
    if (!isRemembered(refused)) return this.#endpointFailed(job, failure('server', detail), outcome);
    asking?.succeeded(outcome.known);
    await this.#refused(job, refused, detail);
    return false;
  }

  /** Gives a job up because nobody is asked any more. */
  giveUp({ path, message, also }: Job, text: string): void {
    for (const { id } of [message, ...also])
      this.#options.tell({ type: 'failed', path, messageId: id, text, last: true });
  }

  /** Counts a try that our own side brought to nothing; true when it was the last. */
  broke(job: Job, text: string): boolean {
    return !this.#failed(job, text, false);
  }

  /** Hands a short form to every message that says these words; one from the cache is kept already. */
  async accepted(
    path: string,
    messages: readonly Message[],
    compaction: Compaction,
    cached: boolean,
  ): Promise<void> {
    const { vault, recipe, dryRun, approve, tell, ready } = this.#options;
    const edits: Edit[] = [];
    for (const message of messages) {
      const own = forMessage(message, recipe, compaction);
      if (own === undefined) continue;
      const saved = savedBy(textsOf(message), own);
      if (approve !== undefined && !(await approve({ path, message, compaction: own, saved }))) {
        const detail = 'you did not want it';
        tell({ type: 'refused', path, messageId: message.id, reason: 'declined', detail, known: false });
        this.#settled.add(own.source);
        continue;
      }
      const method = own.methods.join(', ');
      tell({ type: 'accepted', path, messageId: message.id, method, saved, cached });
      edits.push({ kind: 'compact', messageId: message.id, source: own.source, compaction: own });
    }
    if (dryRun) this.#settled.add(compaction.source);
    if (dryRun || edits.length === 0) return;
    if (!cached) await vault.cache.keepSummary(compaction);
    ready(path, edits);
  }

  async #refused({ path, message, also, source }: Job, reason: RefusalReason, detail: string): Promise<void> {
    const { vault, recipe, dryRun, tell } = this.#options;
    if (dryRun) this.#settled.add(source);
    else await vault.cache.keepRefusal(source, recipe.hash, { reason, detail });
    for (const { id } of [message, ...also])
      tell({ type: 'refused', path, messageId: id, reason, detail, known: false });
  }

  #isShort({ path, message, also, source }: Job): false {
    if (this.#short.size >= mostShort) this.#short.clear();
    this.#short.add(source);
    for (const { id } of [message, ...also]) this.#options.tell({ type: 'short', path, messageId: id });
    return false;
  }

  #endpointFailed(job: Job, reason: Failure, { known }: Outcome): boolean {
    const { asking } = this.#options;
    if (reason.kind === 'canceled') return false;
    asking?.failed(reason, known);
    if (perhapsTheMessage.includes(reason.kind)) return this.#failed(job, reason.text, false);
    if (asking?.givenUp === undefined) return true;
    this.giveUp(job, reason.text);
    return false;
  }

  #failed({ path, message, also, source }: Job, text: string, lasting: boolean): boolean {
    const { tell } = this.#options;
    const last = this.#tries.failed(source, lasting);
    for (const { id } of [message, ...also]) {
      tell({ type: 'failed', path, messageId: id, text, last });
      if (last) tell({ type: 'parked', path, messageId: id, text });
    }
    return !last;
  }
}

function textsOf(message: Message): string[] {
  return sections(message).flatMap((section) => (section.type === 'text' ? [section.text] : []));
}
