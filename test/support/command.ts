import type { Command, Terminal } from '../../cli/command.ts';
import type { VaultFolder } from './vault-folder.ts';

/** Runs a command in this process on the chat `a.md` of a vault, and gives what it printed. */
export async function runOn(folder: VaultFolder, command: unknown, options: object) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    input: async () => '',
    colors: false,
    progress: false,
    env: folder.env,
    cwd: folder.root,
    signal: new AbortController().signal,
  };
  const code = await (command as Command<never>).run(['a.md'], options as never, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
