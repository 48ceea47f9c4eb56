import {
  assemble,
  type Budget,
  bare,
  behindTokens,
  budget,
  ChatvaultError,
  type Conversation,
  type Dialect,
  limits,
  type MinWords,
  type Previous,
  recall,
  recipe,
  redact,
  type Surround,
  toolSchemas,
  visibleText,
  type Window,
} from '../../core/index.ts';
import { type Snapshot, served, type Vault } from '../../vault/index.ts';
import type { Terminal } from '../command.ts';
import { identity } from './identity.ts';
import { state } from './state.ts';

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
  readonly previous?: Previous;
}

/** A chat's window with what stands around it. */
export interface Prepared {
  readonly window: Window;
  readonly surround: Surround;
  readonly budget: Budget;
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
  const around: Surround = {
    ...bare,
    tools: toolSchemas,
    identity: texts,
    state: await state(vault, wanted.state, wishes.state ?? [], terminal),
    ...(wishes.keepSecrets === true ? {} : { redact: (text: string) => redact(text).text }),
  };
  const conversation = served(snapshot.conversation, recipe(settings.compactor), vault.cache);
  const divided = budget(
    { ...wanted, context: contextOf(wishes.context) ?? wanted.context },
    around,
    behindTokens(conversation.note, around, wanted.recall),
  );
  const window = assemble(
    conversation,
    limits({
      budget: divided.budget.history,
      policy: wishes.policy ?? wanted.policy,
      verbatim: wanted.verbatim,
      toolOutput: wanted.tool_output,
      recall: wanted.recall,
      minWords: perRole(settings.compactor.min_words),
      dialect: wishes.dialect ?? 'openai',
      cold: wishes.cold === true,
    }),
    wishes.previous,
  );
  const { snippets } = recall(conversation.messages, {
    question: question(conversation),
    shown: (index) => window.slots[index]?.whole === true,
    tokens: window.incomplete ? wanted.recall : 0,
  });
  const recalled = snippets.map(({ messageId, at, text }) => ({ messageId, at, text }));
  return {
    window,
    surround: { ...divided.surround, recalled },
    budget: divided.budget,
    notes: [...untaken(vault), ...notes, ...divided.budget.notes],
  };
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
