import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** How one compactor lives. */
export interface Life {
  readonly root: string;
  readonly seed: number;
  /** At which call of the disk it kills itself; 0: at none. */
  readonly dieAt: number;
  /** One in how many writes finds the disk full; 0: none. */
  readonly fullOneIn: number;
  readonly mode: 'run' | 'once';
  readonly byRename: boolean;
  /** Milliseconds until it is killed; 0: it is not. */
  readonly killAfter: number;
}

/** How it ended and what it said, one line a write. */
export interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  readonly said: readonly (readonly string[])[];
}

/** The compactor as one file: it has to start fast to be killed often. */
export async function bundle(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const built = await rolldown({
    input: join(import.meta.dirname, 'compactor.ts'),
    platform: 'node',
    external: ['koffi'],
    treeshake: { moduleSideEffects: false },
    checks: { eval: false },
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: 'compactor.mjs' });
  return join(folder, 'compactor.mjs');
}

/** Starts one and waits for its end. `started` gets the process. */
export async function compactor(
  script: string,
  life: Life,
  started: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const { root, seed, dieAt, fullOneIn, mode, byRename, killAfter } = life;
  const args = [script, root, seed, dieAt, fullOneIn, mode, byRename ? 'by-rename' : 'by-exchange'].map(
    String,
  );
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const timer = killAfter > 0 ? setTimeout(() => child.kill('SIGKILL'), killAfter) : undefined;
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('close', (...how) => resolve(how));
  });
  clearTimeout(timer);
  return { code, killed: signal === 'SIGKILL', said: said.split('\n').map((line) => line.split(' ')) };
}
