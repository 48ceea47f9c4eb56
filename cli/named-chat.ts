import { ChatvaultError, chooseChat, type ToolChat } from '../core/index.ts';
import { findVault, locateFrom, openVault, sessions, toolChat, type Vault } from '../vault/index.ts';
import type { CommonOptions, ExitCode, Terminal } from './command.ts';

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

/**
 * The chat that a person names: a file (from the current folder or the vault's root, `.md` may be left out), else a
 * session id. Throws `not-found` with the nearest names, `outside-vault` for a path that leads out.
 */
export async function namedChat(vault: Vault, terminal: Terminal, name: string): Promise<ToolChat> {
  let leadsOut: ChatvaultError | undefined;
  for (const path of /\.(?:md|markdown)$/i.test(name) ? [name] : [name, `${name}.md`]) {
    try {
      const chat = await toolChat(vault, locateFrom(vault.root, terminal.cwd, path).path);
      if (chat.conversation.problems.some(({ code }) => code === 'not-a-chat')) {
        throw new ChatvaultError('not-a-chat', `${path} is no chat`, 'Name a chat file or a session id.');
      }
      return chat;
    } catch (error) {
      if (!(error instanceof ChatvaultError)) throw error;
      if (error.code === 'outside-vault') leadsOut = error;
      else if (error.code !== 'not-found' && !(error.code === 'not-a-chat' && path === name)) throw error;
      else if (error.code === 'not-a-chat' && /\.(?:md|markdown)$/i.test(name)) throw error;
    }
  }
  const chosen = chooseChat(await sessions(vault), name);
  if ('chat' in chosen) return toolChat(vault, chosen.chat.path);
  throw (
    leadsOut ??
    new ChatvaultError(
      'not-found',
      `${name}: no such file. ${chosen.refused}`,
      'Name a chat file or a session id.',
    )
  );
}
