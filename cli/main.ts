#!/usr/bin/env node
import { CommanderError, type OutputConfiguration, Command as Parser } from 'commander';
import { ChatvaultError, type ErrorCode } from '../core/index.ts';
import type { Command, CommonOptions, Entry, ExitCode } from './command.ts';
import { commands } from './commands/index.ts';
import { print, screen, whenBroken } from './streams.ts';
import { terminal } from './terminal.ts';

declare const CHATVAULT_VERSION: string;

/** Runs one command line and gives its exit code. The only place where errors become words and codes. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    return await parse(argv);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const told = error instanceof ChatvaultError ? error : await diskError(error);
    if (told !== undefined) {
      process.stderr.write(`chatvault: ${told.message}\n  ${told.remedy}\n`);
      return exitCodes[told.code];
    }
    const { stack } = error as Error;
    process.stderr.write(`chatvault: this is a bug, please report it with the lines below.\n${stack}\n`);
    return 3;
  }
}

/** The words for a system error. Loaded only then, because every start waits for what stands at the top. */
async function diskError(error: unknown): Promise<ChatvaultError | undefined> {
  const { diskTrouble } = await import('../vault/index.ts');
  return diskTrouble(error);
}

const exitCodes: Readonly<Record<ErrorCode, ExitCode>> = {
  usage: 2,
  settings: 2,
  'outside-vault': 2,
  'not-found': 1,
  'not-a-chat': 1,
  'too-long': 1,
  disk: 3,
  changed: 3,
  locked: 3,
  network: 3,
  endpoint: 3,
  bug: 3,
};

async function parse(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Parser('chatvault')
    .description(
      'Keeps each conversation in one Markdown file and shortens long messages beside their originals.',
    )
    .version(typeof CHATVAULT_VERSION === 'string' ? CHATVAULT_VERSION : 'unbuilt')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('  chatvault --help lists the commands.')
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 the answer is no, 2 wrong use, 3 disk, network or endpoint failed.',
    );
  const asked = commands.find(({ name }) => argv[0] === name);
  for (const entry of commands) {
    const parser = program.command(entry.name).description(entry.says);
    if (entry !== asked) continue;
    await configure(parser, entry, (result) => {
      code = result;
    });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  await program.parseAsync([...argv], { from: 'user' });
  return code;
}

/** As commander has it by itself, but that a stream of Node is loaded only where one is a terminal. */
const output: OutputConfiguration = {
  writeOut: (text) => print(1, text),
  writeErr: (text) => print(2, text),
  getOutHelpWidth: () => screen(1)?.columns ?? 80,
  getErrHelpWidth: () => screen(2)?.columns ?? 80,
  getOutHasColors: () => screen(1)?.hasColors() === true,
  getErrHasColors: () => screen(2)?.hasColors() === true,
};

async function configure(parser: Parser, entry: Entry, done: (code: ExitCode) => void): Promise<void> {
  const command: Command<CommonOptions> = (await entry.load()).default;
  command.configure(parser);
  parser
    .option(
      '--vault <dir>',
      'the vault (else the nearest folder above with a chatvault.yaml, else this folder)',
    )
    .exitOverride()
    .showHelpAfterError(`  chatvault ${entry.name} --help tells how it is called.`)
    .action(async (...all: unknown[]) => {
      // commander hands over the arguments, then the options, then itself
      const args = all.slice(0, -2);
      done(await command.run(args, parser.opts(), terminal(untilSignal())));
    });
  if (!parser.options.some(({ long }) => long === '--json'))
    parser.option('--json', 'print the result as JSON');
}

/** Aborted by the first SIGINT or SIGTERM, which asks for an orderly end; a second one ends the process at once. */
function untilSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (stopped.signal.aborted) process.exit(code);
      stopped.abort();
    });
  }
  return stopped.signal;
}

whenBroken((error) => {
  // a reader such as `head` that has seen enough is no failure
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// last, because everything above must be there before it runs
process.exitCode = await main(process.argv.slice(2));
