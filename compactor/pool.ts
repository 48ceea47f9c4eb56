import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AccountOutcome, AccountTask } from './account-task.ts';
import type { Lost, Outcome, Task } from './task.ts';
import type { Call } from './worker.ts';

/** Milliseconds a worker has to come back after its time limit or a cancel, before its thread is ended. */
const grace = 5000;

/** Megabytes of objects in one worker; a message that needs more costs itself and nothing else. */
const workerMemory = 512;

/** Milliseconds after which an idle thread ends. */
const idle = 30_000;

const built = import.meta.url.endsWith('.ts') ? '../dist/worker.js' : './worker.js';

export interface PoolOptions {
  readonly threads: number;
  /** The module a worker runs. */
  readonly worker?: URL;
  readonly grace?: number;
  /** Megabytes. */
  readonly memory?: number;
}

/**
 * Threads that shorten messages, one message each at a time. A worker that crashes, runs out of memory or never comes
 * back costs the message it had; the others do not notice.
 */
export class Pool {
  readonly #piscina: Piscina<Call, Outcome | AccountOutcome>;
  readonly #grace: number;

  constructor({ threads, worker = new URL(built, import.meta.url), ...limits }: PoolOptions) {
    this.#grace = limits.grace ?? grace;
    this.#piscina = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idle,
      // with atomics on, sockets and timers in a worker stand still between two tasks
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: limits.memory ?? workerMemory },
    });
    // a thread that dies is told to its task; without a listener the same error would end the process
    this.#piscina.on('error', () => {});
  }

  /**
   * What became of one task; to be called for at most as many at once as there are threads, because a task that waits
   * inside Piscina is forgotten when the only thread dies. A cancel through `signal` is told to the worker, which stops its call and comes back; only
   * one that does not come back in time has its thread ended.
   */
  run(task: Task, signal: AbortSignal): Promise<Outcome | Lost>;
  run(task: AccountTask, signal: AbortSignal): Promise<AccountOutcome | Lost>;
  async run(task: Task | AccountTask, signal: AbortSignal): Promise<Outcome | AccountOutcome | Lost> {
    const { port1, port2 } = new MessageChannel();
    const hard = new AbortController();
    const end = (milliseconds: number) => setTimeout(() => hard.abort(), milliseconds);
    let timer = end(task.limit + this.#grace);
    const cancel = (): void => {
      port1.postMessage('cancel');
      clearTimeout(timer);
      timer = end(this.#grace);
    };
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await this.#piscina.run({ task, port: port2 }, { transferList: [port2], signal: hard.signal });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return hard.signal.aborted
        ? { lost: 'overran', text: `no answer ${this.#grace} ms after the time limit; the worker was ended` }
        : { lost: 'crashed', text };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      port1.close();
    }
  }

  /** Ends every thread, at once. */
  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}
