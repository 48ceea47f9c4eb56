import type { Terminal } from './command.ts';
import { print, screen } from './streams.ts';

/** The process's own terminal; `signal` is aborted when the process was asked to end. */
export function terminal(signal: AbortSignal): Terminal {
  const { env } = process;
  return {
    out: (text) => print(1, `${text}\n`),
    err: (text) => print(2, `${text}\n`),
    input: async () => (await readInput()).toString('utf8'),
    inputBytes: readInput,
    colors: wantsColors(env),
    progress: env.TERM !== 'dumb' && screen(2) !== undefined,
    env,
    cwd: process.cwd(),
    signal,
  };
}

function wantsColors(env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return env.TERM !== 'dumb' && screen(1) !== undefined;
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
