import { join } from 'node:path';
import { codeOf, type Disk } from './disk.ts';
import { type Settled, settleSwap } from './keep.ts';
import { readSwapName, tidy, type Work, workOf } from './work.ts';

/** A person's text that an interrupted write had left in the work folder. */
export interface Recovered {
  /** The chat, relative to the vault. */
  readonly path: string;
  readonly settled: Settled;
}

/** A swap file that must be looked at again later. */
export interface Waiting {
  readonly work: Work;
  readonly name: string;
}

/**
 * Brings every work file that an ended process left to rest. Must run under the vault's lock: then every `.part` is
 * dead. Nothing is deleted whose bytes are not known by hash to be ours or to have been replaced by ours.
 */
export async function recover(
  disk: Disk,
  root: string,
  linger: number,
): Promise<{ recovered: Recovered[]; waiting: Waiting[] }> {
  const recovered: Recovered[] = [];
  const waiting: Waiting[] = [];
  for (const work of workFolders(disk, root)) {
    for (const name of list(disk, work.folder)) {
      if (name.endsWith('.part')) disk.remove(join(work.folder, name));
      if (readSwapName(name) === undefined) continue;
      const settled = await settleSwap({ disk, file: join(root, work.path), work }, name, linger);
      if (settled.kind === 'put-back' || settled.kind === 'copied')
        recovered.push({ path: work.path, settled });
      if (settled.kind === 'put-back' || settled.kind === 'lingers' || settled.kind === 'open')
        waiting.push({ work, name });
    }
    if (work.path !== '') tidy(disk, work);
  }
  return { recovered, waiting };
}

/** Every folder below `.chatvault/tmp`, deepest first. */
function workFolders(disk: Disk, root: string): Work[] {
  const found: Work[] = [];
  const visit = (path: string) => {
    const work = workOf(root, path);
    for (const name of list(disk, work.folder)) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (disk.look(join(work.folder, name)).kind === 'folder') visit(inner);
    }
    found.push(work);
  };
  visit('');
  return found;
}

function list(disk: Disk, folder: string): string[] {
  try {
    return disk.list(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
