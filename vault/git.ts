import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The repository a folder belongs to. */
export interface Repository {
  /** The top of the work tree, absolute. */
  readonly top: string;
  /** Where this work tree's own state lies (index, heads), absolute. */
  readonly gitFolder: string;
}

/** The nearest repository at or above a folder, or undefined. Runs no program. */
export function repositoryOf(folder: string): Repository | undefined {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const gitFolder = gitFolderIn(top);
    if (gitFolder !== undefined) return { top, gitFolder };
    if (dirname(top) === top) return undefined;
  }
}

/**
 * The file that says git is changing this work tree right now or waits for a person to finish a merge, or undefined.
 * While it stands, a chat must not be written: git would read our text as the person's, or fail over it.
 */
export function gitAtWork(folder: string): string | undefined {
  const repository = repositoryOf(folder);
  if (repository === undefined) return undefined;
  return signs.find((name) => exists(join(repository.gitFolder, name)));
}

const signs = [
  'index.lock',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'BISECT_LOG',
] as const;

/** `.git` is a folder, or in a linked work tree or submodule a file that names one. */
function gitFolderIn(top: string): string | undefined {
  const path = join(top, '.git');
  try {
    if (lstatSync(path).isDirectory()) return path;
    const named = /^gitdir: (.+?)\s*$/m.exec(readFileSync(path, 'utf8'))?.[1];
    return named === undefined ? undefined : resolve(top, named);
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
