import { withTold } from '../core/index.ts';
import { codeOf, keepLearned, learnedOf, type Vault } from '../vault/index.ts';
import type { Clock } from './clock.ts';
import type { Endpoint } from './model/endpoint.ts';
import { askWindow } from './model/windows.ts';

/** Milliseconds before a server that told nothing is asked again: each time twice as long, up to the second number. */
const again = { first: 60_000, most: 86_400_000 } as const;

/**
 * Asks the server that a person talks to for its window and keeps it, so that requests are made for it: where the
 * settings name that server and leave the window open, and nothing is known yet or an alarm stands. A server that is
 * not there or does not tell is asked again, ever more seldom. Resolves when nothing is left to ask, or soon after the
 * signal is aborted; what cannot be kept is asked for once more at the next start. Never rejects for disk or network.
 */
export async function learnTalkWindow(
  vault: Vault,
  clock: Clock,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const endpoint = talkEndpoint(vault, env);
  if (endpoint === undefined) return;
  const { disk, root } = vault;
  const place = { endpoint: endpoint.url, model: endpoint.model };
  const { told: known, cut } = await learnedOf(disk, root, place);
  if (known !== undefined && cut === undefined) return;
  for (let pause: number = again.first; !signal.aborted; pause = Math.min(2 * pause, again.most)) {
    const told = await askWindow(endpoint, signal);
    if (told === undefined) {
      await clock.wait(pause, signal);
      continue;
    }
    try {
      await keepLearned(disk, root, place, clock.wall(), (learned) => withTold(learned, told));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
    return;
  }
}

/** Undefined where there is nobody to ask: the protocol of Anthropic has no question for it. */
function talkEndpoint({ settings }: Vault, env: NodeJS.ProcessEnv): Endpoint | undefined {
  const { context, endpoint: url, provider, model } = settings.window;
  if (context !== 'auto' || url === 'none' || model === 'none' || provider === 'anthropic') return undefined;
  const { endpoint: other, key_env } = settings.compactor;
  // a key was given for one server and goes to no other
  const key = new URL(other).origin === new URL(url).origin ? env[key_env] : undefined;
  return { url, model, provider, ...(key === undefined ? {} : { key }) };
}
