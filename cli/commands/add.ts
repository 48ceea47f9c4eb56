import { Option, type Command as Parser } from 'commander';
import { ChatvaultError, type NewMessage } from '../../core/index.ts';
import { aloneSays, findVault, laterSays, locateFrom, openVault, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { json } from '../print.ts';
import { newUid } from '../uid.ts';

interface Options extends CommonOptions {
  readonly role: 'user' | 'assistant';
  readonly text?: string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'the chat; it is made when it does not exist')
    .addOption(
      new Option('--role <role>', 'who says it').choices(['user', 'assistant']).makeOptionMandatory(),
    )
    .option('--text <text>', 'what is said; without it standard input is read')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  chatvault add plans.md --role user --text "Where were we?"',
        '  my-model | chatvault add plans.md --role assistant',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  try {
    const text = options.text ?? (await typed(terminal));
    if (text.trim() === '') {
      throw new ChatvaultError(
        'usage',
        'the message is empty',
        'Give --text or something on standard input.',
      );
    }
    const added = await add(
      vault,
      locateFrom(vault.root, terminal.cwd, String(args[0])).path,
      options.role,
      text,
    );
    if (options.json === true) terminal.out(json(added));
    else {
      const { path, id, created } = added;
      terminal.out(`${path}: ${created ? 'made, with' : 'added'} message ${id} (${options.role})`);
    }
    return 0;
  } finally {
    await vault.close();
  }
}

interface Added {
  readonly path: string;
  readonly id: number;
  readonly uid: string;
  readonly created: boolean;
}

async function add(vault: Vault, named: string, role: 'user' | 'assistant', text: string): Promise<Added> {
  const uid = newUid();
  const createdAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const message = (id: number): NewMessage => ({ id, uid, role, createdAt, parts: [{ type: 'text', text }] });
  const path = await existing(vault, named);
  if (path === undefined) {
    const made = await vault.create(named, { createdAt, messages: [message(1)] });
    return { path: made.path, id: 1, uid, created: true };
  }
  const { messages } = (await vault.read(path)).conversation;
  const next = message(messages.reduce((highest, { id }) => Math.max(highest, id), 0) + 1);
  const report = await vault.edit(path, [{ kind: 'append', messages: [next] }], { byHand: true });
  if (report.outcome !== 'written') {
    throw new ChatvaultError(
      report.outcome === 'later' ? 'locked' : 'disk',
      `${path} ${report.why === undefined ? 'was not written' : { ...laterSays, ...aloneSays }[report.why]}; nothing was added`,
      report.outcome === 'later' ? 'Try again in a moment.' : 'Change that, then try again.',
    );
  }
  const written = (await vault.read(path)).conversation.messages.find((one) => one.uid === uid);
  return { path, id: written?.id ?? next.id, uid, created: false };
}

/** The path as it is on the disk, with or without `.md`; undefined when there is no such file. */
async function existing(vault: Vault, named: string): Promise<string | undefined> {
  for (const path of /\.(md|markdown)$/i.test(named) ? [named] : [named, `${named}.md`]) {
    try {
      return (await vault.read(path)).path;
    } catch (error) {
      if (!(error instanceof ChatvaultError && error.code === 'not-found')) throw error;
    }
  }
  return undefined;
}

/** Standard input without its last line end, which the shell put there. */
async function typed(terminal: Terminal): Promise<string> {
  if (terminal.progress && process.stdin.isTTY)
    terminal.err('Type the message; end it with Ctrl-D on a line of its own.');
  return (await terminal.input()).replace(/\r?\n$/, '');
}
