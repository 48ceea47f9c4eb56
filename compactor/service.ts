import { join } from 'node:path';
import { lock, makeState, type Vault } from '../vault/index.ts';
import type { Listener } from './events.ts';
import { StatusFile } from './status.ts';
import { type WatchOptions, watch } from './watch.ts';

/**
 * Runs the watching of a vault as its one service: with the vault's lock, so that a second one is refused, and with a
 * status file. Resolves when the signal was aborted and everything has ended in order; the lock is free then.
 * Throws `locked` when another service has this vault.
 */
export async function serve(
  vault: Vault,
  options: WatchOptions,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeState(vault.disk, vault.root);
  const held = await lock(vault.disk, join(folder, 'service.lock'), 0);
  const status = new StatusFile(vault);
  try {
    await status.begin();
    const started: WatchOptions['started'] = (compactor) => status.follow(compactor);
    const hear: Listener = (event) => {
      status.hear(event);
      listener(event);
    };
    await watch(vault, { ...options, started }, hear, signal);
  } finally {
    await status.end();
    held.release();
  }
}
