import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ChatvaultError } from '../core/index.ts';
import { codeOf } from './write/disk.ts';

/** Where one file of a vault is. */
export interface Located {
  /** Absolute, with every link resolved as far as the path exists. */
  readonly file: string;
  /** Relative to the vault's root, with `/` on every system: how a chat is called everywhere. */
  readonly path: string;
}

/**
 * Finds the file that `path` names: relative to the root, or absolute. Links are followed only inside the vault.
 * Throws `outside-vault` for everything that would reach out of it or into its own or git's folders, however it is spelled.
 */
export function locate(root: string, path: string): Located {
  if (path === '' || path.includes('\0') || Buffer.byteLength(path) > 4096) throw outside(path);
  const asked = isAbsolute(path) ? resolve(path) : join(root, path);
  const file = realFile(asked);
  const inner = relative(root, file).split(sep);
  if (
    inner[0] === '..' ||
    inner[0] === '' ||
    isAbsolute(inner.join(sep)) ||
    inner.some((name) => ours.has(name))
  )
    throw outside(path);
  return { file, path: inner.join('/') };
}

/** The same for what a person typed in folder `cwd`: a path from there, else one from the vault's root. */
export function locateFrom(root: string, cwd: string, path: string): Located {
  if (isAbsolute(path)) return locate(root, path);
  const here = path.includes('\0') ? path : resolve(cwd, path);
  try {
    realpathSync(here);
    return locate(root, here);
  } catch (error) {
    if (error instanceof ChatvaultError && !exists(join(root, path))) throw error;
  }
  if (exists(join(root, path))) return locate(root, path);
  return locate(root, here);
}

const ours = new Set(['.chatvault', '.git']);

/** The real path of what exists of it; the missing rest is appended as spelled. */
function realFile(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), ...missing);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ELOOP' || code === 'EACCES' || dirname(at) === at) return path;
      missing.unshift(basename(at));
    }
  }
}

function exists(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}

function outside(path: string): ChatvaultError {
  const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
  return new ChatvaultError(
    'outside-vault',
    `${shown} is not a file of this vault`,
    'Give the path of a chat inside the vault, relative to its root or absolute.',
  );
}
