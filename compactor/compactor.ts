import { ChatvaultError, type ProblemCode, type Recipe, recipe } from '../core/index.ts';
import type { Snapshot, Vault } from '../vault/index.ts';
import { Asking } from './asking.ts';
import { type Clock, clock as realClock } from './clock.ts';
import { EarlierAccounts } from './earlier.ts';
import type { Forced } from './earlier-plan.ts';
import type { Listener } from './events.ts';
import { Outcomes, type Proposal } from './outcomes.ts';
import { plan } from './plan.ts';
import { Pool } from './pool.ts';
import { type Job, Queue } from './queue.ts';
import { Results } from './results.ts';
import { RunningJobs } from './running.ts';

export interface CompactorOptions {
  /** In place of the method of the settings. */
  readonly method?: 'extractive' | 'model';
  /** A person asked for it just now: neither quiet nor an editor's sign is waited for. */
  readonly byHand?: boolean;
  /** Everything but the keeping and writing; a model is not asked. */
  readonly dryRun?: boolean;
  /** Asked before anything is kept or written. */
  readonly approve?: (proposal: Proposal) => Promise<boolean>;
  /** A person asked for accounts of what left the window just now. */
  readonly earlier?: Forced;
  /** Gives up on an endpoint that keeps failing, instead of coming back to it for ever. */
  readonly givesUp?: boolean;
  /** Where the endpoint's key stands; the settings name the variable. */
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Where messages wait, with limits of its own. */
  readonly queue?: Queue;
  /** Threads to work with; they are left open at the end. Without it there are own ones. */
  readonly pool?: Pool;
  /** Told of a chat that could not be written now. */
  readonly putOff?: (path: string) => void;
}

/** A file with one of these is not worked on before somebody has mended it. */
const neverWritten: readonly ProblemCode[] = ['git-conflict', 'not-utf8'];

interface Waiter {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The walk from a saved file to its short forms: what is needed is planned, goes through the queue to the workers, is
 * accepted or not, and goes back into the file. It never remembers who wrote what: a chat that needs nothing is done.
 */
export class Compactor {
  readonly recipe: Recipe;
  /** Undefined when no model is asked. */
  readonly asking: Asking | undefined;
  readonly #vault: Vault;
  readonly #options: CompactorOptions;
  readonly #tell: Listener;
  readonly #queue: Queue;
  readonly #pool: Pool;
  readonly #results: Results;
  readonly #outcomes: Outcomes;
  readonly #accounts: EarlierAccounts;
  readonly #running = new RunningJobs();
  readonly #changed = new Map<string, number>();
  readonly #stop = new AbortController();
  #pumping = false;
  #reading = 0;
  #moving: Waiter[] = [];
  #waiters: Waiter[] = [];

