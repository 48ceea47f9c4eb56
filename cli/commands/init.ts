import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import { foundVault, openVault, settingsFile, trust } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { settingsText } from '../init/settings-text.ts';
import { welcome } from '../init/welcome.ts';
import { attributeLine, setUpGit } from '../install/git.ts';
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
    .option('--git', 'also set up git here, as git-setup does')
    .addHelpText('after', '\nNothing that exists is overwritten; running it again changes nothing.');
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const files = { [settingsFile]: settingsText(), '.gitattributes': gitAttributes };
  const { root, made: plain } = foundVault(
    resolve(terminal.cwd, String(args[0] ?? options.vault ?? '.')),
    files,
  );
  const isNew = plain.includes(settingsFile);
  const made = [...plain, ...(isNew ? await makeWelcome(root, terminal) : [])];
  // a vault that was here before may be a stranger's: only its owner can say that it is trusted
  const trusted = isNew ? trust(root, terminal.env) : undefined;
  const result = { vault: root, created: made, trusted: trusted?.done ?? false };
  if (options.json !== true) terminal.out(said(root, made, trusted?.says, style(terminal).bold));
  const git = options.git === true ? setUpGit(root, {}).done : [];
  if (options.json === true) terminal.out(json({ ...result, ...(options.git === true && { git }) }));
  else if (git.length > 0) terminal.out(git.join('\n'));
  return 0;
}

const gitAttributes = `# Chats are merged message by message (chatvault git-setup); their line ends are never changed.
${attributeLine}
`;

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
