import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ChatvaultError } from '../../core/index.ts';
import { diskTrouble, type Vault } from '../../vault/index.ts';

/**
 * Where a file stands that a setting names, from the vault's root or from `~`. What is written as a path inside the
 * vault must stay inside it after links too, unless the vault is trusted: a stranger's vault could lead to a person's
 * own files (throws `outside-vault`). A path that is written as leading out was let through by the settings already.
 */
export function settingFile(vault: Vault, path: string, env: NodeJS.ProcessEnv): string {
  const home = env.HOME || homedir();
  const file = resolve(vault.root, path.replace(/^~(?=\/|$)/, home));
  const inner = relative(vault.root, file);
  const leadsOut = isAbsolute(inner) || inner.split(sep)[0] === '..';
  return leadsOut || vault.settingsFound.trusted ? file : vault.locate(file).file;
}

/** The beginning of a file as text, blanks around it taken off; a pipe or device is never waited for. Throws. */
export function readBeginning(file: string, bytes: number): { readonly text: string; readonly cut: boolean } {
  if (!statSync(file).isFile()) throw Object.assign(new Error(`${file} is no file`), { code: 'no file' });
  const fd = openSync(file, 'r');
  try {
    const room = Buffer.alloc(bytes + 1);
    let length = 0;
    for (let got = 1; got > 0 && length < room.length; length += got)
      got = readSync(fd, room, length, room.length - length, length);
    return { text: room.toString('utf8', 0, Math.min(length, bytes)).trim(), cut: length > bytes };
  } finally {
    closeSync(fd);
  }
}

/** Why a file or program could not be used, in brackets behind its name: `it is not there`. */
export function whyNot(error: unknown): string {
  if (error instanceof ChatvaultError && error.code === 'outside-vault')
    return 'it leads out of the vault, which is not trusted';
  const { path = '', code } = error as NodeJS.ErrnoException;
  const told = diskTrouble(error)?.message.replace(` (${code})`, '');
  if (told === undefined) return code ?? String(error);
  return path !== '' && told.startsWith(path) ? `it${told.slice(path.length)}` : told;
}
