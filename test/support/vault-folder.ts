import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type NewMessage, printChat } from '../../core/index.ts';
import { openVault, type Vault, type VaultOptions } from '../../vault/index.ts';

/** A real folder with a vault in it, and a person's config beside it that trusts the vault. */
export interface VaultFolder {
  readonly root: string;
  /** The environment in which that config is the person's own. */
  readonly env: NodeJS.ProcessEnv;
  open(options?: VaultOptions): Promise<Vault>;
  /** The bytes of a file as text. */
  read(path: string): string;
  /** Writes a file, folders included; `age` sets its time of change so many seconds back. */
  write(path: string, text: string, age?: number): void;
  remove(): void;
}

/** Values of the settings, as in `chatvault.yaml`. */
export interface Given {
  readonly compactor?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export function vaultFolder(
  files: Readonly<Record<string, string>> = {},
  settings: Given = {},
  below = tmpdir(),
): VaultFolder {
  const base = mkdtempSync(join(realpathSync(below), 'chatvault-'));
  const root = join(base, 'vault');
  const env = { ...process.env, XDG_CONFIG_HOME: join(base, 'config'), HOME: base };
  const write = (path: string, text: string, age = 3600): void => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (age > 0) utimesSync(file, Date.now() / 1000 - age, Date.now() / 1000 - age);
  };
  mkdirSync(join(base, 'config', 'chatvault'), { recursive: true });
  writeFileSync(join(base, 'config', 'chatvault', 'config.yaml'), `trust: [${JSON.stringify(root)}]\n`);
  write('chatvault.yaml', JSON.stringify(settings));
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    root,
    env,
    open: (options = {}) => openVault(root, { env, ...options }),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A chat file of text messages that alternate between the person and the assistant, numbered from 1. */
export function chatOf(...texts: readonly string[]): string {
  return printChat({ title: 'Test', messages: texts.map(said) });
}

function said(text: string, at: number): NewMessage {
  return {
    id: at + 1,
    role: at % 2 === 0 ? 'user' : 'assistant',
    createdAt: new Date(Date.UTC(2026, 10, 2, 8, at)).toISOString().replace('.000', ''),
    parts: [{ type: 'text', text }],
  };
}

/** Words that need a short form: an ordinary message of some seventy words about a topic of its own. */
export function longText(topic: string): string {
  return [
    `I looked at the ${topic} again this morning, because it had behaved strangely since we changed it last week.`,
    `The first thing that I found is that the ${topic} works well as long as nobody else is using it at the same time.`,
    `When two people come to it together, one of them has to wait until the other has finished with it.`,
    `I think that we should leave the ${topic} as it is for now and look for a second one before the winter.`,
  ].join(' ');
}

/** A good short form of `longText`. */
export function shortText(topic: string): string {
  return `The ${topic} works unless two people use it together, then one has to wait; keep it for now and find a second one before winter.`;
}