  constructor(vault: Vault, options: CompactorOptions, tell: Listener) {
    const settings = vault.settings.compactor;
    const { clock = realClock, method = settings.method, env = process.env, dryRun = false } = options;
    this.#vault = vault;
    this.#options = options;
    this.#tell = tell;
    this.recipe = recipe({ ...settings, method });
    this.asking = method === 'model' ? new Asking(askingOf(vault, options, clock, env), tell) : undefined;
    const { putOff = () => {}, approve, queue = new Queue() } = options;
    this.#queue = queue;
    this.#pool = options.pool ?? new Pool({ threads: settings.concurrency });
    this.#results = new Results(vault, options.byHand === true, tell, putOff);
    this.#outcomes = new Outcomes({
      vault,
      recipe: this.recipe,
      asking: this.asking,
      clock,
      dryRun,
      ...(approve === undefined ? {} : { approve }),
      tell,
      ready: (path, edits) => this.#results.add(path, edits),
    });
    this.#accounts = new EarlierAccounts({
      vault,
      asking: this.asking,
      pool: this.#pool,
      clock,
      off: dryRun || approve !== undefined,
      byHand: options.byHand === true,
      ...(options.earlier === undefined ? {} : { forced: options.earlier }),
      tell,
      putOff,
    });
  }

  /** Messages that wait for their turn, and those being worked on. */
  get waiting(): { readonly queued: number; readonly running: number } {
    return { queued: this.#queue.size, running: this.#running.size };
  }

  /**
   * Reads a chat and puts what it needs into the queue; `changed` says which of two chats changed later. Resolves when
   * that is planned, not when it is done. A file that is gone, no chat or not readable is told and left.
   */
  async read(path: string, changed: number): Promise<void> {
    await this.#read(path, changed, true);
    void this.#pump();
  }

  /** Resolves when nothing waits, nothing runs and everything is written; rejects with what a worker or listener threw. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((done, failed) => this.#waiters.push({ done, failed }));
  }

  /** Resolves when at most so many messages wait, or the walk was closed. */
  async hasRoom(most: number): Promise<void> {
    while (this.#queue.size > most && !this.#stop.signal.aborted)
      await new Promise<void>((done, failed) => this.#moving.push({ done, failed }));
  }

  /** Starts nothing more, stops the calls that run, ends the write that has begun. What was accepted is in the cache. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#running.stopAll();
    await this.#accounts.close();
    await this.#results.close();
    await this.asking?.close();
    if (this.#options.pool === undefined) await this.#pool.close();
    this.#wake();
  }

  /** `tells`: what was found is told; not when a chat is read again only because the queue had no room for all of it. */
  async #read(path: string, changed: number, tells: boolean): Promise<void> {
    this.#reading += 1;
    try {
      await this.#plan(await this.#vault.read(path), changed, tells);
    } catch (error) {
      this.#queue.drop(path);
      const isGone = error instanceof ChatvaultError && error.code === 'not-found';
      this.#tell(isGone ? { type: 'gone', path } : { type: 'left', path, why: wordsOf(error), later: false });
    } finally {
      this.#reading -= 1;
    }
  }

  async #plan(snapshot: Snapshot, changed: number, tells: boolean): Promise<void> {
    const { path, conversation } = snapshot;
    if (conversation.problems.some(({ code }) => code === 'not-a-chat')) return this.#queue.drop(path);
    const obstacle = conversation.problems.find(({ code }) => neverWritten.includes(code));
    if (obstacle !== undefined) {
      this.#queue.drop(path);
      return this.#tell({ type: 'left', path, why: `line ${obstacle.line}: ${obstacle.text}`, later: false });
    }
    const { min_words } = this.#vault.settingsFor(snapshot).settings.compactor;
    const made = plan(path, conversation, this.recipe, min_words, this.#outcomes.memory);
    const { messages, skipped, known, refused, parked, jobs } = made;
    const wanted = jobs.reduce((sum, { also }) => sum + 1 + also.length, 0);
    const eligible = known.length + refused.length + parked.length + wanted;
    if (tells) this.#tell({ type: 'chat', path, messages, eligible, skipped });
    for (const { messageId, reason, detail } of tells ? refused : [])
      this.#tell({ type: 'refused', path, messageId, reason, detail, known: true });
    this.#changed.set(path, changed);
    this.#queue.put(path, changed, this.#running.missing(path, jobs));
    for (const { message, compaction } of known.filter(
      ({ compaction: { source } }) => !this.#results.holds(path, source),
    ))
      await this.#outcomes.accepted(path, [message], compaction, true);
    this.#accounts.look(snapshot);
    this.#flushIfDone(path);
  }

  /** Starts work while there is some and a thread is free. Only one of these runs at a time. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    const { signal } = this.#stop;
    const most = this.#vault.settings.compactor.concurrency;
    while (this.#running.size + this.#accounts.running < most && !signal.aborted) {
      if (this.#queue.size === 0 && !(await this.#readPutOff())) {
        // accounts come when no message waits any more
        if (!this.#accounts.hasWork) break;
        void this.#account();
        continue;
      }
      // the gate first: what is newest when it opens is taken
      if (this.#options.dryRun !== true) await this.asking?.open(signal);
      const job = signal.aborted ? undefined : this.#queue.take();
      if (job !== undefined) void this.#start(job);
    }
    this.#pumping = false;
    this.#wake();
  }

  async #readPutOff(): Promise<boolean> {
    const path = this.#queue.takePutOff();
    // what is being written is then seen as done
    await this.#results.written();
    if (path !== undefined) await this.#read(path, this.#changed.get(path) ?? 0, false);
    return this.#queue.size > 0;
  }

  async #account(): Promise<void> {
    try {
      await this.#accounts.next(this.#stop.signal);
    } catch (error) {
      for (const { failed } of [...this.#waiters.splice(0), ...this.#moving.splice(0)]) failed(error);
    }
    void this.#pump();
  }

  async #start(job: Job): Promise<void> {
    const signal = this.#running.begin(job);
    try {
      if (await this.#work(job, signal)) this.#queue.putBack(job);
    } catch (error) {
      // the cache could not be written, as on a full disk: tried again when the chat is read again
      for (const { failed } of [...this.#waiters.splice(0), ...this.#moving.splice(0)]) failed(error);
      if (!this.#outcomes.broke(job, wordsOf(error))) this.#options.putOff?.(job.path);
    } finally {
      this.#running.end(job);
    }
    this.#flushIfDone(job.path);
    void this.#pump();
  }

  /** True when the job is to be tried again. */
  async #work(job: Job, signal: AbortSignal): Promise<boolean> {
    const { asking } = this;
    if (asking !== undefined && this.#options.dryRun === true) return false;
    if (asking?.givenUp !== undefined) {
      this.#outcomes.giveUp(job, asking.givenUp.text);
      return false;
    }
    const { message, minWords, path } = job;
    this.#tell({ type: 'asking', path, messageId: message.id });
    const limit = this.#vault.settings.compactor.timeout;
    const task = { message, recipe: this.recipe, minWords, limit };
    const how = asking === undefined ? {} : { asking: asking.asking };
    const outcome = await this.#pool.run({ ...task, ...how }, signal);
    return !signal.aborted && (await this.#outcomes.settle(job, outcome));
  }

  #flushIfDone(path: string): void {
    if (this.#queue.has(path) || this.#running.hasChat(path)) return;
    this.#results.flush(path);
    void this.#results.written().then(() => this.#wake());
  }

  #isIdle(): boolean {
    const stopped = this.#stop.signal.aborted;
    const nothing =
      this.#queue.size === 0 && this.#running.size === 0 && this.#reading === 0 && !this.#pumping;
    return stopped || (nothing && this.#results.isEmpty && this.#accounts.isIdle);
  }

  #wake(): void {
    for (const { done } of this.#moving.splice(0)) done();
    if (this.#isIdle()) for (const { done } of this.#waiters.splice(0)) done();
  }
}

function askingOf(vault: Vault, { givesUp = false }: CompactorOptions, clock: Clock, env: NodeJS.ProcessEnv) {
  const { endpoint: url, model, provider, key_env } = vault.settings.compactor;
  const key = env[key_env];
  const endpoint = { url, model, provider, ...(key === undefined ? {} : { key }) };
  return { endpoint, vault, clock, givesUp };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
