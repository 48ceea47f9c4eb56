import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command as Parser } from 'commander';
import { ChatvaultError, type Dialect, isReceipt, type Receipt, receipt, request } from '../../core/index.ts';
import { codeOf, keepReceipt, type ReceiptKey, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedChat, withVault } from '../named-chat.ts';
import { json } from '../print.ts';
import { prepare, type Wishes } from '../window/prepare.ts';

interface Options extends CommonOptions, Omit<Wishes, 'previous' | 'dialect'> {
  readonly dialect: Dialect;
  readonly receipt?: boolean;
  readonly previous?: string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'the chat; a draft at its end is the newest message')
    .addOption(
      new Option('--dialect <dialect>', 'the form that the server asks for')
        .choices(['openai', 'anthropic', 'ai-sdk', 'clara'])
        .default('openai'),
    )
    .option('--context <tokens>', 'the window of the model (else the setting)')
    .addOption(
      new Option('--policy <policy>', 'how old messages take their short form').choices([
        'steps',
        'eager',
        'sliding',
      ]),
    )
    .option('--system <file...>', 'files with instructions, after SOUL.md and USER.md of the vault')
    .option('--state <file...>', 'files that say what is so now (to-dos, calendar), sent behind the history')
    .option(
      '--cold',
      'the model has no prompt cache to protect: do what is pending, follow no request before',
    )
    .option('--keep-secrets', 'do not replace keys and passwords by placeholders')
    .option('--receipt', 'tell for each message how it stands in the request and why')
    .option(
      '--previous <file>',
      'follow the request of this receipt instead of the last one, which is kept in .chatvault/',
    )
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  chatvault request plans.md --context 32768',
        '  chatvault request plans.md | jq \'. + {model: "qwen3:4b"}\' | curl -d @- http://127.0.0.1:11434/v1/chat/completions',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    const { path = '' } = await namedChat(vault, terminal, String(args[0]));
    const snapshot = await vault.read(path);
    const { previous, ...rest } = options;
    const wishes =
      previous === undefined ? rest : { ...rest, previous: readReceipt(resolve(terminal.cwd, previous)) };
    const { window, surround, key, before, notes } = await prepare(vault, snapshot, wishes, terminal);
    for (const note of notes) terminal.err(`chatvault: ${note}`);
    if (window.slots.at(-1)?.role !== 'user')
      terminal.err('chatvault: the newest message is not from the person; write one before asking a model.');
    const told = receipt(window, options.dialect, surround, before);
    terminal.out(
      json({
        ...request(window, options.dialect, surround),
        ...(options.receipt === true ? { receipt: told } : {}),
      }),
    );
    await keep(vault, key, told, terminal);
    return 0;
  });
}

/** A request that is made is whole without it: what cannot be kept is told and costs the next one its prompt cache at most. */
async function keep(vault: Vault, key: ReceiptKey, made: Receipt, terminal: Terminal): Promise<void> {
  try {
    await keepReceipt(vault.disk, vault.root, key, made);
  } catch (error) {
    const why = error instanceof ChatvaultError ? error.message : codeOf(error);
    if (why === undefined) throw error;
    terminal.err(
      `chatvault: what this request showed could not be kept for the next one (${why}); use --receipt and --previous.`,
    );
  }
}

/** A receipt as `--receipt` printed it, alone or with its request. */
function readReceipt(path: string): Receipt {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    const found = value?.receipt ?? value;
    if (isReceipt(found)) return found;
    throw new Error('no receipt of a request stands in it');
  } catch (error) {
    throw new ChatvaultError(
      'usage',
      `${path} is no receipt (${(error as Error).message})`,
      'Name a file that holds what `chatvault request --receipt` printed.',
      { cause: error },
    );
  }
}
