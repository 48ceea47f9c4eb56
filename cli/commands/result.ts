import type { Command as Parser } from 'commander';
import {
  ChatvaultError,
  type ResultPage,
  readToolResult,
  resultAddress,
  type ToolAnswer,
  type ToolChat,
} from '../../core/index.ts';
import { sessions, toolChat, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { asCommands, namedChat, withVault } from '../named-chat.ts';
import { json } from '../print.ts';

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
    .option('--offset <n>', 'begin at this character, as a page before named it')
    .option('--all', 'every page, not only the first')
    .addHelpText('after', '\nExample:\n  chatvault result message:12:result:call-1 --chat plans.md');
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const id = String(args[0]);
  return withVault(options, terminal, async (vault) => {
    const chat =
      options.chat === undefined ? await chatWith(vault, id) : await namedChat(vault, terminal, options.chat);
    const answers = pages(chat, options, id);
    const [first] = answers;
    if (first?.value === undefined) {
      terminal.err(`chatvault: ${asCommands(first?.text ?? 'No such result.')}`);
      return 1;
    }
    if (options.json === true) {
      const output = answers.map(({ value }) => value?.output ?? '').join('');
      terminal.out(json({ ...first.value, output, next: answers.at(-1)?.value?.next ?? null }));
    } else for (const { text } of answers) terminal.out(text);
    return 0;
  });
}

function pages(chat: ToolChat, { all, offset }: Options, id: string): ToolAnswer<ResultPage>[] {
  const args = { result_id: id, ...(offset === undefined ? {} : { offset }) };
  const answers = [readToolResult(chat, args)];
  for (;;) {
    const next = answers.at(-1)?.value?.next ?? null;
    if (all !== true || next === null) return answers;
    answers.push(readToolResult(chat, { ...args, offset: next }));
  }
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
  if (last !== undefined && (resultAddress(id) === undefined || (await sessions(vault)).length === 1))
    return last;
  throw new ChatvaultError(
    'not-found',
    `No such result: no chat of this vault has ${id}`,
    'Take the id as it stands in the chat or the request.',
  );
}
