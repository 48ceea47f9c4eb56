import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { ChatvaultError, isChat, merge, source } from '../core/index.ts';
import { diskTrouble } from './write/trouble.ts';

/** What a merge of files left for the person: nothing, or conflict lines in the file. */
export interface Merged {
  readonly undecided: boolean;
}

/**
 * git's merge driver: the three files as one, in `ours`. Chats are merged by message; anything else, ordinary notes
 * with the same ending above all, by git's own text merge. Whole or not at all: `ours` is replaced by rename. Throws
 * `disk` when a file cannot be read or written, or git's text merge is needed and cannot run.
 */
export function mergeFiles(base: string, ours: string, theirs: string, markSize: number): Merged {
  const [before, mine, yours] = [base, ours, theirs].map(readBytes) as [Buffer, Buffer, Buffer];
  if (![mine, yours].every((bytes) => isChat(bytes))) return mergeAsText(base, ours, theirs, markSize);
  const { bytes, undecided } = merge(before, mine, yours, source, markSize);
  const part = `${ours}.${process.pid}.part`;
  try {
    writeFileSync(part, bytes, { mode: statSync(ours).mode, flag: 'wx' });
    renameSync(part, ours);
  } catch (error) {
    removeQuietly(part);
    throw failed('written', ours, error);
  }
  return { undecided };
}

function mergeAsText(base: string, ours: string, theirs: string, markSize: number): Merged {
  const labels = ['ours', 'base', 'theirs'].flatMap((label) => ['-L', label]);
  const ran = spawnSync('git', ['merge-file', ...labels, `--marker-size=${markSize}`, ours, base, theirs]);
  // the number of conflicts, at most 127; 255 and death are failures
  if (ran.status !== null && ran.status <= 127) return { undecided: ran.status > 0 };
  throw failed('merged as text', ours, ran.error ?? new Error(String(ran.stderr)));
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw failed('read', file, error);
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // never written
  }
}

function failed(what: string, file: string, cause: unknown): ChatvaultError {
  const trouble = diskTrouble(cause);
  if (trouble !== undefined)
    return new ChatvaultError('disk', trouble.message, `Nothing was changed. ${trouble.remedy}`, { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ChatvaultError('disk', `${file} cannot be ${what} (${why})`, 'Nothing was changed.', { cause });
}
