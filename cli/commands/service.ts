import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { Argument, type Command as Parser } from 'commander';
import { findVault, openVault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import type { Place, Service } from '../install/place.ts';
import { install, serviceFor, uninstall } from '../install/service.ts';
import { json } from '../print.ts';

interface Options extends CommonOptions {
  readonly show?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .addArgument(new Argument('<action>', 'what to do').choices(['install', 'uninstall']))
    .option('--show', 'print what would be written and run, and do nothing')
    .addHelpText(
      'after',
      [
        '',
        'Has the system run `chatvault watch` for this vault whenever you are logged in: a user unit of systemd,',
        'a launch agent of macOS, a scheduled task of Windows. No rights of an administrator are needed.',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  await vault.close();
  const service = serviceFor(process.platform, placeOf(vault.root, terminal));
  if (options.show === true) {
    terminal.out(options.json === true ? json(service) : shown(service));
    return 0;
  }
  const installing = args[0] === 'install';
  const failures = await (installing ? install(service) : uninstall(service));
  if (options.json === true) terminal.out(json({ name: service.name, path: service.file?.path, failures }));
  else {
    const path = service.file === undefined ? '' : ` (${service.file.path})`;
    terminal.out(`${installing ? 'installed' : 'taken away'}: ${service.name}${path}`);
    if (installing && failures.length === 0) for (const hint of service.hints) terminal.out(`  ${hint}`);
  }
  for (const failure of failures) terminal.err(failure);
  return failures.length > 0 ? 3 : 0;
}

function placeOf(root: string, { env }: Terminal): Place {
  const program = realpathSync(process.argv[1] ?? '');
  return { root, node: process.execPath, program, home: env.HOME || homedir(), env, uid: process.getuid?.() };
}

function shown({ file, start, stop, hints }: Service): string {
  return [
    ...(file === undefined ? [] : [`# ${file.path}`, file.text.trimEnd(), '']),
    ...start.map((words) => `install:   ${words.join(' ')}`),
    ...stop.map((words) => `uninstall: ${words.join(' ')}`),
    ...hints.map((hint) => `hint:      ${hint}`),
  ].join('\n');
}
