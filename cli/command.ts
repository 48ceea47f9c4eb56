import type { Command as Parser } from 'commander';

/** What a command may touch of the outside: results to `out`, everything else to `err`. */
export interface Terminal {
  /** Prints to stdout; a line end is added. */
  out(text: string): void;
  /** Prints to stderr; a line end is added. */
  err(text: string): void;
  /** All of standard input as UTF-8 text. */
  input(): Promise<string>;
  /** All of standard input as it is. */
  inputBytes(): Promise<Uint8Array>;
  /** Whether stdout is a terminal that wants colours (NO_COLOR, FORCE_COLOR and TERM=dumb respected). */
  readonly colors: boolean;
  /** Whether stderr is a terminal on which a progress line may be drawn. */
  readonly progress: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Exit codes: 0 fine, 1 the answer is no, 2 wrong use, 3 disk, network or endpoint failed. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Options every command has. */
export interface CommonOptions {
  readonly vault?: string;
  readonly json?: boolean;
}

/** One command: how it is called, and what it does. */
export interface Command<Options extends CommonOptions = CommonOptions> {
  /** Adds arguments, options and examples to the parser. `--vault` and `--json` are added for all. */
  configure(parser: Parser): void;
  /** `args` are the positional arguments in order, as commander gives them (variadic ones as an array). */
  run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode>;
}

/** A line of the contents: the code behind a command is loaded only when it is called. */
export interface Entry {
  readonly name: string;
  readonly says: string;
  readonly load: () => Promise<{ default: Command<never> }>;
}
