import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a folder with the files that a vault begins with, by name. Whatever is there stays as it is.
 * Gives the folder without links and the names of the files that were made. Throws system errors.
 */
export function foundVault(
  dir: string,
  files: Readonly<Record<string, string>>,
): { readonly root: string; readonly made: readonly string[] } {
  makeFolders(resolve(dir));
  const root = realpathSync(dir);
  const made = Object.entries(files).flatMap(([name, text]) =>
    isMade(join(root, name), text) ? [name] : [],
  );
  return { root, made };
}

/** One by one: asked for all at once, Node never comes back from a folder in which none can be made, such as /proc. */
function makeFolders(dir: string): void {
  if (existsSync(dir)) return;
  makeFolders(dirname(dir));
  mkdirSync(dir);
}

function isMade(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
