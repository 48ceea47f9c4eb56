import type { Message } from '../core/index.ts';

/** The most messages that wait, and the most characters of them; beyond, the oldest messages of the oldest chats are put off. */
const mostJobs = 10_000;
const mostCharacters = 64_000_000;

/** One message that waits for its short form. */
export interface Job {
  readonly path: string;
  /** What its short form is made from: with the path, who it is. */
  readonly source: string;
  readonly message: Message;
  /** Other messages of the chat that say the same. */
  readonly also: readonly Message[];
  readonly minWords: number;
  /** Characters it holds in memory. */
  readonly size: number;
}

/** A chat with messages that wait, newest last. */
interface Waiting {
  readonly path: string;
  readonly changed: number;
  readonly jobs: Job[];
}

/**
 * Messages that wait, the newest message of the newest changed chat first. What is put for a chat replaces what waited
 * for it: there is one job for a message, and it is the newest. Bounded; a chat of which jobs were put off is named by
 * `takePutOff` and has to be read again.
 */
export class Queue {
  /** The chat that changed longest ago first. */
  #chats: Waiting[] = [];
  readonly #putOff = new Set<string>();
  readonly #limits: { readonly jobs: number; readonly characters: number };
  #jobs = 0;
  #characters = 0;

  constructor(limits = { jobs: mostJobs, characters: mostCharacters }) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#jobs;
  }

  /** The jobs of a chat, newest message first; `changed` tells which chat changed later. An empty list takes it out. */
  put(path: string, changed: number, jobs: readonly Job[]): void {
    this.drop(path);
    if (jobs.length === 0) return;
    const before = this.#chats.findLastIndex((chat) => chat.changed <= changed);
    this.#chats.splice(before + 1, 0, { path, changed, jobs: jobs.toReversed() });
    for (const job of jobs) this.#count(job, 1);
    this.#shrink();
  }

  take(): Job | undefined {
    const chat = this.#chats.at(-1);
    const job = chat?.jobs.pop();
    if (job === undefined) return undefined;
    if (chat?.jobs.length === 0) this.#chats.pop();
    this.#count(job, -1);
    return job;
  }

  /** Puts one back behind the others of its chat, or behind all when none of them waits, as after a failure. */
  putBack(job: Job): void {
    const chat = this.#chats.find(({ path }) => path === job.path);
    if (chat?.jobs.some(({ source }) => source === job.source)) return;
    if (chat !== undefined) chat.jobs.unshift(job);
    else this.#chats.unshift({ path: job.path, changed: Number.NEGATIVE_INFINITY, jobs: [job] });
    this.#count(job, 1);
  }

  drop(path: string): void {
    const at = this.#chats.findIndex((chat) => chat.path === path);
    for (const job of this.#chats[at]?.jobs ?? []) this.#count(job, -1);
    if (at >= 0) this.#chats.splice(at, 1);
    this.#putOff.delete(path);
  }

  /** Whether messages of this chat wait. */
  has(path: string): boolean {
    return this.#chats.some((chat) => chat.path === path);
  }

  /** One chat with messages that found no room, once half of the room is free again. */
  takePutOff(): string | undefined {
    if (this.#jobs * 2 > this.#limits.jobs || this.#characters * 2 > this.#limits.characters)
      return undefined;
    const [path] = this.#putOff;
    if (path !== undefined) this.#putOff.delete(path);
    return path;
  }

  #shrink(): void {
    while (this.#isFull()) {
      const oldest = this.#chats[0]!;
      this.#count(oldest.jobs.shift()!, -1);
      this.#putOff.add(oldest.path);
      if (oldest.jobs.length === 0) this.#chats.shift();
    }
  }

  /** One job always has room, however large it is. */
  #isFull(): boolean {
    return this.#jobs > 1 && (this.#jobs > this.#limits.jobs || this.#characters > this.#limits.characters);
  }

  #count({ size }: Job, sign: 1 | -1): void {
    this.#jobs += sign;
    this.#characters += sign * size;
  }
}
