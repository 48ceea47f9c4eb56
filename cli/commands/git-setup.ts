import type { Command as Parser } from 'commander';
import { findVault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { setUpGit, undoGit } from '../install/git.ts';
import { json } from '../print.ts';

interface Options extends CommonOptions {
  readonly undo?: boolean;
  readonly autostash?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .option('--undo', 'take the set-up out again')
    .option('--autostash', 'let git pull put uncommitted short forms aside and back')
    .addHelpText(
      'after',
      [
        '',
        'Two halves: a line in .gitattributes, which travels with the repository, and the merge driver in the configuration',
        'of this clone, which does not: run it once in every clone. `chatvault check` says what is missing.',
        'Where chatvault is not found, the driver falls back to git’s own text merge. git calls no driver for an octopus merge',
        'whose parts overlap.',
        '',
        'Examples:',
        '  chatvault git-setup --autostash',
        '  chatvault git-setup --undo',
      ].join('\n'),
    );
}

async function run(_: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const root = findVault(terminal.cwd, options.vault);
  const result = options.undo === true ? undoGit(root) : setUpGit(root, options);
  if (options.json === true) terminal.out(json(result));
  else terminal.out(result.done.join('\n'));
  return 0;
}
