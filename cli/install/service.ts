import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ChatvaultError } from '../../core/index.ts';
import { launchd } from './launchd.ts';
import type { Place, Service } from './place.ts';
import { systemd } from './systemd.ts';
import { windows } from './windows.ts';

/** The service of a vault on this system. Throws `usage` for a system without a known way. */
export function serviceFor(platform: NodeJS.Platform, place: Place): Service {
  if (platform === 'linux') return systemd(place);
  if (platform === 'darwin') return launchd(place);
  if (platform === 'win32') return windows(place);
  throw new ChatvaultError(
    'usage',
    `no way is known to run a service on ${platform}`,
    'Run chatvault watch with the means of your system.',
  );
}

/** Puts the file in its place and starts the service. Gives what the commands that failed said. */
export async function install({ file, start }: Service): Promise<string[]> {
  if (file !== undefined) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.text, { mode: 0o600 });
  }
  return runAll(start);
}

/** Stops the service and takes its file away; one that is not there is fine. */
export async function uninstall({ file, stop }: Service): Promise<string[]> {
  const failures = await runAll(stop);
  if (file !== undefined) rmSync(file.path, { force: true });
  return failures;
}

async function runAll(commands: readonly (readonly string[])[]): Promise<string[]> {
  const failures: string[] = [];
  for (const [program = '', ...args] of commands) {
    try {
      await promisify(execFile)(program, args, { timeout: 30_000 });
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
      failures.push(`${[program, ...args].join(' ')}: ${said}`);
    }
  }
  return failures;
}
