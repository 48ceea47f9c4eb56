import type { Learned, Settings } from '../../core/index.ts';
import { learnedOf, type ModelPlace, type Vault } from '../../vault/index.ts';

/** The model that a person talks to, and what is known about it. */
export interface Talk {
  /** Undefined where settings and options do not name both server and model: then nothing is learned. */
  readonly place?: ModelPlace;
  readonly learned: Learned;
}

/** The model of the settings, or `model` at the server of the settings, with what the vault keeps about it. */
export async function talk(
  { disk, root }: Vault,
  { endpoint, model: usual }: Settings['window'],
  model: string = usual,
): Promise<Talk> {
  if (endpoint === 'none' || model === 'none') return { learned: {} };
  const place = { endpoint, model };
  return { place, learned: await learnedOf(disk, root, place) };
}
