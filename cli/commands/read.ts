import type { Command as Parser } from 'commander';
import {
  ChatvaultError,
  type Reader,
  readChatMessages,
  readLimits,
  type ToolChat,
} from '../../core/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { notesOn, printedMessages } from '../look-back/messages.ts';
import { asCommands, namedChat, withVault } from '../named-chat.ts';
import { messageNumbers, type Numbers, wholeNumber } from '../numbers.ts';
import { json, style } from '../print.ts';
import { shellWord } from '../shell-word.ts';

interface Options extends CommonOptions {
  readonly before?: string;
  readonly after?: string;
  readonly offset?: string;
  readonly limit?: string;
  readonly all?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<chat>', 'a chat file or a session id')
    .argument('<id...>', 'message numbers, also ranges: 12 13 20-25')
    .option('--before <n>', 'as many messages before each of them, at most 20')
    .option('--after <n>', 'as many messages after each of them, at most 20')
    .option('--offset <n>', 'begin at this character, as the page before named it')
    .option('--limit <n>', 'at most so many characters (4,000)')
    .option('--all', 'everything, not only the first page')
    .addHelpText(
      'after',
      [
        '',
        'Prints the original words, whatever short form stands beside them. The words go to standard output; what comes',
        'next is told on standard error. Exit code 1 when the chat has none of these messages.',
        '',
        'Examples:',
        '  chatvault read plans.md 12',
        '  chatvault read example-chat 40-44 --all',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const [name, texts] = args as [string, readonly string[]];
  const numbers = messageNumbers(texts);
  const asked = {
    before: wholeNumber('--before', options.before, [0, readLimits.neighbours]),
    after: wholeNumber('--after', options.after, [0, readLimits.neighbours]),
    offset: wholeNumber('--offset', options.offset, [0, Number.MAX_SAFE_INTEGER]),
    limit: wholeNumber('--limit', options.limit, [1, Number.MAX_SAFE_INTEGER]),
    ...(options.all === true ? { limit: Number.MAX_SAFE_INTEGER } : {}),
  };
  return withVault(options, terminal, async (vault) => {
    const chat = await namedChat(vault, terminal, name);
    const { value, text } = readChatMessages(chat, { ...asked, message_ids: ids(chat, numbers) }, person);
    if (value === undefined) {
      terminal.err(`chatvault: ${asCommands(text)}`);
      return 1;
    }
    terminal.out(options.json === true ? json(value) : printedMessages(value, style(terminal)));
    for (const note of options.json === true ? [] : notesOn(value)) terminal.err(`chatvault: ${note}`);
    return 0;
  });
}

const person: Reader = {
  room: Number.MAX_SAFE_INTEGER,
  reach: (resultId) => `chatvault result ${shellWord(resultId)}`,
};

/**
 * The numbers that are asked for. Of a range those that the chat has; where it has none of them, the first, so that
 * the answer can say so. Throws `usage` for more than can be asked for at a time.
 */
function ids({ conversation }: ToolChat, numbers: readonly Numbers[]): number[] {
  const there = [...new Set(conversation.messages.map(({ id }) => id))];
  const wanted = numbers.flatMap(([first, last]) => {
    const found = first === last ? [] : there.filter((id) => id >= first && id <= last);
    return found.length > 0 ? found : [first];
  });
  const different = [...new Set(wanted)];
  if (different.length <= readLimits.messages) return different;
  throw new ChatvaultError(
    'usage',
    `${different.length} messages were named; at most ${readLimits.messages} are printed at a time`,
    'Name fewer, or print the whole chat with: chatvault export FILE --to md',
  );
}
