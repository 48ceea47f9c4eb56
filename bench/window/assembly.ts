import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Conversation, TextPart } from '../../core/conversation.ts';
import { parse } from '../../core/format/parse.ts';
import { printChat } from '../../core/format/print.ts';
import { assemble } from '../../core/window/assemble.ts';
import { count } from '../../core/window/count.ts';
import { limits } from '../../core/window/limits.ts';
import { remembered } from '../../core/window/previous.ts';
import { request } from '../../core/window/request.ts';
import type { Row } from '../row.ts';
import { conversation } from './conversations.ts';

const given = limits({ budget: 180_000 });

/**
 * A request of 180,000 tokens out of a chat of 10,000 messages: ours from the file on disk (read, parse, assemble,
 * write), the peers from messages in memory. Peers that are not installed are skipped by name.
 */
export async function assembly(): Promise<Row[]> {
  const chat = conversation('mix', 10_000);
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    const file = join(folder, 'chat.md');
    writeFileSync(file, printChat({ sessionId: 'mix', messages: [...chat.messages] }));
    const before = assemble({ ...chat, messages: chat.messages.slice(0, -2) }, given);
    const previous = remembered(before);
    const column = chat.messages.map(count);
    const ours = {
      'from disk, after a request before': median(() =>
        fromDisk(file, (read) => assemble(read, given, previous)),
      ),
      'from disk, counts kept': median(() =>
        fromDisk(file, (read) => assemble(read, given, undefined, column)),
      ),
      'from disk, nothing kept': median(() => fromDisk(file, (read) => assemble(read, given))),
    };
    const peers = [...(await trimMessages(chat)), ...(await pruneMessages(chat))];
    return Object.entries(ours).flatMap(([name, ms]) => peers.map((peer) => row(name, ms, peer)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Peer {
  readonly name: string;
  readonly ms: number;
  /** How many times faster we want to be; none where the peer has no token budget at all. */
  readonly goal?: number;
}

function row(name: string, ms: number, peer: Peer): Row {
  const ratio = peer.ms / ms;
  return {
    name: `10,000 messages ${name}`,
    value: ms,
    unit: 'ms',
    against: `${peer.ms.toFixed(1)} ms ${peer.name}`,
    ratio,
    goal: peer.goal === undefined || !name.includes('before') ? '' : `≥ ${peer.goal} × faster`,
    ok: peer.goal === undefined || !name.includes('before') || ratio >= peer.goal,
  };
}

function fromDisk(file: string, make: (read: Conversation) => ReturnType<typeof assemble>): number {
  return JSON.stringify(request(make(parse(readFileSync(file))), 'openai')).length;
}

/** Milliseconds, the median of five. */
function median(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

async function trimMessages(chat: Conversation): Promise<Peer[]> {
  const found = await peer('@langchain/core/messages');
  if (found === undefined) return [];
  const { trimMessages: trim, AIMessage, HumanMessage } = found;
  const messages = chat.messages.map((message) =>
    message.role === 'user' ? new HumanMessage(textOf(message)) : new AIMessage(textOf(message)),
  );
  const tokenCounter = (list: { content: string }[]) =>
    list.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  const start = performance.now();
  await trim(messages, { maxTokens: 180_000, strategy: 'last', tokenCounter });
  return [{ name: '@langchain/core trimMessages in memory', ms: performance.now() - start, goal: 40 }];
}

async function pruneMessages(chat: Conversation): Promise<Peer[]> {
  const found = await peer('ai');
  if (found === undefined) return [];
  const messages = chat.messages.map((message) => ({ role: message.role, content: textOf(message) }));
  const start = performance.now();
  found.pruneMessages({ messages, reasoning: 'all', toolCalls: 'before-last-20-messages' });
  return [{ name: 'AI SDK pruneMessages in memory (no token budget)', ms: performance.now() - start }];
}

function textOf({ parts }: Conversation['messages'][number]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [(part as TextPart).text] : [])).join('\n');
}

// biome-ignore lint/suspicious/noExplicitAny: peers are installed beside the repository or not at all, without their types
async function peer(name: string): Promise<any> {
  try {
    const path = createRequire(join(import.meta.dirname, '../peers/package.json')).resolve(name);
    return await import(pathToFileURL(path).href);
  } catch {
    process.stderr.write(`${name} is not installed in bench/peers; skipped\n`);
    return undefined;
  }
}
