import { ChatvaultError, type Conversation, parse, sha256 } from '../core/index.ts';
import type { Located } from './paths.ts';
import { codeOf, type Disk, type Stamp, sameStamp } from './write/disk.ts';
import { mostBytes } from './write/guards.ts';

/** A chat file at one moment. */
export interface Snapshot {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  readonly stamp: Stamp;
  /** Damage of every kind is in its `problems`; a file that is no chat has the problem `not-a-chat`. */
  readonly conversation: Conversation;
}

/**
 * Reads one file as it stood at one moment; a file that is being written is read again. Whatever its bytes are, they
 * are read. Throws `not-found`, `not-a-chat` (a folder, a pipe, a device), and `disk`.
 */
export async function readChat(disk: Disk, { file, path }: Located): Promise<Snapshot> {
  const { bytes, stamp } = await readSteadily(disk, file, path);
  return { path, bytes, stamp, hash: sha256(bytes), conversation: parse(bytes) };
}

const mostTries = 5;

async function readSteadily(disk: Disk, file: string, path: string) {
  for (let tries = 1; ; tries += 1) {
    try {
      const stamp = disk.look(file);
      // links inside the vault were followed before: this one leads nowhere
      if (stamp.kind === 'link') throw notFound(path);
      if (stamp.kind !== 'file')
        throw new ChatvaultError('not-a-chat', `${path} is not an ordinary file`, 'Name a Markdown file.');
      if (stamp.size > mostBytes) throw tooLarge(path, stamp.size);
      const fd = disk.open(file, 'r');
      try {
        const bytes = await disk.read(fd);
        if (sameStamp(stamp, disk.lookAt(fd)) || tries === mostTries) return { bytes, stamp };
      } finally {
        disk.close(fd);
      }
    } catch (error) {
      // an editor that saves by moving files leaves no file for some milliseconds
      if (codeOf(error) === 'ENOENT' && tries < mostTries) await disk.wait(tries);
      else throw readable(error, path);
    }
  }
}

function tooLarge(path: string, size: number): ChatvaultError {
  return new ChatvaultError(
    'disk',
    `${path} has ${Math.round(size / 2 ** 20)} MB; chats of up to ${mostBytes / 2 ** 20} MB are read`,
    'Split it into several chats.',
  );
}

function readable(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof ChatvaultError) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound(path, error);
  if (code === 'EACCES' || code === 'EPERM')
    return new ChatvaultError('disk', `${path} may not be read (${code})`, 'Change its permissions.', {
      cause: error,
    });
  return new ChatvaultError('disk', `${path} cannot be read (${code ?? error})`, 'Check the disk.', {
    cause: error,
  });
}

function notFound(path: string, cause?: unknown): ChatvaultError {
  return new ChatvaultError('not-found', `there is no ${path} in this vault`, 'Check the name.', { cause });
}
