import type { Command as Parser } from 'commander';
import { readChatMessages, type ToolChat } from '../../core/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { asCommands, namedChat, withVault } from '../named-chat.ts';
import { json } from '../print.ts';

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
    .option('--before <n>', 'as many messages before each of them')
    .option('--after <n>', 'as many messages after each of them')
    .option('--offset <n>', 'begin at this character, as a page before named it')
    .option('--limit <n>', 'at most so many characters (4,000 a page)')
    .option('--all', 'every page, not only the first')
    .addHelpText(
      'after',
      [
        '',
        'Prints the original words, whatever short form stands beside them.',
        '',
        'Examples:',
        '  chatvault read plans.md 12',
        '  chatvault read example-chat 40-44 --all',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const [name, ids] = args as [string, readonly string[]];
  return withVault(options, terminal, async (vault) => {
    const chat = await namedChat(vault, terminal, name);
    const answers = pages(chat, options, { message_ids: ids.flatMap(range), ...numbers(options) });
    const [first] = answers;
    if (first?.value === undefined) {
      terminal.err(`chatvault: ${asCommands(first?.text ?? 'nothing to read')}`);
      return 1;
    }
    if (options.json === true) {
      const messages = answers.flatMap(({ value }) => value?.messages ?? []);
      terminal.out(json({ ...first.value, messages, next: answers.at(-1)?.value?.next ?? null }));
    } else for (const { text } of answers) terminal.out(text);
    return 0;
  });
}

function pages(chat: ToolChat, { all }: Options, args: Record<string, unknown>) {
  const answers = [readChatMessages(chat, args)];
  for (;;) {
    const next = answers.at(-1)?.value?.next ?? null;
    if (all !== true || next === null) return answers;
    answers.push(readChatMessages(chat, { ...args, offset: next }));
  }
}

function numbers({ before, after, offset, limit }: Options): Record<string, string> {
  const given = Object.entries({ before, after, offset, limit });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** `20-25` as its numbers, at most 101 of them: the tool says when that is too many. Anything else stays as it is. */
function range(text: string): (number | string)[] {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return [text];
  const length = Math.max(0, Math.min(101, Number(last) - Number(first) + 1));
  return length === 0 ? [text] : Array.from({ length }, (_, index) => Number(first) + index);
}
