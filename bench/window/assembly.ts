import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { printChat, printMessage } from '../../core/format/print.ts';
import { assemble } from '../../core/window/assemble.ts';
import { limits } from '../../core/window/limits.ts';
import { remembered } from '../../core/window/previous.ts';
import { request } from '../../core/window/request.ts';
import type { Previous } from '../../core/window/window.ts';
import { browse, catalogChat, openVault, type Vault } from '../../vault/index.ts';
import type { Row } from '../row.ts';
import { conversation } from './conversations.ts';
import { type MemoryPeer, memoryPeers } from './memory-peers.ts';

const given = limits({ budget: 180_000 });
const path = 'chat.md';
/** Milliseconds after which a file that was written can be told from one that is written again. */
const settled = 100;

/**
 * A request of 180,000 tokens out of a chat of 10,000 messages: ours from the file on disk (find, read, assemble,
 * write down), the peers from messages in memory. Peers that are not installed are skipped by name.
 */
export async function assembly(): Promise<Row[]> {
  const chat = conversation('mix', 10_000);
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    const file = join(folder, path);
    writeFileSync(file, printChat({ sessionId: 'mix', messages: [...chat.messages.slice(0, -20)] }));
    const vault = await openVault(folder);
    const nothing = await median(async () => {
      rmSync(join(folder, '.chatvault'), { recursive: true, force: true });
      return make(vault);
    });
    const previous = await follow(vault);
    await wait(settled);
    await catalogChat(vault, path);
    const left = await median(() => make(vault, previous));
    const added = chat.messages.slice(-20).values();
    const grown = await median(
      () => make(vault, previous),
      async () => {
        const { id, role, createdAt, parts } = added.next().value!;
        appendFileSync(file, printMessage({ id, role, createdAt, parts }));
        await wait(settled);
      },
    );
    await vault.close();
    const peers = await memoryPeers(chat, given.budget);
    return peers.flatMap((peer) => [
      row('catalog kept by the service', left, peer, true),
      row('a message more since', grown, peer, true),
      row('nothing kept', nothing, peer, false),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(name: string, ms: number, peer: MemoryPeer, counts: boolean): Row {
  const ratio = peer.ms / ms;
  const { goal } = peer;
  return {
    name: `10,000 messages from disk, ${name}`,
    value: ms,
    unit: 'ms',
    against: `${peer.ms.toFixed(1)} ms ${peer.name}`,
    ratio,
    goal: goal === undefined || !counts ? '' : `≥ ${goal} × faster`,
    ok: goal === undefined || !counts || ratio >= goal,
  };
}

/** Characters of a request as it would be sent. */
function make(vault: Vault, previous?: Previous): Promise<number> {
  return browse(
    vault,
    path,
    ({ conversation, kept }) =>
      JSON.stringify(request(assemble(conversation, given, previous, kept), 'openai')).length,
  );
}

/** What the next request follows, as it would be read from a kept receipt. */
function follow(vault: Vault): Promise<Previous> {
  return browse(vault, path, ({ conversation, kept }) => {
    const { shown, ...rest } = remembered(assemble(conversation, given, undefined, kept));
    const plain = shown.map(({ messageId, form, hash, rung }) => ({ messageId, form, hash, rung }));
    return JSON.parse(JSON.stringify({ ...rest, shown: plain }));
  });
}

/** Milliseconds, the median of nine runs, each after what `before` does. */
async function median(run: () => Promise<unknown>, before?: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  while (times.length < 9) {
    await before?.();
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[4] ?? 0;
}
