import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import { openVault, settingsFile } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { settingsText } from '../init/settings-text.ts';
import { trust } from '../init/trust.ts';
import { welcome } from '../init/welcome.ts';
import { json, style } from '../print.ts';
import { newUid } from '../uid.ts';

interface Options extends CommonOptions {
  readonly git?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('[dir]', 'the folder; it is made when it does not exist (default: this folder)')
    .option('--git', 'also set up git here (see git-setup)')
    .addHelpText('after', '\nNothing that exists is overwritten; running it again changes nothing.');
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const named = resolve(terminal.cwd, String(args[0] ?? options.vault ?? '.'));
  mkdirSync(named, { recursive: true });
  const root = realpathSync(named);
  const isNew = !existsSync(join(root, settingsFile));
  const made = [
    ...writeNew(root, settingsFile, settingsText()),
    ...writeNew(root, '.gitattributes', gitAttributes),
    ...(isNew ? await makeWelcome(root, terminal) : []),
  ];
  // a vault that was here before may be a stranger's: only its owner can say that it is trusted
  const trusted = isNew ? trust(root, terminal.env) : undefined;
  if (options.json === true)
    terminal.out(json({ vault: root, created: made, trusted: trusted?.done ?? false }));
  else terminal.out(said(root, made, trusted?.says, style(terminal).bold));
  return options.git === true ? gitSetup(root, options, terminal) : 0;
}

const gitAttributes = `# Chats are merged message by message (chatvault git-setup); their line ends are never changed.
*.md -text diff=markdown merge=chatvault conflict-marker-size=32
`;

function writeNew(root: string, name: string, text: string): string[] {
  try {
    writeFileSync(join(root, name), text, { flag: 'wx' });
    return [name];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return [];
    throw error;
  }
}

async function makeWelcome(root: string, terminal: Terminal): Promise<string[]> {
  const vault = await openVault(root, { env: terminal.env });
  try {
    if (existsSync(join(root, 'Welcome.md'))) return [];
    return [(await vault.create('Welcome.md', welcome(new Date(), newUid))).path];
  } finally {
    await vault.close();
  }
}

function said(
  root: string,
  made: readonly string[],
  trusted: string | undefined,
  bold: (text: string) => string,
) {
  if (made.length === 0) return `${bold(root)} is a vault already; nothing was changed.`;
  return [
    `${bold(root)} is a vault now.`,
    ...made.map((name) => `  ${name}${purposes[name] === undefined ? '' : `  ${purposes[name]}`}`),
    ...(trusted === undefined ? [] : [trusted]),
    'Next: chatvault add first.md --role user --text "Hello", or chatvault import FILE, then chatvault compact.',
  ].join('\n');
}

const purposes: Readonly<Record<string, string>> = {
  [settingsFile]: 'settings, all at their defaults',
  '.gitattributes': 'how git treats chats; harmless without git',
  'Welcome.md': 'a chat that shows the format',
};

async function gitSetup(root: string, options: Options, terminal: Terminal): Promise<ExitCode> {
  const { commands } = await import('./index.ts');
  const entry = commands.find(({ name }) => name === 'git-setup');
  if (entry === undefined) {
    terminal.err('chatvault: this version has no git-setup; git was not set up.');
    return 1;
  }
  const setup = (await entry.load()).default as Command<CommonOptions>;
  return setup.run([], { vault: root, ...(options.json !== undefined && { json: options.json }) }, terminal);
}
