import { ChatvaultError, type Conversation, chooseChat, type Listed, type ToolChat } from '../core/index.ts';
import { browse, findVault, locateFrom, openVault, sessions, toolChat, type Vault } from '../vault/index.ts';
import type { CommonOptions, ExitCode, Terminal } from './command.ts';
import { noSuchChat } from './near-names.ts';

/** Opens the vault a command means, does the work, and closes it whatever happens. */
export async function withVault(
  options: CommonOptions,
  terminal: Terminal,
  work: (vault: Vault) => Promise<ExitCode>,
): Promise<ExitCode> {
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  try {
    return await work(vault);
  } finally {
    await vault.close();
  }
}

/** The chat that a person names, read as a whole. Names and errors as for `namedPath`. */
export async function namedChat(vault: Vault, terminal: Terminal, name: string): Promise<ToolChat> {
  return toolChat(vault, await namedPath(vault, terminal, name));
}

/**
 * Where the chat stands that a person names: a file (from the current folder or the vault's root, `.md` may be left
 * out), else a session id. Throws `not-found` with the nearest names, `outside-vault` for a path that leads out.
 */
export async function namedPath(vault: Vault, terminal: Terminal, name: string): Promise<string> {
  if (name.trim() === '')
    throw new ChatvaultError(
      'usage',
      'the name of the chat is empty',
      'Name a chat file or a session id; find one by its words with: chatvault search WORDS',
    );
  let leadsOut: ChatvaultError | undefined;
  for (const file of /\.(?:md|markdown)$/i.test(name) ? [name] : [name, `${name}.md`]) {
    try {
      const { path } = locateFrom(vault.root, terminal.cwd, file);
      await browse(vault, path, ({ conversation }) => mustBeChat(file, conversation));
      return path;
    } catch (error) {
      if (!(error instanceof ChatvaultError)) throw error;
      if (error.code === 'outside-vault') leadsOut = error;
      else if (error.code !== 'not-found' && !(error.code === 'not-a-chat' && file === name)) throw error;
      else if (error.code === 'not-a-chat' && /\.(?:md|markdown)$/i.test(name)) throw error;
    }
  }
  const all = await sessions(vault);
  const chosen = chooseChat(all, name);
  if ('chat' in chosen) return chosen.chat.path;
  if (leadsOut !== undefined) throw leadsOut;
  const twice = all.filter(({ sessionId }) => sessionId === name);
  throw twice.length > 0 ? inSeveralFiles(name, twice) : noSuchChat(name, all);
}

function mustBeChat(file: string, { problems }: Conversation): void {
  if (problems.some(({ code }) => code === 'not-a-chat'))
    throw new ChatvaultError(
      'not-a-chat',
      `${file} is an ordinary Markdown file, not a chat`,
      'Name a chat file or a session id.',
    );
}

/** Does what needs the file that a person named; where there is none, the error names the nearest chats. */
export async function orNearest<Value>(
  vault: Vault,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChatvaultError && error.code === 'not-found')
      throw noSuchChat(name, await sessions(vault), error);
    throw error;
  }
}

/** The words of a refusal with the names of tools and arguments, which are for models, as commands and options that do the same. */
export function asCommands(refusal: string): string {
  return refusal
    .replaceAll('search_chat_messages', '`chatvault search`')
    .replaceAll('read_chat_messages', '`chatvault read`')
    .replaceAll('read_tool_result', '`chatvault result`')
    .replace(/\boffset (?=\d)/g, '--offset ');
}

function inSeveralFiles(session: string, chats: readonly Listed[]): ChatvaultError {
  const paths = chats.slice(0, 5).map(({ path }) => path);
  const more = chats.length > paths.length ? ` and ${chats.length - paths.length} more` : '';
  return new ChatvaultError(
    'not-found',
    `the session ${JSON.stringify(session)} stands in ${chats.length} files: ${paths.join(', ')}${more}`,
    'Name one of these files.',
  );
}
