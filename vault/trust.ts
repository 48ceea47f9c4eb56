import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readYaml } from '../core/index.ts';
import { userConfigFile } from './settings.ts';

/** Whether a vault is trusted now, and the sentence for the person. */
export interface Trusted {
  readonly done: boolean;
  readonly says: string;
}

/**
 * Adds a vault to `trust:` in the person's own config, which lets its `chatvault.yaml` name endpoints and commands.
 * Comments and everything else in the file stay; a list in a form that cannot be extended safely, and a file that cannot be
 * read or written, is left to the person. Never throws for the disk: the vault itself is made.
 */
export function trust(root: string, env: NodeJS.ProcessEnv): Trusted {
  const file = userConfigFile(env);
  try {
    return listed(root, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { done: false, says: `${byHand(root, file)} It cannot be written here (${code}).` };
  }
}

function byHand(root: string, file: string): string {
  return `To trust it, add ${root} to the list "trust:" in ${file}.`;
}

function listed(root: string, file: string): Trusted {
  const text = readConfig(file);
  const before = trustedIn(text);
  if (before?.includes(root)) return { done: true, says: `It is trusted already in ${file}.` };
  const changed = before === undefined ? undefined : withEntry(text, root);
  if (changed === undefined || !trustedIn(changed)?.includes(root)) {
    return { done: false, says: byHand(root, file) };
  }
  writeConfig(file, changed);
  return { done: true, says: `It is trusted: listed in ${file}.` };
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** The folders under `trust`; undefined when the file is not readable as such. */
function trustedIn(text: string): readonly unknown[] | undefined {
  try {
    const data = readYaml(text);
    if (data === undefined) return [];
    if (data === null || typeof data !== 'object' || Array.isArray(data)) return undefined;
    const { trust } = data as { trust?: unknown };
    if (trust === undefined || trust === null) return [];
    return Array.isArray(trust) ? trust : undefined;
  } catch {
    return undefined;
  }
}

/** The text with one more entry: first in the list under a bare `trust:` line, or in a new list at the end. */
function withEntry(text: string, root: string): string | undefined {
  const entry = `- ${JSON.stringify(root)}`;
  const head = /^trust:[ \t]*(?:#.*)?$/m.exec(text);
  if (head !== null) {
    const after = head.index + head[0].length;
    const indent = /^\r?\n([ \t]*)- /.exec(text.slice(after))?.[1] ?? '  ';
    return `${text.slice(0, after)}\n${indent}${entry}${text.slice(after)}`;
  }
  if (/^trust\s*:/m.test(text)) return undefined;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${gap}trust:\n  ${entry}\n`;
}

/** Written beside and moved into place; a link to the config (a dotfiles folder) stays a link. */
function writeConfig(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const there = statSync(file, { throwIfNoEntry: false });
  const target = there === undefined ? file : realpathSync(file);
  const part = `${target}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: there?.mode ?? 0o600, flag: 'wx' });
    renameSync(part, target);
  } finally {
    rmSync(part, { force: true });
  }
}
