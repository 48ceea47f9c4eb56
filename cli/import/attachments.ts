import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import type { Attachment } from '../../core/index.ts';
import type { Vault } from '../../vault/index.ts';

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
    const { file } = vault.locate(posix.join(posix.dirname(chat), path));
    const there = await stat(file).catch(() => undefined);
    if (there?.isFile() === true && there.size === bytes.length) continue;
    await write(file, bytes);
    kept += 1;
  }
  return kept;
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
