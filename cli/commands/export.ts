import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Option, type Command as Parser } from 'commander';
import { type ExportKind, exportChat, exportKinds } from '../../core/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedChat, withVault } from '../named-chat.ts';

interface Options extends CommonOptions {
  readonly to: ExportKind;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'a chat file or a session id')
    .addOption(new Option('--to <form>', 'the form').choices(exportKinds).makeOptionMandatory())
    .addHelpText(
      'after',
      [
        '',
        'The original words go to standard output; short forms and the draft are left out.',
        '  md      for reading: a heading a message, no reasoning',
        '  html    the same as one page without scripts',
        '  json    everything that was said, with ids, times and reasoning',
        '  openai  messages for chat completions, calls followed by their results',
        '',
        'Example:',
        '  chatvault export plans.md --to html > plans.html',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    const { path = '', conversation } = await namedChat(vault, terminal, String(args[0]));
    const bytesOf = (name: string) => attachment(vault, path, name);
    terminal.out(exportChat(conversation, options.to, bytesOf).replace(/\n$/, ''));
    return 0;
  });
}

/** The bytes beside a chat; a path that leads out of the vault, or to nothing, gives none. */
function attachment(vault: Vault, chat: string, name: string): Uint8Array | undefined {
  try {
    return readFileSync(vault.locate(posix.join(posix.dirname(chat), name)).file);
  } catch {
    return undefined;
  }
}
