import { type Means, windowMeans } from '../core/index.ts';
import { learnedOf, type Snapshot, type Vault } from '../vault/index.ts';
import { isLocal } from './model/windows.ts';

/**
 * What is known of the window of the model that a person talks to, beside the settings: as a request of this chat takes
 * it, told by the server, named in a refusal, or usual for a server that is here or elsewhere. Nothing where settings
 * do not name that model. What a token really counts is left to requests: it depends on what is asked.
 */
export async function knownWindow(vault: Vault, snapshot: Snapshot): Promise<Partial<Means>> {
  const { endpoint, model } = vault.settingsFor(snapshot).settings.window;
  if (endpoint === 'none' || model === 'none') return {};
  const learned = await learnedOf(vault.disk, vault.root, { endpoint, model });
  return { ...windowMeans(learned), remote: !isLocal(endpoint) };
}
