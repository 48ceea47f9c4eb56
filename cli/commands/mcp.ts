import { randomBytes } from 'node:crypto';
import type { Command as Parser } from 'commander';
import { ChatvaultError } from '../../core/index.ts';
import { SearchIndex, sessions, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { withVault } from '../named-chat.ts';

declare const CHATVAULT_VERSION: string;

interface Options extends CommonOptions {
  readonly http?: string | true;
  readonly token?: string;
  readonly session?: string;
  readonly write?: boolean;
}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .option('--http [port]', 'streamable HTTP on 127.0.0.1 instead of standard input and output')
    .option(
      '--token <token>',
      'the token for --http (else CHATVAULT_MCP_TOKEN, else one is made and printed)',
    )
    .option('--session <id>', 'only this session can be reached')
    .option('--write', 'offer update_note too; without it nothing is written')
    .addHelpText(
      'after',
      [
        '',
        'Serves search_chat_messages, read_chat_messages and read_tool_result to any MCP client.',
        '',
        'Example of a client configuration:',
        '  {"mcpServers":{"chatvault":{"command":"chatvault","args":["mcp","--vault","/home/me/chats"]}}}',
      ].join('\n'),
    );
}

async function run(_args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    await sayIfUnknown(vault, options.session, terminal);
    const served = {
      vault,
      index: new SearchIndex(vault),
      version: typeof CHATVAULT_VERSION === 'string' ? CHATVAULT_VERSION : 'unbuilt',
      write: options.write === true,
      ...(options.session === undefined ? {} : { session: options.session }),
    };
    if (options.http === undefined) {
      const { serveStdio } = await import('../mcp/stdio.ts');
      await serveStdio(served, terminal.signal);
      return 0;
    }
    const token =
      options.token ?? (terminal.env.CHATVAULT_MCP_TOKEN || randomBytes(24).toString('base64url'));
    const { serveHttp } = await import('../mcp/http.ts');
    const listening = await serveHttp(served, portOf(options.http), token);
    terminal.err(`listening on http://127.0.0.1:${listening.port}/mcp`);
    if (options.token === undefined && !terminal.env.CHATVAULT_MCP_TOKEN) terminal.err(`token: ${token}`);
    await aborted(terminal.signal);
    await listening.close();
    return 0;
  });
}

/** A session may come later, so a server for it starts all the same. */
async function sayIfUnknown(vault: Vault, session: string | undefined, { err }: Terminal): Promise<void> {
  if (session === undefined) return;
  const all = await sessions(vault);
  if (all.some(({ sessionId }) => sessionId === session)) return;
  err(
    `chatvault: no chat of ${vault.root} has the session ${JSON.stringify(session)} yet; until one has, nothing is found.`,
  );
}

function portOf(option: string | true): number {
  if (option === true) return 0;
  const port = Number(option);
  if (/^\d{1,5}$/.test(option) && port <= 65_535) return port;
  throw new ChatvaultError(
    'usage',
    `--http ${option}: expected a port from 0 to 65535`,
    'Leave the port out to get a free one.',
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
