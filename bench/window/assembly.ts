import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '../../core/conversation.ts';
import { parse } from '../../core/format/parse.ts';
import { printChat } from '../../core/format/print.ts';
import { assemble } from '../../core/window/assemble.ts';
import { count } from '../../core/window/count.ts';
import { limits } from '../../core/window/limits.ts';
import { remembered } from '../../core/window/previous.ts';
import { request } from '../../core/window/request.ts';
import type { Row } from '../row.ts';
import { conversation } from './conversations.ts';
import { type MemoryPeer, memoryPeers } from './memory-peers.ts';

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
    const rows = chat.messages.map(count);
    const ours = {
      'from disk, after a request before': median(() =>
        fromDisk(file, (read) => assemble(read, given, previous)),
      ),
      'from disk, counts kept': median(() =>
        fromDisk(file, (read) =>
          assemble(read, given, undefined, { counted: (index) => rows[index], outline: () => undefined }),
        ),
      ),
      'from disk, nothing kept': median(() => fromDisk(file, (read) => assemble(read, given))),
    };
    const peers = await memoryPeers(chat, given.budget);
    return Object.entries(ours).flatMap(([name, ms]) => peers.map((peer) => row(name, ms, peer)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(name: string, ms: number, peer: MemoryPeer): Row {
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
