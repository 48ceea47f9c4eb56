import type { Command as Parser } from 'commander';
import { ChatvaultError, type Conversation } from '../../core/index.ts';
import { aloneSays, type EditReport, laterSays, undoEdits } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedChat, withVault } from '../named-chat.ts';
import { messageNumbers, type Numbers } from '../numbers.ts';
import { count, json } from '../print.ts';

const command: Command<CommonOptions> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'a chat file or a session id')
    .argument('[id...]', 'message numbers, also ranges; without one, every short form that chatvault wrote')
    .addHelpText(
      'after',
      [
        '',
        'Takes short forms out again; what they had replaced comes back. Without ids the file is, byte for byte, what it',
        'was before the first compaction; short forms that a person pinned stay unless their message is named.',
        'A running `watch` makes them again: stop it first, or raise compactor.min_words for this chat.',
        '',
        'Examples:',
        '  chatvault undo plans.md',
        '  chatvault undo plans.md 12 14 20-25',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: CommonOptions, terminal: Terminal): Promise<ExitCode> {
  const [name, given] = args as [string, readonly string[]];
  const numbers = messageNumbers(given);
  return withVault(options, terminal, async (vault) => {
    const { path = '', conversation: before } = await namedChat(vault, terminal, name);
    const ids = idsOf(before, numbers);
    const report = await vault.edit(path, undoEdits(vault, path, ids), { byHand: true });
    mustBeLooked(report);
    const missing = ids.filter((_, index) => report.outcomes[index] === 'gone');
    if (missing.length > 0)
      throw new ChatvaultError(
        'not-found',
        `${path} has no message ${missing.join(', ')}`,
        report.outcome === 'written' ? 'The others were done.' : 'Nothing was changed.',
      );
    const after = (await vault.read(path)).conversation;
    const result = {
      path,
      taken: shortForms(before) - shortForms(after),
      left: shortForms(after),
      bytes: (await vault.read(path)).bytes.length,
    };
    if (options.json === true) terminal.out(json(result));
    else terminal.out(sentence(result, report));
    return report.outcome === 'written' ? 0 : 1;
  });
}

/** The numbers that are named. Of a range those that the chat has; where it has none of them, the first. */
function idsOf({ messages }: Conversation, numbers: readonly Numbers[]): number[] {
  const wanted = numbers.flatMap(([first, last]) => {
    const found = messages.map(({ id }) => id).filter((id) => id >= first && id <= last);
    return found.length > 0 ? found : [first];
  });
  return [...new Set(wanted)];
}

function mustBeLooked({ path, outcome, why }: EditReport): void {
  if (outcome === 'written' || outcome === 'unchanged') return;
  const says: Readonly<Record<string, string>> = { ...laterSays, ...aloneSays };
  throw new ChatvaultError(
    outcome === 'later' ? 'locked' : 'disk',
    `${path} ${says[why ?? '']}; nothing was changed`,
    outcome === 'later' ? 'Try again when that is over.' : 'Change that and try again.',
  );
}

function shortForms({ messages }: Conversation): number {
  return messages.filter(({ compaction }) => compaction !== undefined).length;
}

function sentence(
  { path, taken, left }: { path: string; taken: number; left: number },
  { outcome }: EditReport,
): string {
  const rest = left > 0 ? `; ${count(left, 'short form')} left (pinned, or written by other programs)` : '';
  return outcome === 'written'
    ? `${path}: ${count(taken, 'short form')} taken out${rest}`
    : `${path}: nothing of ours to take out${rest}`;
}
