import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../core/index.ts';
import { makeState, stateFolder } from './state.ts';
import { codeOf, type Disk } from './write/disk.ts';

/** A short form that we replaced although we had not written it as it stood. */
export interface ReplacedBlock {
  readonly messageId: number;
  readonly bytes: Uint8Array;
  /** What its header said: tells one that a person changed after we had written it from one of another program. */
  readonly source: string;
  readonly recipe: string;
  readonly text: string;
}

/**
 * Keeps a whole file as it stands before a repair, in `.chatvault/backup/`, for as long as the person likes.
 * The name holds the time and the hash; the same bytes are kept once. Gives the copy's path relative to the vault.
 */
export async function backup(disk: Disk, root: string, path: string, bytes: Uint8Array): Promise<string> {
  const folder = join(await makeState(disk, root, { again: true }), 'backup', path);
  disk.makeFolder(folder);
  const hash = sha256(bytes).slice(0, 16);
  const found = disk.list(folder).find((name) => name.endsWith(`-${hash}.md`));
  const when = new Date(disk.wall()).toISOString().replaceAll(':', '').slice(0, 17);
  const name = found ?? `${when}-${hash}.md`;
  if (found === undefined) await writeNew(disk, join(folder, name), bytes);
  return `${stateFolder}/backup/${path}/${name}`;
}

const blocksFile = 'replaced.jsonl';

/** Keeps short forms of others before they are replaced, so that undo can put them back. */
export async function keepReplaced(
  disk: Disk,
  root: string,
  path: string,
  blocks: readonly ReplacedBlock[],
): Promise<void> {
  if (blocks.length === 0) return;
  const known = new Set(
    replacedBlocks(root, path).map(({ messageId, bytes }) => `${messageId} ${sha256(bytes)}`),
  );
  const fresh = blocks.filter(({ messageId, bytes }) => !known.has(`${messageId} ${sha256(bytes)}`));
  if (fresh.length === 0) return;
  const folder = join(await makeState(disk, root, { again: true }), 'backup', path);
  disk.makeFolder(folder);
  const lines = fresh.map(({ bytes, ...rest }) =>
    JSON.stringify({ ...rest, bytes: Buffer.from(bytes).toString('base64') }),
  );
  const fd = disk.open(join(folder, blocksFile), 'a', 0o600);
  try {
    await disk.write(fd, [Buffer.from(lines.map((line) => `\n${line}`).join(''))]);
    await disk.sync(fd);
  } finally {
    disk.close(fd);
  }
}

/** The short forms of others that were replaced in a chat, oldest first. Damaged lines are passed by. */
export function replacedBlocks(root: string, path: string): ReplacedBlock[] {
  return readText(join(root, stateFolder, 'backup', path, blocksFile))
    .split('\n')
    .flatMap((line) => {
      try {
        const { bytes, ...rest } = JSON.parse(line);
        return [{ ...rest, bytes: Buffer.from(bytes, 'base64') }];
      } catch {
        return [];
      }
    });
}

async function writeNew(disk: Disk, file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.part`;
  const fd = disk.open(part, 'w', 0o600);
  try {
    await disk.write(fd, [bytes]);
    await disk.sync(fd);
  } finally {
    disk.close(fd);
  }
  disk.rename(part, file);
  await disk.syncFolder(dirname(file));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // something else in the place of the folder: whoever writes says so
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}
