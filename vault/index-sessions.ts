import { ChatvaultError } from '../core/index.ts';
import type { Snapshot } from './read.ts';
import type { Vault } from './vault.ts';

/** A chat of the vault as people and tools call it. */
export interface SessionEntry {
  readonly path: string;
  readonly sessionId: string;
  readonly title?: string;
}

/** The session id of a chat: its front matter's, else its path without `.md`. */
export function sessionIdOf({ path, conversation }: Snapshot): string {
  return conversation.meta.sessionId ?? path.replace(/\.(?:md|markdown)$/i, '');
}

/** Every chat with its session id, copies of sync tools included, in the order of their paths. */
export async function sessions(vault: Vault): Promise<SessionEntry[]> {
  const list: SessionEntry[] = [];
  for (const { path } of await vault.everyChat()) {
    const snapshot = await readable(vault, path);
    if (snapshot === undefined) continue;
    const { title } = snapshot.conversation.meta;
    list.push({ path, sessionId: sessionIdOf(snapshot), ...(title === undefined ? {} : { title }) });
  }
  return list;
}

/** The snapshot, or undefined where the file is gone or cannot be read: it is passed by. */
async function readable(vault: Vault, path: string): Promise<Snapshot | undefined> {
  try {
    return await vault.read(path);
  } catch (error) {
    if (error instanceof ChatvaultError) return undefined;
    throw error;
  }
}
