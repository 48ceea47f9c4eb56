import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { whyNot } from './vault-file.ts';

/** What a command may take. */
export interface CommandLimits {
  readonly milliseconds: number;
  /** Of its output; the rest is not waited for. */
  readonly bytes: number;
}

export const commandLimits: CommandLimits = { milliseconds: 2000, bytes: 32_768 };

/**
 * What a program prints to standard output, started without a shell in folder `cwd`. At the limits it is ended with
 * whatever it started; what it printed up to the size limit counts, what it printed when the time was over does not
 * unless the program itself had ended well. Throws an Error whose message goes on from "it …": `ended with code 1`.
 */
export function commandOutput(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  limits = commandLimits,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = words;
    const child = spawn(program, args, { cwd, env, ...apart });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    const text = () => Buffer.concat(out).toString('utf8');
    const over = (end: () => void): void => {
      clearTimeout(timer);
      killWithAll(child);
      end();
    };
    const timer = setTimeout(() => {
      const late = new Error(`did not end within ${limits.milliseconds / 1000} s`);
      // a program that ended may have left another behind that holds its output open
      over(() => (child.exitCode === 0 ? resolve(text()) : reject(late)));
    }, limits.milliseconds);
    child.stdout?.on('data', (chunk: Buffer) => {
      out.push(chunk);
      size += chunk.length;
      if (size > limits.bytes) over(() => resolve(text()));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (errors.length < 4) errors.push(chunk);
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`could not be started (${whyNot(error)})`, { cause: error }));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(text());
      else reject(new Error(ending(code, signal, Buffer.concat(errors).toString('utf8'))));
    });
  });
}

/** In a group of its own where the system has such, so that what it starts can be ended with it. */
const apart: SpawnOptions = {
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: process.platform !== 'win32',
  windowsHide: true,
};

function killWithAll(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  try {
    if (child.pid !== undefined && apart.detached) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // nothing of it runs any more
  }
}

function ending(code: number | null, signal: string | null, errors: string): string {
  const said = errors.trim().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? '';
  const how = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
  return said === '' ? how : `${how}: ${said}`;
}
