import { isLocal } from '../../compactor/index.ts';
import {
  type Budget,
  bare,
  ChatvaultError,
  cutSays,
  type Dialect,
  fitState,
  type Learned,
  type Limits,
  limitsFor,
  type Means,
  modelWindow,
  type Receipt,
  redact,
  type Settings,
  type Surround,
  toolSchemas,
  windowMeans,
} from '../../core/index.ts';
import { type Browsed, keptReceipt, type ReceiptKey, type Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import { type Fitted, fitRequest, type Gathered } from './fit-request.ts';
import { identity } from './identity.ts';
import { state } from './state.ts';
import { type Talk, talk } from './talk.ts';
import { tokenizer } from './tokenizer.ts';

/** What a person may say about the request they want. */
export interface Wishes {
  readonly context?: string;
  /** In place of the model of the settings. */
  readonly model?: string;
  readonly policy?: 'steps' | 'eager' | 'sliding';
  readonly dialect?: Dialect;
  readonly cold?: boolean;
  readonly keepSecrets?: boolean;
  readonly system?: readonly string[];
  /** Files that say what is so now: to-dos, calendar, presence. */
  readonly state?: readonly string[];
  /** The receipt of the request to follow; else the one that is kept of such a request. */
  readonly previous?: Receipt;
  /** False when nobody will see the passages that recall finds. */
  readonly recall?: false;
}

/** What a refusal of a request asks of the next one. */
export interface Resend {
  /** What is known of the model now. */
  readonly learned: Learned;
  /** The window that the refused request was made for, in tokens. */
  readonly window: number;
  /** The most tokens of the whole prompt, by the estimate. */
  readonly room?: number;
}

/** A chat's window with what stands around it. */
export interface Prepared extends Fitted {
  /** Where the receipt of such a request is kept. */
  readonly key: ReceiptKey;
  /** The model that it is made for. */
  readonly talk: Talk;
  /** What the person should know of that model. */
  readonly alarms: readonly string[];
  /** The receipt that was followed. */
  readonly before?: Receipt;
  /** What could not be done as asked, each a sentence for people. */
  readonly notes: readonly string[];
}

/**
 * Assembles the window of a chat as its settings, the person's wishes and what was learned about the model say. What is
 * not taken out of the window before the browsing of the chat ends is gone.
 */
export async function prepare(
  vault: Vault,
  chat: Browsed,
  wishes: Wishes,
  terminal: Pick<Terminal, 'cwd' | 'env'>,
  resend?: Resend,
): Promise<Prepared> {
  const found = await gather(vault, chat, wishes, terminal, resend);
  const { key, talk, means, before } = found;
  const { fitted, notes } = fitRequest(chat, found);
  const said = resend === undefined ? learnedNotes(wishes, talk.learned, means.context, fitted.budget) : [];
  return {
    ...fitted,
    ...{ key, talk },
    alarms: talk.learned.cut === undefined ? [] : [cutSays(talk.learned.cut)],
    ...(before === undefined ? {} : { before }),
    notes: [...untaken(vault), ...found.notes, ...notes, ...said],
  };
}

/** Everything that a request is made of beside the chat itself. */
async function gather(
  vault: Vault,
  chat: Browsed,
  wishes: Wishes,
  terminal: Pick<Terminal, 'cwd' | 'env'>,
  resend?: Resend,
): Promise<Gathered & Pick<Prepared, 'key' | 'notes'>> {
  const { settings } = vault.settingsFor(chat);
  const wanted = settings.window;
  const { texts, notes } = identity(vault, wanted.identity, wishes.system ?? [], terminal);
  const asked = await talk(vault, wanted, wishes.model);
  const learned = resend?.learned ?? asked.learned;
  const context = contextOf(wishes.context) ?? resend?.window ?? wanted.context;
  const means = { ...wanted, ...windows(learned, asked), context };
  const { window } = modelWindow(means);
  const now = await state(vault, wanted.state, wishes.state ?? [], terminal);
  const within = limitsOf(settings, wishes, learned);
  const key = {
    chat: chat.conversation.meta.sessionId ?? chat.path,
    dialect: within.dialect,
    policy: within.policy,
    window,
    redacted: wishes.keepSecrets !== true,
  };
  const before =
    wishes.previous ?? (within.cold ? undefined : await keptReceipt(vault.disk, vault.root, key));
  return {
    ...{ key, notes, means, within },
    talk: { ...asked, learned },
    around: { ...surroundOf(wishes, learned), identity: texts, state: fitState(now, window) },
    exact: await tokenizer(wanted.tokenizer),
    recalls: wishes.recall !== false,
    ...(resend?.room === undefined ? {} : { room: resend.room }),
    ...(before === undefined ? {} : { before }),
  };
}

/** What stands around every request of such a model; nothing of the vault's yet. */
function surroundOf({ keepSecrets }: Wishes, { nameless }: Learned): Surround {
  return {
    ...bare,
    tools: toolSchemas,
    ...(keepSecrets === true ? {} : { redact: (text: string) => redact(text).text }),
    ...(nameless === undefined ? {} : { nameless: true }),
  };
}

/** What is known of the model's window beside the settings. */
function windows(learned: Learned, { place }: Talk): Partial<Means> {
  return { ...windowMeans(learned), ...(place === undefined ? {} : { remote: !isLocal(place.endpoint) }) };
}

/** Where what was learned and what the person asked for are at odds. */
function learnedNotes(
  { dialect }: Wishes,
  learned: Learned,
  context: 'auto' | number,
  { known, window }: Budget,
): string[] {
  return [
    ...(known === 'refusal' && context !== 'auto'
      ? [
          `the server named a window of ${window} tokens when it refused a longer request; that holds, not ${context}. Delete .chatvault/learned.json when it reads more now`,
        ]
      : []),
    ...(learned.dialect !== undefined && dialect === 'clara'
      ? [
          `the server refused a request in the form clara before; --dialect ${learned.dialect} is what it takes`,
        ]
      : []),
  ];
}

/** The limits of a request but for its budget, which follows. */
function limitsOf(settings: Settings, wishes: Wishes, learned: Learned): Limits {
  const usual = limitsFor(settings, 0);
  return {
    ...usual,
    policy: wishes.policy ?? usual.policy,
    dialect: wishes.dialect ?? learned.dialect ?? usualDialect(settings.window),
    cold: wishes.cold === true,
  };
}

function usualDialect({ endpoint, provider }: Settings['window']): Dialect {
  return endpoint !== 'none' && provider === 'anthropic' ? 'anthropic' : 'openai';
}

/** What stands around a request and could not be taken from the settings files. */
function untaken({ settingsFound }: Vault): string[] {
  return settingsFound.problems
    .filter(({ key }) => /^window\.(?:identity|state)\b/.test(key))
    .map(({ source, key, text }) => `${source}: ${key} ${text}`);
}

function contextOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const context = Number(text);
  if (Number.isSafeInteger(context) && context >= 256) return context;
  throw new ChatvaultError(
    'usage',
    `--context is ${JSON.stringify(text)}; expected the model's window as a whole number of tokens, 256 or more`,
    'For example --context 8192.',
  );
}
