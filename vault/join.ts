import { spawnSync } from 'node:child_process';
import { dirname, relative, sep } from 'node:path';
import { isChat, merge, source } from '../core/index.ts';
import { repositoryOf } from './git.ts';

/** The two texts as one, without a common version; undefined where they cannot be joined by message. */
export function joined(one: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  if (!isChat(one) || !isChat(other)) return undefined;
  const { bytes, undecided } = merge(new Uint8Array(), one, other, source);
  return undecided ? undefined : bytes;
}

/**
 * What a file in conflict should be, made again from the three versions that git's index keeps while the file is
 * unmerged. Undefined where git keeps none, where they cannot be merged by message, or where the file holds a line that
 * none of them has: then a person has begun to resolve it, and that is theirs.
 */
export function fromStages(file: string, bytes: Uint8Array): Uint8Array | undefined {
  const top = repositoryOf(dirname(file))?.top;
  if (top === undefined) return undefined;
  const name = relative(top, file).split(sep).join('/');
  const [base = new Uint8Array(), ours, theirs] = [1, 2, 3].map((stage) => stageOf(top, stage, name));
  if (ours === undefined || theirs === undefined) return undefined;
  const known = new Set([base, ours, theirs].flatMap(lines));
  if (lines(bytes).some((line) => !known.has(line) && !/^(?:<{7,}|\|{7,}|={7,}|>{7,})(?: |$)/.test(line)))
    return undefined;
  const { bytes: merged, undecided } = merge(base, ours, theirs, source);
  return undecided ? undefined : merged;
}

function stageOf(top: string, stage: number, name: string): Uint8Array | undefined {
  const ran = spawnSync('git', ['cat-file', 'blob', `:${stage}:${name}`], { cwd: top, maxBuffer: 2 ** 30 });
  return ran.status === 0 ? ran.stdout : undefined;
}

function lines(bytes: Uint8Array): string[] {
  return Buffer.from(bytes).toString('latin1').split(/\r?\n/);
}
