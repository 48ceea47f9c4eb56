import { setImmediate as breathe } from 'node:timers/promises';
import type { Vault } from '../vault/index.ts';
import { Compactor, type CompactorOptions } from './compactor.ts';
import { type Counts, counted, zero } from './counts.ts';
import type { CompactorEvent, Listener } from './events.ts';

export type OnceOptions = Omit<CompactorOptions, 'byHand' | 'givesUp' | 'putOff'> & {
  /** Ends the pass early and in order; what was accepted until then is kept. */
  readonly signal?: AbortSignal;
};

/** Messages in the queue above which the next chat is not read yet. */
const enoughWaiting = 100;

/**
 * One pass over a vault, or over the chats at `paths` (relative to its root): every message that wants a short form
 * gets its tries. Chats that changed last come first. An endpoint that keeps failing is given up, and its messages are
 * counted as failed. Throws what the disk throws when the cache cannot be written.
 */
export async function compactOnce(
  vault: Vault,
  paths: readonly string[] | undefined,
  options: OnceOptions,
  listener: Listener = () => {},
): Promise<Counts> {
  let counts = zero;
  const tell = (event: CompactorEvent): void => {
    counts = counted(counts, event);
    listener(event);
  };
  const compactor = new Compactor(vault, { ...options, byHand: true, givesUp: true }, tell);
  const { signal } = options;
  const stop = (): void => {
    tell({ type: 'stopping' });
    void compactor.close();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const chats = paths ?? (await newestFirst(vault));
    for (const [at, path] of chats.entries()) {
      if (signal?.aborted) break;
      // chats are read when their turn is near, so that memory holds few of them
      if (compactor.waiting.queued > enoughWaiting) await compactor.hasRoom(enoughWaiting);
      await compactor.read(path, chats.length - at);
      // one macrotask a chat, so that a large vault does not hold up everything else in the process
      await breathe();
    }
    await compactor.idle();
    return counts;
  } finally {
    signal?.removeEventListener('abort', stop);
    await compactor.close();
  }
}

async function newestFirst(vault: Vault): Promise<string[]> {
  const chats = await vault.chats();
  return chats.toSorted((a, b) => Number(b.stamp.mtimeNs - a.stamp.mtimeNs)).map(({ path }) => path);
}
