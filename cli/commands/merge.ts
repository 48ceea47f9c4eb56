import { resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import { ChatvaultError } from '../../core/index.ts';
import { aloneSays, laterSays, locateFrom, mergeFiles, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { withVault } from '../named-chat.ts';
import { noSuchChat } from '../near-names.ts';
import { json } from '../print.ts';

interface Options extends CommonOptions {
  readonly markerSize?: string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'BASE, the common version; or the chat that a copy is joined into')
    .argument('<other>', 'OURS, which the result is written to; or the copy')
    .argument('[theirs]', 'THEIRS')
    .option('--marker-size <n>', 'the length of conflict marks', '7')
    .addHelpText(
      'after',
      [
        '',
        'With three files it is git’s merge driver (see git-setup): chats are merged by message, other files as text.',
        'Exit code 0 when nothing is left to decide, 1 when conflict lines stand in OURS.',
        'With two it joins a sync tool’s copy into its chat; both are kept in .chatvault/backup/ and the copy goes.',
        '',
        'Examples:',
        '  chatvault merge BASE OURS THEIRS',
        '  chatvault merge plans.md "plans (conflicted copy 2026-10-14).md"',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const [file, other, theirs] = args as [string, string, string | undefined];
  if (theirs === undefined) return joinCopy(file, other, options, terminal);
  const markSize = Number(options.markerSize);
  if (!Number.isSafeInteger(markSize) || markSize < 1)
    throw new ChatvaultError(
      'usage',
      `--marker-size ${options.markerSize} is not a number`,
      'Give one such as 7.',
    );
  const [base, ours, yours] = [file, other, theirs].map((name) => resolve(terminal.cwd, name)) as [
    string,
    string,
    string,
  ];
  const merged = mergeFiles(base, ours, yours, markSize);
  if (options.json === true) terminal.out(json(merged));
  return merged.undecided ? 1 : 0;
}

async function joinCopy(
  name: string,
  other: string,
  options: Options,
  terminal: Terminal,
): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    const [path, copy] = [name, other].map((each) => locateFrom(vault.root, terminal.cwd, each).path) as [
      string,
      string,
    ];
    await mustBeThere(vault, name, path);
    await mustBeThere(vault, other, copy);
    const { outcome, why } = await vault.join(path, copy);
    if (why !== undefined) {
      const says: Readonly<Record<string, string>> = { ...laterSays, ...aloneSays };
      throw new ChatvaultError(
        outcome === 'later' ? 'locked' : 'disk',
        `${path} ${says[why]}; nothing was joined`,
        'Try again when that is over.',
      );
    }
    const { messages } = (await vault.read(path)).conversation;
    if (options.json === true) terminal.out(json({ path, copy, messages: messages.length }));
    else
      terminal.out(
        `${path}: ${copy} is in it now, ${messages.length} messages; both files from before are in .chatvault/backup/`,
      );
    return 0;
  });
}

/** Throws `not-found` with the nearest names, those of copies too. */
async function mustBeThere(vault: Vault, name: string, path: string): Promise<void> {
  try {
    await vault.read(path);
  } catch (error) {
    if (!(error instanceof ChatvaultError && error.code === 'not-found')) throw error;
    const all = await vault.everyChat();
    throw noSuchChat(
      name,
      all.map((chat) => ({ path: chat.path, sessionId: chat.sessionId ?? chat.path })),
      error,
    );
  }
}
