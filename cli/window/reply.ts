import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  ChatvaultError,
  type Dialect,
  type Healing,
  type Learned,
  type Receipt,
  type ServerReply,
  type Taken,
  takeReply,
} from '../../core/index.ts';
import { browse, codeOf, diskTrouble, keepLearned, lastReceipt, type Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import type { Resend, Wishes } from './prepare.ts';
import { question } from './question.ts';
import { serverReply } from './server-reply.ts';
import { type Talk, talk } from './talk.ts';
import { whyNot } from './vault-file.ts';

/** How the last request is to be made once more, and how often it was sent again then. */
export interface Again {
  readonly wishes: Wishes;
  readonly resend: Resend;
  /** Tokens of the request that was refused, by the estimate. */
  readonly refused: number;
  readonly resent: number;
}

/**
 * Takes what a server answered to the last request of a chat: keeps what it teaches about the model, and gives how the
 * request is to be made again, undefined when it was answered. Throws `endpoint` for a refusal that no other request
 * helps against, `usage` where no request is kept or the file holds no reply.
 */
export async function takeAnswer(
  vault: Vault,
  path: string,
  file: string,
  wishes: Wishes,
  terminal: Terminal,
): Promise<Again | undefined> {
  const reply = serverReply(await contents(file, terminal), file);
  const { session, said, window } = await browse(vault, path, (chat) => ({
    session: chat.conversation.meta.sessionId ?? path,
    said: question(chat.conversation),
    window: vault.settingsFor(chat).settings.window,
  }));
  const receipt = await lastRequest(vault, path, session);
  const to = await talk(vault, window, wishes.model ?? (receipt.asked.model || undefined));
  const taken = await learnFrom(vault, to, receipt, reply, said, terminal);
  tell(taken, receipt, to, terminal);
  const { healing, learned } = taken;
  return healing === undefined ? undefined : again(healing, learned, receipt, wishes, reply);
}

type Kept = Receipt & Required<Pick<Receipt, 'asked' | 'prompt'>>;

async function contents(file: string, { cwd, input }: Terminal): Promise<string> {
  if (file === '-') return input();
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new ChatvaultError(
      'not-found',
      `${file} cannot be read (${whyNot(error)})`,
      'Name the file that holds what the server answered.',
      { cause: error },
    );
  }
}

async function lastRequest({ disk, root }: Vault, path: string, session: string): Promise<Kept> {
  const found = await lastReceipt(disk, root, session);
  if (found?.asked !== undefined && found.prompt !== undefined) return found as Kept;
  throw new ChatvaultError(
    'usage',
    `no request of ${path} is kept, so it is not known what was answered`,
    `Make one first: chatvault request ${path}`,
  );
}

/** Under the store's lock, so that what others learned meanwhile is not lost. What cannot be kept is told, and counts once. */
async function learnFrom(
  { disk, root }: Vault,
  { place, learned }: Talk,
  { prompt, dialect, asked: { window, resent } }: Kept,
  reply: ServerReply,
  text: string,
  { err }: Terminal,
): Promise<Taken> {
  const now = Date.now();
  const asked = { model: place?.model ?? '', text, ...prompt, window, dialect, resent };
  const take = (known: Learned): Taken => takeReply(reply, asked, known, new Date(now).toISOString());
  if (place === undefined) return take(learned);
  let taken: Taken | undefined;
  try {
    await keepLearned(disk, root, place, now, (known) => {
      taken = take(known);
      return taken.learned;
    });
  } catch (error) {
    const why =
      error instanceof ChatvaultError ? error.message : (diskTrouble(error)?.message ?? codeOf(error));
    if (why === undefined) throw error;
    err(`chatvault: what the reply teaches could not be kept: ${why}.`);
  }
  return taken ?? take(learned);
}

function tell(
  { alarm, counted, healing }: Taken,
  { prompt }: Kept,
  { place }: Talk,
  { err }: Terminal,
): void {
  if (alarm !== undefined) err(`chatvault: ${alarm}.`);
  else if (healing === undefined)
    err(
      counted === undefined
        ? 'chatvault: the request was answered; the reply does not tell how many tokens it had.'
        : `chatvault: the request was answered; the server counted ${counted} tokens, ${prompt.tokens} were estimated.`,
    );
  if (place === undefined)
    err(
      'chatvault: nothing of it is remembered, for it is not known which model answered: set window.endpoint and window.model.',
    );
}

function again(
  healing: Healing,
  learned: Learned,
  { dialect, policy, prompt, around, asked }: Kept,
  wishes: Wishes,
  reply: ServerReply,
): Again {
  const said = (): string => stripVTControlCharacters(reply.body).replace(/\s+/g, ' ').slice(0, 300);
  switch (healing.do) {
    case 'wait':
      throw new ChatvaultError(
        'endpoint',
        `the server asks to wait: ${said()}`,
        'Send the same request later.',
      );
    case 'lower-output':
      throw new ChatvaultError(
        'endpoint',
        `the server gives fewer tokens than were asked for: ${said()}`,
        'Send the same request with a smaller max_tokens.',
      );
    case 'fail':
      throw new ChatvaultError('endpoint', stripVTControlCharacters(healing.message), healing.remedy);
    default:
  }
  const form: Dialect = healing.do === 'reshape' ? (healing.dialect ?? dialect) : dialect;
  return {
    wishes: {
      ...wishes,
      ...(asked.model === '' ? {} : { model: wishes.model ?? asked.model }),
      dialect: form,
      policy,
      keepSecrets: !around.redacted,
    },
    resend: {
      learned,
      window: asked.window,
      ...(healing.do === 'smaller' ? { room: healing.budget } : {}),
    },
    refused: healing.do === 'smaller' ? prompt.tokens : Number.POSITIVE_INFINITY,
    resent: asked.resent + 1,
  };
}
