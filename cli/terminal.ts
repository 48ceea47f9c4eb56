import type { Terminal } from './command.ts';

/** The process's own terminal; `signal` is aborted when the process was asked to end. */
export function terminal(signal: AbortSignal): Terminal {
  const { env } = process;
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    input: readInput,
    colors: wantsColors(process.stdout, env),
    progress: process.stderr.isTTY === true && env.TERM !== 'dumb',
    env,
    cwd: process.cwd(),
    signal,
  };
}

function wantsColors(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
