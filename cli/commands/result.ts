import type { Command as Parser } from 'commander';
import {
  ChatvaultError,
  grouped,
  pageSize,
  type ResultPage,
  readToolResult,
  resultAddress,
  type ToolChat,
} from '../../core/index.ts';
import { sessions, toolChat, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { asCommands, namedChat, withVault } from '../named-chat.ts';
import { wholeNumber } from '../numbers.ts';
import { count, json } from '../print.ts';

interface Options extends CommonOptions {
  readonly chat?: string;
  readonly offset?: string;
  readonly all?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<id>', 'a result id, for example message:12:result:call-1')
    .option('--chat <chat>', 'the chat file or session id; without it every chat is asked')
    .option('--offset <n>', 'begin at this character, as the page before named it')
    .option('--all', 'everything, not only the first page')
    .addHelpText(
      'after',
      [
        '',
        'The output alone goes to standard output, so that a file can take it.',
        '',
        'Examples:',
        '  chatvault result message:12:result:call-1 --chat plans.md',
        '  chatvault result message:12:result:call-1 --all > output.txt',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const id = String(args[0]);
  if (resultAddress(id) === undefined)
    throw new ChatvaultError(
      'usage',
      `${JSON.stringify(id.slice(0, 80))} is no result id`,
      'Take one as it stands in the chat or the request, for example message:12:result:call-1.',
    );
  const offset = wholeNumber('--offset', options.offset, [0, Number.MAX_SAFE_INTEGER]);
  return withVault(options, terminal, async (vault) => {
    const chat =
      options.chat === undefined ? await chatWith(vault, id) : await namedChat(vault, terminal, options.chat);
    const room = options.all === true ? Number.MAX_SAFE_INTEGER : pageSize;
    const { value, text } = readToolResult(chat, { result_id: id, offset }, room);
    if (value === undefined) {
      terminal.err(`chatvault: ${asCommands(text)}`);
      return 1;
    }
    if (options.json === true) terminal.out(json(value));
    else print(value, terminal);
    return 0;
  });
}

/** The output alone on standard output, so that a file can take it; what it is of, and what comes next, beside it. */
function print({ name, status, output, total, offset, next }: ResultPage, terminal: Terminal): void {
  const from = offset > 0 ? `, from character ${grouped(offset)}` : '';
  terminal.err(`chatvault: ${name || 'tool'} (${status}), ${count(total, 'character')}${from}`);
  if (output !== '') terminal.out(output);
  if (next !== null)
    terminal.err(
      `chatvault: ${count(total - next, 'character')} follow. Read on with --offset ${next}, or print all of it with --all.`,
    );
}

/** The one chat that has the result. Throws `not-found`, and `usage` when several have one of this name. */
async function chatWith(vault: Vault, id: string): Promise<ToolChat> {
  const found: ToolChat[] = [];
  let last: ToolChat | undefined;
  for (const { path } of await sessions(vault)) {
    const chat = await toolChat(vault, path);
    last = chat;
    if (readToolResult(chat, { result_id: id }).found) found.push(chat);
  }
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined) {
    const paths = found.slice(0, 5).map(({ path }) => path);
    throw new ChatvaultError(
      'usage',
      `${found.length} chats have a result ${id}: ${paths.join(', ')}`,
      'Name the chat with --chat.',
    );
  }
  if (last !== undefined && (await sessions(vault)).length === 1) return last;
  throw new ChatvaultError(
    'not-found',
    `No such result: no chat of this vault has ${id}`,
    'Take the id as it stands in the chat or the request.',
  );
}
