import type { Command as Parser } from 'commander';
import { ChatvaultError, updateNote } from '../../core/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedChat, withVault } from '../named-chat.ts';
import { json } from '../print.ts';

interface Options extends CommonOptions {
  readonly append?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<chat>', 'a chat file or a session id')
    .argument(
      '[text]',
      'the new note; `-` reads standard input, "" takes the note away; without it the note is printed',
    )
    .option('--append', 'add the text to the note instead')
    .addHelpText(
      'after',
      [
        '',
        'The note goes with every request: decisions, references, what is open.',
        '',
        'Examples:',
        '  chatvault note plans.md',
        '  chatvault note plans.md "Budget: 2,340 euros. Open: the felt." --append',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const [name, given] = args as [string, string | undefined];
  return withVault(options, terminal, async (vault) => {
    const chat = await namedChat(vault, terminal, name);
    const path = chat.path!;
    if (given === undefined) {
      const note = chat.conversation.note?.trim() === '' ? undefined : chat.conversation.note;
      if (options.json === true) terminal.out(json({ path, note: note ?? null }));
      else if (note !== undefined) terminal.out(note);
      else terminal.err(`chatvault: ${path} has no note yet. Write one: chatvault note ${path} TEXT`);
      return note === undefined ? 1 : 0;
    }
    const text = given === '-' ? await terminal.input() : given;
    const answer = updateNote(chat, { text, ...(options.append === true ? { mode: 'append' } : {}) });
    if (answer.value === undefined) {
      throw new ChatvaultError('usage', answer.text, 'Shorten it and try again.');
    }
    const report = await vault.edit(path, [{ kind: 'note', text: answer.value.note }], { byHand: true });
    if (report.outcome !== 'written' && report.outcome !== 'unchanged') {
      throw new ChatvaultError(
        'disk',
        `the note of ${path} was not written (${report.why ?? report.outcome})`,
        'Look with: chatvault check',
      );
    }
    if (options.json === true)
      terminal.out(json({ path, note: answer.value.note === '' ? null : answer.value.note }));
    else terminal.out(`${path}: ${answer.text}`);
    return 0;
  });
}
