import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  ChatvaultError,
  type Conversation,
  readYaml,
  type Settings,
  type SettingsProblem,
  type SettingsSource,
  settle,
} from '../core/index.ts';
import { codeOf } from './write/disk.ts';

/** The file at a vault's root that holds its settings and marks it as a vault. */
export const settingsFile = 'chatvault.yaml';

/** What holds in a vault, and what could not be taken from its files. */
export interface VaultSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
  /** Where they came from, weakest first. */
  readonly sources: readonly SettingsSource[];
  /** Whether the person's own config names this vault trusted. */
  readonly trusted: boolean;
}

/**
 * The vault that a command means: the folder it names, else the nearest folder at or above `cwd` with a
 * `chatvault.yaml`, else `cwd`. Throws `usage` when the named one is no folder.
 */
export function findVault(cwd: string, flag?: string): string {
  if (flag !== undefined) {
    const named = resolve(cwd, flag);
    if (statSync(named, { throwIfNoEntry: false })?.isDirectory()) return named;
    throw new ChatvaultError(
      'usage',
      `--vault ${flag}: ${existsSync(named) ? 'is not a folder' : 'does not exist'}`,
      'Name an existing folder, or make a vault with: chatvault init DIR',
    );
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, settingsFile))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

/** Where the person's own config stands. */
export function userConfigFile(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(base, 'chatvault', 'config.yaml');
}

/**
 * Reads a vault's settings: the person's config, then the vault's own file. The vault's file may only set what a
 * stranger's vault may, unless the person's config lists the vault under `trust`. Nothing throws: a file that cannot be
 * read is a problem with its name and line.
 */
export function readSettings(root: string, env: NodeJS.ProcessEnv): VaultSettings {
  const problems: SettingsProblem[] = [];
  const userFile = userConfigFile(env);
  const user = readFile(userFile, problems);
  const { trust, ...userData } = user;
  const trusted = trusts(trust, root, env, userFile, problems);
  const vaultFile = join(root, settingsFile);
  const sources: SettingsSource[] = [
    { name: userFile, authority: 'user', data: userData },
    { name: vaultFile, authority: trusted ? 'user' : 'vault', data: readFile(vaultFile, problems) },
  ];
  const settled = settle(sources);
  return { settings: settled.settings, problems: [...problems, ...settled.problems], sources, trusted };
}

/** The settings for one chat: its front matter's `chatvault:` over the vault's, as far as front matter may. */
export function chatSettings(
  { sources, settings }: VaultSettings,
  path: string,
  meta: Conversation['meta'],
): { settings: Settings; problems: readonly SettingsProblem[] } {
  const own = meta.data.chatvault;
  if (own === undefined) return { settings, problems: [] };
  const name = `front matter of ${path}`;
  if (!isMapping(own)) return { settings, problems: [wrongShape(name, 'chatvault', own)] };
  const settled = settle([...sources, { name, authority: 'chat', data: own }]);
  return { settings: settled.settings, problems: settled.problems.filter(({ source }) => source === name) };
}

const mostBytes = 262_144;

function readFile(file: string, problems: SettingsProblem[]): Record<string, unknown> {
  let text: string;
  try {
    if (statSync(file).size > mostBytes) {
      problems.push({
        source: file,
        key: '',
        text: `is larger than ${mostBytes} bytes; nothing of it was taken`,
      });
      return {};
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      problems.push({ source: file, key: '', text: `cannot be read (${codeOf(error)}); the defaults hold` });
    return {};
  }
  try {
    const data = readYaml(text);
    if (data === undefined) return {};
    if (isMapping(data)) return data;
    problems.push(wrongShape(file, '', data));
  } catch (error) {
    problems.push({
      source: file,
      key: '',
      text: `is not YAML: ${firstLine(error)}; nothing of it was taken`,
    });
  }
  return {};
}

function trusts(
  trust: unknown,
  root: string,
  env: NodeJS.ProcessEnv,
  source: string,
  problems: SettingsProblem[],
): boolean {
  if (trust === undefined || trust === null) return false;
  if (!Array.isArray(trust) || !trust.every((path) => typeof path === 'string')) {
    problems.push({
      source,
      key: 'trust',
      text: `found ${JSON.stringify(trust)}, expected a list of folders`,
    });
    return false;
  }
  const home = env.HOME || homedir();
  return trust.some((path: string) => real(resolve(home, path.replace(/^~(?=\/|$)/, home))) === real(root));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function wrongShape(source: string, key: string, found: unknown): SettingsProblem {
  return {
    source,
    key,
    text: `found ${JSON.stringify(found)}, expected keys and values such as "compactor:"`,
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]!.slice(0, 200);
}
