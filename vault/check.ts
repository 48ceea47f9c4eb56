import { join } from 'node:path';
import { ChatvaultError, mend, type ProblemCode, usable } from '../core/index.ts';
import { gitAtWork } from './git.ts';
import { fromStages } from './join.ts';
import type { Snapshot } from './read.ts';
import type { ChatEntry, Vault } from './vault.ts';
import { codeOf } from './write/disk.ts';
import { type Alone, aloneSays, leaveAlone } from './write/guards.ts';
import { canExchange } from './write/probe.ts';
import { diskTrouble } from './write/trouble.ts';

/** Something that a person should know about a chat or the vault. */
export interface Finding {
  /** The chat, relative to the vault; or a settings file. */
  readonly path: string;
  /** 1-based; 0 where it is about the whole file. */
  readonly line: number;
  readonly code:
    | ProblemCode
    | 'git'
    | 'settings'
    | 'session-id'
    | 'conflict-copy'
    | 'left-alone'
    | 'recovered';
  /** What was found, what was expected, what to do. */
  readonly text: string;
  readonly messageId?: number;
  /** Whether `check --fix` mends it. */
  readonly fixable: boolean;
}

/** Everything that is wrong in one file: damage, settings in its front matter, and whether it can be written at all. */
export async function checkChat(vault: Vault, path: string): Promise<Finding[]> {
  const snapshot = await vault.read(path);
  const { conversation, bytes, stamp } = snapshot;
  const mendable = new Set(
    conversation.problems.length > 0 ? mend(bytes, usable).mended.map(({ code }) => code) : [],
  );
  if (conversation.problems.some(({ code }) => code === 'git-conflict') && canResolve(vault, snapshot))
    mendable.add('git-conflict');
  const findings: Finding[] = conversation.problems.map(({ code, line, text, messageId }) => ({
    path: snapshot.path,
    line,
    code,
    text,
    ...(messageId === undefined ? {} : { messageId }),
    fixable: mendable.has(code),
  }));
  for (const { key, text } of vault.settingsFor(snapshot).problems)
    findings.push(whole(snapshot.path, 'settings', `${key} ${text}`));
  const alone = leaveAlone(vault.disk, join(vault.root, snapshot.path), stamp);
  if (alone !== undefined) findings.push(whole(snapshot.path, 'left-alone', aloneText(alone)));
  return findings;
}

/** What is wrong between the files of a vault and with its settings: ids used twice, copies of sync tools. */
export async function checkVault(vault: Vault): Promise<Finding[]> {
  const findings: Finding[] = vault.settingsFound.problems.map(({ source, key, text }) =>
    whole(source, 'settings', key === '' ? text : `${key}: ${text}`),
  );
  for (const finding of await placeFindings(vault)) findings.push(finding);
  const chats = await vault.everyChat();
  for (const { path, copyOf } of chats) {
    if (copyOf === undefined) continue;
    const text = `A copy of ${copyOf} that a sync or merge tool made; it is not a chat of its own. Join the two with: chatvault merge ${quoted(copyOf)} ${quoted(path)}`;
    findings.push(whole(path, 'conflict-copy', text));
  }
  const bySession = new Map<string, ChatEntry[]>();
  for (const chat of chats)
    if (chat.sessionId !== undefined)
      bySession.set(chat.sessionId, [...(bySession.get(chat.sessionId) ?? []), chat]);
  for (const [sessionId, same] of bySession) {
    if (same.length < 2) continue;
    const paths = same.map(({ path }) => path);
    const text = `The session id ${JSON.stringify(sessionId)} is given ${same.length} times: ${paths.join(', ')}. Give all but one another session_id, or join them.`;
    for (const path of paths) findings.push(whole(path, 'session-id', text));
  }
  for (const { path, settled } of vault.recovered)
    findings.push(
      whole(
        path,
        'recovered',
        settled.kind === 'copied'
          ? `A text that an interrupted write had put aside is back as ${settled.copy}; compare the two and delete one.`
          : 'A text that an interrupted write had put aside is the chat again.',
      ),
    );
  return findings;
}

function canResolve(vault: Vault, { path, bytes }: Snapshot): boolean {
  return fromStages(join(vault.root, path), bytes) !== undefined;
}

/** What keeps all chats of a vault from being written. */
async function placeFindings({ disk, root, settings }: Vault): Promise<Finding[]> {
  const findings: Finding[] = [];
  const sign = gitAtWork(root);
  if (sign !== undefined)
    findings.push(
      whole(
        `.git/${sign}`,
        'git',
        'git is at work or waits for a merge to be finished; no chat is written until then. If no git runs here, finish or abort what was begun.',
      ),
    );
  try {
    if (settings.write === 'lossless' && !(await canExchange(disk, root)))
      findings.push(whole('.', 'left-alone', `Every chat here ${aloneSays['no-exchange']}.`));
  } catch (error) {
    const why =
      error instanceof ChatvaultError
        ? error.message
        : (diskTrouble(error)?.message ?? codeOf(error) ?? error);
    findings.push(whole('.', 'left-alone', `Nothing can be written here: ${why}.`));
  }
  return findings;
}

function aloneText(alone: Alone): string {
  return `This file ${aloneSays[alone]}: it is not written to, and its short forms are used from the cache.`;
}

function whole(path: string, code: Finding['code'], text: string): Finding {
  return { path, line: 0, code, text, fixable: false };
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
