import type { Job } from './queue.ts';

interface Running {
  readonly job: Job;
  readonly cancel: AbortController;
}

/** The jobs that workers have now, by chat and words. */
export class RunningJobs {
  readonly #jobs = new Map<string, Running>();

  get size(): number {
    return this.#jobs.size;
  }

  /** Counts the job as running until `end`; the signal is aborted when it is to stop. */
  begin(job: Job): AbortSignal {
    const cancel = new AbortController();
    this.#jobs.set(nameOf(job), { job, cancel });
    return cancel.signal;
  }

  end(job: Job): void {
    this.#jobs.delete(nameOf(job));
  }

  /** Whether a message of this chat is being worked on. */
  hasChat(path: string): boolean {
    return [...this.#jobs.values()].some(({ job }) => job.path === path);
  }

  /** The jobs of a chat that no worker has yet; a worker whose words are gone from the chat is stopped. */
  missing(path: string, jobs: readonly Job[]): Job[] {
    const wanted = new Set(jobs.map(({ source }) => source));
    for (const { job, cancel } of this.#jobs.values())
      if (job.path === path && !wanted.has(job.source)) cancel.abort();
    return jobs.filter((job) => !this.#jobs.has(nameOf(job)));
  }

  /** Asks every worker to stop. */
  stopAll(): void {
    for (const { cancel } of this.#jobs.values()) cancel.abort();
  }
}

function nameOf({ path, source }: Job): string {
  return `${path} ${source}`;
}
