import type { Command as Parser } from 'commander';
import { ChatvaultError, formats, type Imported, type ImportKind, readImport } from '../../core/index.ts';
import { codeOf, diskTrouble, findVault, openVault, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { type Brought, bring, known, type Wish } from '../import/bring.ts';
import { importFiles, readTexts } from '../import/files.ts';
import { counts, printed, type Unread } from '../import/report.ts';
import { json, style } from '../print.ts';
import { progress } from '../progress.ts';

interface Options extends CommonOptions {
  readonly from?: ImportKind;
  readonly into: string;
  readonly missing?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file...>', 'files, zip archives or folders of another program; - reads standard input')
    .option('--from <kind>', `what the files are (${formats.map(({ kind }) => kind).join(', ')})`)
    .option('--into <folder>', 'folder of the vault for new chats', '.')
    .option('--missing', 'also add older messages that are no longer in the chat')
    .addHelpText(
      'after',
      [
        '',
        'Files are recognised by their content:',
        ...formats.map(({ kind, says }) => `  ${kind.padEnd(16)} ${says}`),
        '',
        'Importing again adds only what is new. Messages that you edited or deleted stay so.',
        '',
        'Examples:',
        '  chatvault import ~/.claude/projects/my-project',
        '  chatvault import export.zip --into chatgpt',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const kind = checkedKind(options.from);
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  try {
    const named = args[0] as readonly string[];
    const files = importFiles(named, terminal.cwd);
    if (files.length === 0)
      terminal.err(
        `chatvault: nothing in ${named.join(', ')} looks like an export; of a folder .json and .jsonl files are read, and Markdown below .specstory. Name other files themselves.`,
      );
    const done = await importAll(
      vault,
      files,
      { kind, folder: options.into, wantsMissing: options.missing === true },
      terminal,
    );
    if (options.json === true) terminal.out(json(counts(files.length, done.brought, done.unread)));
    else terminal.out(printed(files.length, done.brought, done.unread, style(terminal)));
    if (terminal.signal.aborted) {
      terminal.err('chatvault: stopped before the end; import again to bring in the rest.');
      return 1;
    }
    if (done.unread.some(({ isDisk }) => isDisk)) return 3;
    return done.brought.length === 0 ? 1 : 0;
  } finally {
    await vault.close();
  }
}

interface Plan extends Wish {
  readonly kind: ImportKind | undefined;
}

async function importAll(vault: Vault, files: readonly string[], plan: Plan, terminal: Terminal) {
  const brought: Brought[] = [];
  const unread: Unread[] = [];
  const line = progress(terminal);
  const there = await known(vault);
  for (const [index, file] of files.entries()) {
    if (terminal.signal.aborted) break;
    line.show(`importing ${index + 1}/${files.length}: ${file}`);
    for (const conversation of await conversations(file, plan.kind, terminal, unread)) {
      if (terminal.signal.aborted) break;
      line.show(`importing ${index + 1}/${files.length}: ${conversation.title}`);
      try {
        brought.push({ file, ...(await bring(vault, there, conversation, plan)) });
      } catch (error) {
        unread.push(failed(`${file}: "${conversation.title}"`, error));
      }
    }
  }
  line.done();
  return { brought, unread };
}

/** One unreadable file must not stop the rest: it becomes a line of the report. */
async function conversations(
  file: string,
  kind: ImportKind | undefined,
  terminal: Terminal,
  unread: Unread[],
): Promise<readonly Imported[]> {
  try {
    const readings = (await readTexts(file, terminal)).map(({ name, text }) => readImport(name, text, kind));
    for (const reading of readings)
      if ('refused' in reading) unread.push({ file, text: `${reading.refused} (${hint})`, isDisk: false });
    return readings.flatMap((reading) => ('conversations' in reading ? reading.conversations : []));
  } catch (error) {
    unread.push(failed(file, error));
  }
  return [];
}

const hint = 'chatvault import --help lists what is read';

/** Errors of the disk and of one conversation; a bug is thrown on. */
function failed(file: string, error: unknown): Unread {
  if (error instanceof ChatvaultError) {
    const isDisk = error.code === 'disk' || error.code === 'locked';
    return { file, text: `${error.message}. ${error.remedy}`, isDisk };
  }
  const trouble = diskTrouble(error);
  if (trouble === undefined) throw error;
  const isMissing = codeOf(error) === 'ENOENT';
  return {
    file,
    text: isMissing ? 'there is no such file' : `${trouble.message}. ${trouble.remedy}`,
    isDisk: true,
  };
}

function checkedKind(from: string | undefined): ImportKind | undefined {
  if (from === undefined) return undefined;
  const format = formats.find(({ kind }) => kind === from);
  if (format !== undefined) return format.kind;
  throw new ChatvaultError(
    'usage',
    `--from ${from}: no such kind of file`,
    `Leave it out (files are recognised by their content), or take one of: ${formats.map(({ kind }) => kind).join(', ')}.`,
  );
}
