import type { Command as Parser } from 'commander';
import {
  ChatvaultError,
  type SearchPage,
  searchChatMessages,
  searchLimit,
  type ToolAnswer,
} from '../../core/index.ts';
import { searchVault, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { printedHits, readOn } from '../look-back/hits.ts';
import { asCommands, namedChat, withVault } from '../named-chat.ts';
import { wholeNumber } from '../numbers.ts';
import { json, style } from '../print.ts';

interface Options extends CommonOptions {
  readonly chat?: string;
  readonly all?: boolean;
  readonly limit?: string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<query...>', 'the words to look for')
    .option('--chat <chat>', 'only this chat file or session id')
    .option('--all', 'the whole vault (what is searched without --chat)')
    .option('--limit <n>', 'how many messages (default 5, at most 20)')
    .addHelpText(
      'after',
      [
        '',
        'Looks through original words: messages, calls and saved outputs, shortened or not. Exact words and the same stems',
        'match; rare words weigh more; slips of the pen are mended when nothing else hits.',
        '',
        'Examples:',
        '  chatvault search "heating settings"',
        '  chatvault search E_QUOTA_7731 --chat plans.md --json',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const query = (args[0] as readonly string[]).join(' ');
  if (query.trim() === '')
    throw new ChatvaultError(
      'usage',
      'the words to look for are empty',
      'Give one or more, rare ones first.',
    );
  const limit = wholeNumber('--limit', options.limit, [1, searchLimit]);
  return withVault(options, terminal, async (vault) => {
    const { value, text } = await find(vault, terminal, options, { query, limit });
    if (value === undefined) {
      if (options.json === true) terminal.out(json({ query, total: 0, hits: [] }));
      const isEmpty = options.chat === undefined && (await vault.chats()).length === 0;
      terminal.err(`chatvault: ${isEmpty ? noChats(vault.root) : asCommands(text)}`);
      return 1;
    }
    terminal.out(options.json === true ? json(value) : printedHits(value, style(terminal)));
    if (options.json !== true) terminal.err(`chatvault: ${readOn(value, searchLimit)}`);
    return 0;
  });
}

function noChats(root: string): string {
  return `there is no chat in ${root} yet. Make one with: chatvault add FILE --role user --text TEXT; or name another vault with --vault.`;
}

async function find(
  vault: Vault,
  terminal: Terminal,
  { chat, all }: Options,
  input: { readonly query: string; readonly limit: number | undefined },
): Promise<ToolAnswer<SearchPage>> {
  if (chat !== undefined && all !== true)
    return searchChatMessages(await namedChat(vault, terminal, chat), input);
  return searchVault(vault, input, undefined, (done, of) => {
    if (done === 0 && of > 200) terminal.err(`reading ${of} chats for the first search ...`);
  });
}
