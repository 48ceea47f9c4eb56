import {
  assemble,
  type Budget,
  bare,
  behindTokens,
  budget,
  ChatvaultError,
  type Conversation,
  type Dialect,
  fitState,
  type Limits,
  limits,
  type MinWords,
  measure,
  modelWindow,
  type Recalled,
  type Receipt,
  recall,
  recipe,
  redact,
  type Settings,
  type Surround,
  toolSchemas,
  visibleText,
  type Window,
} from '../../core/index.ts';
import { keptReceipt, type ReceiptKey, type Snapshot, served, type Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import { identity } from './identity.ts';
import { state } from './state.ts';
import { type Tokenizer, tokenizer } from './tokenizer.ts';

/** What a person may say about the request they want. */
export interface Wishes {
  readonly context?: string;
  readonly policy?: 'steps' | 'eager' | 'sliding';
  readonly dialect?: Dialect;
  readonly cold?: boolean;
  readonly keepSecrets?: boolean;
  readonly system?: readonly string[];
  /** Files that say what is so now: to-dos, calendar, presence. */
  readonly state?: readonly string[];
  /** The receipt of the request to follow; else the one that is kept of such a request. */
  readonly previous?: Receipt;
}

/** A chat's window with what stands around it. */
export interface Prepared {
  readonly window: Window;
  readonly surround: Surround;
  readonly budget: Budget;
  /** Where the receipt of such a request is kept. */
  readonly key: ReceiptKey;
  /** The receipt that was followed. */
  readonly before?: Receipt;
  /** What could not be done as asked, each a sentence for people. */
  readonly notes: readonly string[];
}

/** Assembles the window of a chat as its settings and the person's wishes say. */
export async function prepare(
  vault: Vault,
  snapshot: Snapshot,
  wishes: Wishes,
  terminal: Pick<Terminal, 'cwd' | 'env'>,
): Promise<Prepared> {
  const { settings } = vault.settingsFor(snapshot);
  const wanted = settings.window;
  const { texts, notes } = identity(vault, wanted.identity, wishes.system ?? [], terminal);
  const means = { ...wanted, context: contextOf(wishes.context) ?? wanted.context };
  const now = await state(vault, wanted.state, wishes.state ?? [], terminal);
  const around: Surround = {
    ...bare,
    tools: toolSchemas,
    identity: texts,
    state: fitState(now, modelWindow(means).window),
    ...(wishes.keepSecrets === true ? {} : { redact: (text: string) => redact(text).text }),
  };
  const conversation = served(snapshot.conversation, recipe(settings.compactor), vault.cache);
  const exact = await tokenizer(wanted.tokenizer);
  const divided = budget(
    { ...means, ...corrected(conversation, exact) },
    around,
    behindTokens(conversation.note, around, wanted.recall),
  );
  const within = limitsOf(settings, wishes, divided.budget.history);
  const key = {
    chat: conversation.meta.sessionId ?? snapshot.path,
    dialect: within.dialect,
    policy: within.policy,
    window: divided.budget.window,
    redacted: wishes.keepSecrets !== true,
  };
  const before =
    wishes.previous ?? (within.cold ? undefined : await keptReceipt(vault.disk, vault.root, key));
  const window = assemble(conversation, within, before);
  return {
    window,
    surround: { ...divided.surround, recalled: recalled(conversation, window) },
    budget: divided.budget,
    key,
    ...(before === undefined ? {} : { before }),
    notes: [...untaken(vault), ...notes, ...exact.notes, ...divided.budget.notes],
  };
}

function corrected(conversation: Conversation, { count }: Tokenizer): { readonly correction?: number } {
  return count === undefined ? {} : { correction: measure(conversation, count) };
}

function limitsOf({ window, compactor }: Settings, wishes: Wishes, history: number): Limits {
  return limits({
    budget: history,
    policy: wishes.policy ?? window.policy,
    verbatim: window.verbatim,
    toolOutput: window.tool_output,
    recall: window.recall,
    minWords: perRole(compactor.min_words),
    dialect: wishes.dialect ?? 'openai',
    cold: wishes.cold === true,
  });
}

function recalled(conversation: Conversation, window: Window): Recalled[] {
  const { snippets } = recall(conversation.messages, {
    question: question(conversation),
    shown: (index) => window.slots[index]?.whole === true,
    tokens: window.incomplete ? window.limits.recall : 0,
  });
  return snippets.map(({ messageId, at, text, score }) => ({ messageId, at, text, score }));
}

/** What stands around a request and could not be taken from the settings files. */
function untaken({ settingsFound }: Vault): string[] {
  return settingsFound.problems
    .filter(({ key }) => /^window\.(?:identity|state)\b/.test(key))
    .map(({ source, key, text }) => `${source}: ${key} ${text}`);
}

/** The words that the person said last: the draft, else their newest message. */
function question({ draft, messages }: Conversation): string {
  if (draft !== undefined) return draft;
  const newest = messages.findLast(({ role }) => role === 'user');
  return (newest?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? [visibleText(part, 'user')] : []))
    .join('\n');
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

function perRole(words: MinWords): { user: number; assistant: number; system: number } {
  const {
    user = 50,
    assistant = 50,
    system = 50,
  } = typeof words === 'number' ? { user: words, assistant: words, system: words } : words;
  return { user, assistant, system };
}
