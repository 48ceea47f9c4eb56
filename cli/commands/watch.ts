import type { Command as Parser } from 'commander';
import { serve } from '../../compactor/index.ts';
import { findVault, openVault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { lineOf } from '../watch/lines.ts';

const command: Command = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser.addHelpText(
    'after',
    [
      '',
      'Keeps the vault compacted until it is asked to end (Ctrl-C, SIGTERM). One line an event on standard output;',
      'with --json one JSON object a line. One service a vault: a second one is refused with exit code 3.',
    ].join('\n'),
  );
}

async function run(_: readonly unknown[], options: CommonOptions, terminal: Terminal): Promise<ExitCode> {
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  for (const { source, key, text } of vault.settingsFound.problems) terminal.err(`${source}: ${key} ${text}`);
  try {
    await serve(
      vault,
      { env: terminal.env },
      (event) => {
        const line = options.json === true ? JSON.stringify(event) : lineOf(event);
        if (line !== undefined) terminal.out(line);
      },
      terminal.signal,
    );
    return 0;
  } finally {
    await vault.close();
  }
}
