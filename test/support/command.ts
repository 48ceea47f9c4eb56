import type { Command, Terminal } from '../../cli/command.ts';
import type { VaultFolder } from './vault-folder.ts';

/** Runs a command in this process in the folder of a vault, on the chat `a.md` when no arguments are given, and gives what it printed. `input` is its standard input. */
export async function runOn(
  folder: Pick<VaultFolder, 'env' | 'root'>,
  command: unknown,
  options: object,
  args: readonly unknown[] = ['a.md'],
  input: Uint8Array = new Uint8Array(),
) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    input: async () => Buffer.from(input).toString(),
    inputBytes: async () => input,
    colors: false,
    progress: false,
    env: folder.env,
    cwd: folder.root,
    signal: new AbortController().signal,
  };
  const code = await (command as Command<never>).run(args, options as never, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
