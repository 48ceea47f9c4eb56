import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const main = join(import.meta.dirname, '../../dist/main.js');

/** What a run of the built command gave. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** `out` as JSON. */
  json<T = Record<string, unknown>>(): T;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** A scratch folder with a home of its own; both are gone after the test. */
export interface Place {
  readonly root: string;
  /** The vault's folder: empty, and where commands run when nothing else is said. */
  readonly vault: string;
  readonly config: string;
  run(...args: readonly string[]): Ran;
  runWith(options: RunOptions, ...args: readonly string[]): Ran;
}

export function place(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'chatvault-cli-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const vault = join(root, 'vault');
  const config = join(root, 'config');
  mkdirSync(vault);
  const runWith = ({ cwd = vault, input = '', env = {} }: RunOptions, ...args: readonly string[]): Ran => {
    const ran = spawnSync(process.execPath, [main, ...args], {
      cwd,
      input,
      encoding: 'utf8',
      // vitest cannot stop a call that waits for its program
      timeout: 120_000,
      env: { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), XDG_CONFIG_HOME: config, ...env },
    });
    return { code: ran.status, out: ran.stdout, err: ran.stderr, json: () => JSON.parse(ran.stdout) };
  };
  return { root, vault, config, runWith, run: (...args) => runWith({}, ...args) };
}
