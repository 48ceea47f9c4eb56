import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command as Parser } from 'commander';
import {
  checkChat,
  checkVault,
  type Finding,
  locateFrom,
  type Repaired,
  type Vault,
} from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { gitFindings } from '../install/git.ts';
import { orNearest, withVault } from '../named-chat.ts';
import { count, json, type Style, style } from '../print.ts';

interface Options extends CommonOptions {
  readonly fix?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('[path...]', 'chats or folders of the vault; without one, all of it and its set-up')
    .option(
      '--fix',
      'mend what can be mended without changing a word; a copy goes to .chatvault/backup/ first',
    )
    .addHelpText(
      'after',
      [
        '',
        'Exit code 0 when nothing is wrong, 1 when something is.',
        '',
        'Examples:',
        '  chatvault check',
        '  chatvault check plans.md --fix',
      ].join('\n'),
    );
}

interface Fixed {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const [names] = args as [readonly string[]];
  return withVault(options, terminal, async (vault) => {
    const paths = await chosen(vault, terminal, names);
    const fixed: Fixed[] = [];
    const backups: string[] = [];
    const problems: Finding[] = [];
    for (const path of paths) {
      let found = await orNearest(vault, path, () => checkChat(vault, path));
      if (options.fix === true && found.some(({ fixable }) => fixable)) {
        const repaired = await vault.repair(path);
        for (const each of repaired.mended) fixed.push({ path, ...each });
        if (repaired.backup !== undefined) backups.push(repaired.backup);
        else tellNotFixed(terminal, path, repaired);
        found = await checkChat(vault, path);
      }
      for (const each of found) problems.push(each);
    }
    const ofVault = names.length === 0 ? [...(await checkVault(vault)), ...gitFindings(vault.root)] : [];
    for (const each of ofVault) problems.push(each);
    if (options.json === true) terminal.out(json({ files: paths.length, problems, fixed, backups }));
    else terminal.out(printed(paths.length, problems, fixed, backups, style(terminal)));
    return problems.length === 0 ? 0 : 1;
  });
}

/** The chats that the person named, or all, copies of sync tools among them. A named file that is no chat is looked at too. */
async function chosen(vault: Vault, terminal: Terminal, names: readonly string[]): Promise<string[]> {
  const all = (await vault.everyChat()).map(({ path }) => path);
  if (names.length === 0) return all;
  return names.flatMap((name) => {
    if (isRoot(vault, resolve(terminal.cwd, name))) return all;
    const { path, file } = locateFrom(vault.root, terminal.cwd, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return [path];
    return all.filter((each) => each.startsWith(`${path}/`));
  });
}

function isRoot(vault: Vault, file: string): boolean {
  const named = statSync(file, { throwIfNoEntry: false });
  const root = statSync(vault.root);
  return named?.ino === root.ino && named.dev === root.dev;
}

function tellNotFixed(terminal: Terminal, path: string, { report }: Repaired): void {
  terminal.err(`chatvault: ${path} was not mended (${report.why ?? report.outcome})`);
}

function printed(
  files: number,
  problems: readonly Finding[],
  fixed: readonly Fixed[],
  backups: readonly string[],
  paint: Style,
): string {
  const lines = fixed.map(({ path, line, text }) => `${paint.green('mended')} ${path}:${line}: ${text}`);
  for (const path of backups) lines.push(`The file from before is in ${path}`);
  for (const { path, line, code, text } of problems)
    lines.push(`${paint.bold(line === 0 ? path : `${path}:${line}`)}: ${text} ${paint.dim(`[${code}]`)}`);
  const fixable = problems.filter((each) => each.fixable).length;
  const hint = fixable > 0 ? `; ${fixable} of them can be mended with --fix` : '';
  const result = problems.length === 0 ? paint.green('nothing is wrong') : count(problems.length, 'problem');
  return [...lines, `${count(files, 'file')} checked: ${result}${hint}`].join('\n');
}
