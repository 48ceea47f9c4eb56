import { type CompactorEvent, type WatchOptions, watch } from '../../compactor/index.ts';
import type { VaultFolder } from './vault-folder.ts';

type EventOf<Type extends CompactorEvent['type']> = Extract<CompactorEvent, { type: Type }>;

/** A running watch, and what it told. */
export interface Watching {
  readonly events: readonly CompactorEvent[];
  /** Resolves with the n-th event (from 1) of a type that fits, past ones counted. */
  event<Type extends CompactorEvent['type']>(
    type: Type,
    fits?: (event: EventOf<Type>) => boolean,
    n?: number,
  ): Promise<EventOf<Type>>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
}

/** Watches a vault for real, until `stop`. */
export async function watching(folder: VaultFolder, options: WatchOptions = {}): Promise<Watching> {
  const vault = await folder.open();
  const events: CompactorEvent[] = [];
  const looks = new Set<() => void>();
  const stopped = new AbortController();
  const hear = (event: CompactorEvent): void => {
    events.push(event);
    for (const look of looks) look();
  };
  const running = watch(vault, { env: folder.env, ...options }, hear, stopped.signal);
  let failure: unknown;
  running.catch((error) => {
    failure = error;
    for (const look of looks) look();
  });
  return {
    events,
    event: (type, fits = () => true, n = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = events
            .filter((event): event is EventOf<typeof type> => event.type === type)
            .filter(fits);
          if (failure !== undefined) reject(failure);
          if (found.length < n) return;
          looks.delete(look);
          resolve(found[n - 1] as never);
        };
        looks.add(look);
        look();
      }),
    async stop() {
      stopped.abort();
      await running;
      await vault.close();
    },
  };
}
