import { Option, type Command as Parser } from 'commander';
import { type CompactorEvent, compactOnce, counted, zero } from '../../compactor/index.ts';
import { ChatvaultError } from '../../core/index.ts';
import { findVault, locateFrom, openVault, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { Report } from '../compact/report.ts';
import { Review } from '../compact/review.ts';
import { orNearest } from '../named-chat.ts';
import { json, style } from '../print.ts';
import { progress } from '../progress.ts';

interface Options extends CommonOptions {
  readonly method?: 'extractive' | 'model';
  readonly dryRun?: boolean;
  readonly review?: boolean;
  /** True without words of what to keep. */
  readonly earlier?: true | string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('[path...]', 'chats or folders of the vault; without one, all of it')
    .addOption(
      new Option('--method <method>', 'who shortens, in place of the setting').choices([
        'extractive',
        'model',
      ]),
    )
    .option('--dry-run', 'say what would be done, and write nothing; a model is not asked')
    .option('--review', 'show each short form and ask before it is written')
    .option(
      '--earlier [what to keep]',
      'make the account of what is not shown word for word any more now; needs a model',
    )
    .addHelpText(
      'after',
      [
        '',
        'Gives every long message a short form beside its original words. Exit code 0 when the pass was finished,',
        'whatever was refused or skipped; 1 when you ended it early (what was accepted is kept); 3 when something failed',
        'because the endpoint did.',
        '',
        'Examples:',
        '  chatvault compact',
        '  chatvault compact plans.md --method model --review',
        '  chatvault compact --dry-run --json',
        '  chatvault compact plans.md --earlier "every price that was named"',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  if (options.review === true && !process.stdin.isTTY) throw noTerminal();
  if (options.earlier !== undefined) mayMakeAccounts(options);
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  for (const { source, key, text } of vault.settingsFound.problems) terminal.err(`${source}: ${key} ${text}`);
  const review = options.review ? new Review(style(terminal), terminal.err) : undefined;
  const line = progress(terminal);
  const report = new Report();
  let counts = zero;
  let endpointFailed = false;
  const hear = (event: CompactorEvent): void => {
    counts = counted(counts, event);
    report.hear(event);
    endpointFailed ||= event.type === 'account-left' && event.why === 'endpoint';
    if (review === undefined) line.show(progressText(counts, event));
  };
  try {
    if (options.earlier !== undefined) mustAskModel(vault, options);
    const paths = await chatsAt(vault, terminal.cwd, args[0] as readonly string[]);
    await compactOnce(
      vault,
      paths,
      {
        signal: terminal.signal,
        env: terminal.env,
        ...(options.method === undefined ? {} : { method: options.method }),
        ...(options.dryRun === true ? { dryRun: true } : {}),
        ...(options.earlier === undefined ? {} : { earlier: wishOf(options.earlier) }),
        ...(review === undefined ? {} : { approve: review.approve }),
      },
      hear,
    );
    line.done();
    terminal.out(
      options.json === true ? json(counts) : report.text(counts, style(terminal), options.dryRun === true),
    );
    if (terminal.signal.aborted) return 1;
    return counts.failed > 0 || endpointFailed ? 3 : 0;
  } finally {
    line.done();
    review?.close();
    await vault.close();
  }
}

/** The chats that the named files and folders stand for; undefined: all. Throws for a name that is neither. */
async function chatsAt(
  vault: Vault,
  cwd: string,
  named: readonly string[],
): Promise<readonly string[] | undefined> {
  if (named.length === 0) return undefined;
  const all = (await vault.chats()).map(({ path }) => path);
  const found = new Set<string>();
  for (const name of named) {
    if (isRoot(vault, cwd, name)) return undefined;
    const { path } = locateFrom(vault.root, cwd, name);
    const below = all.filter((chat) => chat === path || chat.startsWith(`${path}/`));
    if (below.length === 0) await orNearest(vault, name, () => mustBeChat(vault, path));
    for (const chat of below.length > 0 ? below : [path]) found.add(chat);
  }
  return [...found];
}

function isRoot({ root }: Vault, cwd: string, name: string): boolean {
  return [root, `${root}/`].includes(name) || (cwd === root && /^\.\/?$/.test(name));
}

/** Reads the file so that a name that is none, or no chat, is refused in words. */
async function mustBeChat(vault: Vault, path: string): Promise<void> {
  const { conversation } = await vault.read(path);
  if (!conversation.problems.some(({ code }) => code === 'not-a-chat')) return;
  throw new ChatvaultError(
    'not-a-chat',
    `${path} is an ordinary Markdown file, not a chat`,
    'Name a chat, or put "type: chat" into its front matter if it shall become one.',
  );
}

function progressText(
  { files, accepted, refused, failed, eligible }: typeof zero,
  event: CompactorEvent,
): string {
  const done = `${accepted + refused + failed} of ${eligible} long messages in ${files} chats`;
  if (event.type === 'waiting-for-assistant') return `${done}; waiting until the assistant has finished`;
  if (event.type === 'endpoint-failing')
    return `${done}; ${event.text}; trying again in ${Math.ceil(event.pause / 1000)} s`;
  return 'path' in event ? `${done}; ${event.path}` : done;
}

function wishOf(earlier: true | string): { readonly keep?: string } {
  return earlier === true ? {} : { keep: earlier };
}

/** Refuses what cannot go together, and a chat's name where the words of what to keep would stand. */
function mayMakeAccounts({ dryRun, review, earlier }: Options): void {
  if (dryRun === true || review === true)
    throw new ChatvaultError(
      'usage',
      `--earlier was given with ${dryRun === true ? '--dry-run' : '--review'}; accounts are neither tried nor asked about`,
      'Leave one of the two out.',
    );
  if (typeof earlier === 'string' && /\.(?:md|markdown)$/i.test(earlier))
    throw new ChatvaultError(
      'usage',
      `${JSON.stringify(earlier)} stands where --earlier takes what to keep`,
      `Name the chat first: chatvault compact ${earlier} --earlier`,
    );
}

function mustAskModel({ settings }: Vault, { method = settings.compactor.method }: Options): void {
  if (method === 'model') return;
  throw new ChatvaultError(
    'usage',
    `--earlier needs a model, and the method is ${method}`,
    'Give --method model, or set compactor.method to model in the settings.',
  );
}

function noTerminal(): ChatvaultError {
  return new ChatvaultError(
    'usage',
    '--review asks questions, and standard input is no terminal',
    'Use --dry-run to see what would be done.',
  );
}
