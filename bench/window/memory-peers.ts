import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Conversation, Message, TextPart } from '../../core/conversation.ts';

/** What another library takes for a request out of a chat's messages that it already has in memory. */
export interface MemoryPeer {
  readonly name: string;
  /** Milliseconds: the median of five calls, or a single call where one takes two seconds or more. */
  readonly ms: number;
  /** How many times faster we want to be; none where it is only told. */
  readonly goal?: number;
}

/**
 * The peers that are installed under bench/peers, each over the same messages and so many tokens; those that are not
 * are named on standard error. They get user and assistant texts alone, which is less than ours has to write.
 */
export async function memoryPeers({ messages }: Conversation, budget: number): Promise<MemoryPeer[]> {
  const found: MemoryPeer[] = [];
  for (const [name, measure] of Object.entries(peers)) {
    if (existsSync(new URL(`./node_modules/${name}`, file))) found.push(await measure(messages, budget));
    else process.stderr.write(`  skipped: ${name} is not installed (npm ci --prefix bench/peers)\n`);
  }
  return found;
}

const file = new URL('../peers/package.json', import.meta.url);
const load = createRequire(file);

const peers: Readonly<Record<string, (messages: readonly Message[], budget: number) => Promise<MemoryPeer>>> =
  {
    '@langchain/core': trimMessages,
    ai: pruneMessages,
    '@llamaindex/core': memory,
  };

/** Counted as four characters a token, the cheapest count it can be given. */
async function trimMessages(messages: readonly Message[], budget: number): Promise<MemoryPeer> {
  const { trimMessages: trim, AIMessage, HumanMessage } = load('@langchain/core/messages');
  const given = messages.map((message) =>
    message.role === 'user' ? new HumanMessage(textOf(message)) : new AIMessage(textOf(message)),
  );
  const tokenCounter = (list: readonly { readonly content: string }[]) =>
    list.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  const ms = await time(() => trim(given, { maxTokens: budget, strategy: 'last', tokenCounter }));
  return { name: '@langchain/core trimMessages in memory', ms, goal: 40 };
}

async function pruneMessages(messages: readonly Message[]): Promise<MemoryPeer> {
  const { pruneMessages: prune } = load('ai');
  const given = messages.map((message) => ({ role: message.role, content: textOf(message) }));
  const ms = await time(() =>
    prune({ messages: given, reasoning: 'all', toolCalls: 'before-last-20-messages' }),
  );
  return { name: 'AI SDK pruneMessages in memory (no token budget)', ms };
}

/**
 * Its short-term memory gets the whole budget. Nearly all of the time goes into its tokenizer: for each message that it
 * adds it counts all that it has already taken once more.
 */
async function memory(messages: readonly Message[], budget: number): Promise<MemoryPeer> {
  const { createMemory } = load('@llamaindex/core/memory');
  const given = messages.map((message) => ({
    id: String(message.id),
    role: message.role,
    content: textOf(message),
  }));
  const options = { tokenLimit: budget, shortTermTokenLimitRatio: 1, memoryBlocks: [] };
  const ms = await time(() => createMemory(given, options).getLLM());
  return { name: 'LlamaIndex Memory.getLLM in memory (counts anew for each message)', ms };
}

const slow = 2000;

/** Milliseconds of a call: one where it is slow, else the median of five. */
async function time(call: () => unknown): Promise<number> {
  const times: number[] = [];
  while (times.length < 5 && (times[0] ?? 0) < slow) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [(part as TextPart).text] : [])).join('\n');
}
