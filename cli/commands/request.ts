import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command as Parser } from 'commander';
import { ChatvaultError, isReceipt, type Receipt, type Request, receipt, request } from '../../core/index.ts';
import { browse, codeOf, diskTrouble, keepReceipt, type ReceiptKey, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedPath, withVault } from '../named-chat.ts';
import { json } from '../print.ts';
import { type Prepared, prepare, type Wishes } from '../window/prepare.ts';
import { type Again, takeAnswer } from '../window/reply.ts';
import { whyNot } from '../window/vault-file.ts';

interface Options extends CommonOptions, Omit<Wishes, 'previous' | 'recall'> {
  readonly receipt?: boolean;
  readonly previous?: string;
  readonly reply?: string;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'the chat; a draft at its end is the newest message')
    .addOption(
      new Option('--dialect <dialect>', 'the form that the server asks for (openai)').choices([
        'openai',
        'anthropic',
        'ai-sdk',
        'clara',
      ]),
    )
    .option('--context <tokens>', 'the window of the model (else the setting)')
    .option('--model <name>', 'the model that it is for (else the setting window.model)')
    .addOption(
      new Option('--policy <policy>', 'how old messages take their short form').choices([
        'steps',
        'eager',
        'sliding',
      ]),
    )
    .option('--system <file...>', 'files with instructions, after SOUL.md and USER.md of the vault')
    .option('--state <file...>', 'files that say what is so now (to-dos, calendar), sent behind the history')
    .option(
      '--cold',
      'the model has no prompt cache to protect: do what is pending, follow no request before',
    )
    .option('--keep-secrets', 'do not replace keys and passwords by placeholders')
    .option('--receipt', 'tell for each message how it stands in the request and why')
    .option(
      '--previous <file>',
      'follow the request of this receipt instead of the last one, which is kept in .chatvault/',
    )
    .option(
      '--reply <file>',
      'what the server answered to the last request of this chat, as JSON (- for standard input)',
    )
    .addHelpText(
      'after',
      [
        '',
        'With --reply nothing is printed when the request was answered: how many tokens the server counted is kept for',
        'the model of window.endpoint and window.model. When it was refused as too long, or in this form, the request',
        'that helps is printed, once; give --system and --state as before. Any other refusal, and a second one, is told',
        '(exit code 3).',
        '',
        'Examples:',
        '  chatvault request plans.md --context 32768',
        '  chatvault request plans.md | jq \'. + {model: "qwen3:4b"}\' > ask.json',
        '  curl -sS -d @ask.json -o reply.json http://127.0.0.1:11434/v1/chat/completions',
        '  chatvault request plans.md --reply reply.json > again.json   # not empty: send it instead',
      ].join('\n'),
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    const path = await namedPath(vault, terminal, String(args[0]));
    const { previous, reply, ...rest } = options;
    const wishes =
      previous === undefined ? rest : { ...rest, previous: readReceipt(resolve(terminal.cwd, previous)) };
    if (reply === undefined) {
      const made = await browse(vault, path, async (chat) => {
        const prepared = await prepare(vault, chat, wishes, terminal);
        return { ...written(prepared, 0), isAsked: prepared.window.slots.at(-1)?.role === 'user' };
      });
      for (const alarm of made.receipt.alarms) terminal.err(`chatvault: ${alarm}.`);
      if (!made.isAsked)
        terminal.err(
          'chatvault: the newest message is not from the person; write one before asking a model.',
        );
      await print(vault, made, options, terminal);
      return 0;
    }
    const again = await takeAnswer(vault, path, reply, wishes, terminal);
    if (again !== undefined) await resend(vault, path, again, options, terminal);
    return 0;
  });
}

/** A request that is made anew because of a refusal is smaller, or of another form; else it would be refused again. */
async function resend(
  vault: Vault,
  path: string,
  { wishes, resend: wanted, refused, resent }: Again,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const made = await browse(vault, path, async (chat) =>
    written(await prepare(vault, chat, wishes, terminal, wanted), resent),
  );
  const { prompt, dialect, around } = made.receipt;
  const tokens = prompt?.tokens ?? 0;
  if (tokens >= refused)
    throw new ChatvaultError(
      'endpoint',
      `the request was refused as too long (about ${refused} tokens), and it cannot be made smaller`,
      'Use a model that reads more, or start a new chat.',
    );
  terminal.err(
    wanted.room === undefined
      ? `chatvault: refused in that form; this is the same in the form ${dialect}${around.nameless ? ' without names' : ''}. Send it once.`
      : `chatvault: refused as too long (about ${refused} tokens); this one has about ${tokens}. Send it once.`,
  );
  await print(vault, made, options, terminal);
}

/** A finished request, with nothing of it left to be read from the chat. */
interface Written extends Pick<Prepared, 'key' | 'notes'> {
  readonly request: Request;
  readonly receipt: Receipt;
}

function written({ window, surround, key, talk, alarms, before, notes }: Prepared, resent: number): Written {
  const { chat, window: tokens } = key;
  const { dialect } = window.limits;
  const asked = { chat, window: tokens, model: talk.place?.model ?? '', resent };
  return {
    ...{ key, notes },
    request: request(window, dialect, surround),
    receipt: { ...receipt(window, dialect, surround, before, alarms), asked },
  };
}

async function print(vault: Vault, made: Written, options: Options, terminal: Terminal): Promise<void> {
  for (const note of made.notes) terminal.err(`chatvault: ${note}`);
  terminal.out(json(options.receipt === true ? { ...made.request, receipt: made.receipt } : made.request));
  await keep(vault, made.key, made.receipt, terminal);
}

/** A request that is made is whole without it: what cannot be kept is told and costs the next one its prompt cache at most. */
async function keep(vault: Vault, key: ReceiptKey, made: Receipt, terminal: Terminal): Promise<void> {
  try {
    await keepReceipt(vault.disk, vault.root, key, made);
  } catch (error) {
    const why =
      error instanceof ChatvaultError ? error.message : (diskTrouble(error)?.message ?? codeOf(error));
    if (why === undefined) throw error;
    terminal.err(
      `chatvault: what this request showed could not be kept for the next one: ${why}. Until that is mended, use --receipt and --previous.`,
    );
  }
}

/** A receipt as `--receipt` printed it, alone or with its request. */
function readReceipt(path: string): Receipt {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    const found = value?.receipt ?? value;
    if (isReceipt(found)) return found;
    throw new Error('no receipt of a request stands in it');
  } catch (error) {
    throw new ChatvaultError(
      'usage',
      `${path} is no receipt (${why(error as Error)})`,
      'Name a file that holds what `chatvault request --receipt` printed.',
      { cause: error },
    );
  }
}

function why(error: Error): string {
  return error instanceof SyntaxError ? 'it holds no JSON' : 'code' in error ? whyNot(error) : error.message;
}
