import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { Attachment } from '../core/index.ts';
import { createFile } from './create.ts';
import type { Vault } from './vault.ts';

/**
 * Puts attachments beside a chat and gives how many were new. They are named by their hash, so one that is there is the
 * same; each is whole and on the disk before it has its name. Throws `outside-vault` and system errors.
 */
export async function keepAttachments(
  vault: Vault,
  chat: string,
  attachments: readonly Attachment[],
): Promise<number> {
  let kept = 0;
  for (const { path, bytes } of attachments) {
    const at = vault.locate(posix.join(posix.dirname(chat), path));
    if (existsSync(at.file)) continue;
    await createFile(vault.disk, vault.root, at, bytes);
    kept += 1;
  }
  return kept;
}
