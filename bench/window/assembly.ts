import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type * as Library from '../../index.ts';
import type { Row } from '../row.ts';
import { conversation } from './conversations.ts';
import { type MemoryPeer, memoryPeers } from './memory-peers.ts';

/** The library as it is installed: from sources each closure would carry its name. */
const built: string = new URL('../../dist/index.js', import.meta.url).href;
const library: typeof Library = await import(built);
const { assemble, browse, catalogChat, limits, openVault, printChat, printMessage, remembered, request } =
  library;

const given = limits({ budget: 180_000 });
const path = 'chat.md';
/** Milliseconds after which a file that was written can be told from one that is written again. */
const settled = 100;

/**
 * A request of 180,000 tokens out of a chat of 10,000 messages: ours from the file on disk (find, read, assemble,
 * write down), the peers from messages in memory. Peers that are not installed are skipped by name.
 */
export async function assembly(): Promise<Row[]> {
  // nobody who reads from disk has the messages in memory too: the peers get them afterwards
  const ours = await fromDisk();
  const peers = await memoryPeers(conversation('mix', 10_000), given.budget);
  return peers.flatMap((peer) => [
    row('catalog kept by the service', ours.kept, peer, true),
    row('a message more since', ours.grown, peer, true),
    row('nothing kept', ours.nothing, peer, false),
  ]);
}

/** Milliseconds of a request, by what is kept of the chat. */
async function fromDisk(): Promise<Readonly<Record<'kept' | 'grown' | 'nothing', number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    const file = join(folder, path);
    const added = write(file).values();
    const vault = await openVault(folder);
    const nothing = await median(async () => {
      rmSync(join(folder, '.chatvault'), { recursive: true, force: true });
      return make(vault);
    });
    const previous = await follow(vault);
    await wait(settled);
    await catalogChat(vault, path);
    const kept = await median(() => make(vault, previous));
    const grown = await median(
      () => make(vault, previous),
      async () => {
        appendFileSync(file, added.next().value ?? '');
        await wait(settled);
      },
    );
    await vault.close();
    return { kept, grown, nothing };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the chat but for its end, and gives the messages of the end as they are to be added. */
function write(file: string): string[] {
  const { messages } = conversation('mix', 10_000);
  writeFileSync(file, printChat({ sessionId: 'mix', messages: messages.slice(0, -20) }));
  return messages
    .slice(-20)
    .map(({ id, role, createdAt, parts }) => printMessage({ id, role, createdAt, parts }));
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
function make(vault: Library.Vault, previous?: Library.Previous): Promise<number> {
  return browse(
    vault,
    path,
    ({ conversation, kept }) =>
      JSON.stringify(request(assemble(conversation, given, previous, kept), 'openai')).length,
  );
}

/** What the next request follows, as it would be read from a kept receipt. */
function follow(vault: Library.Vault): Promise<Library.Previous> {
  return browse(vault, path, ({ conversation, kept }) => {
    const { shown, ...rest } = remembered(assemble(conversation, given, undefined, kept));
    const plain = shown.map(({ messageId, form, hash, rung }) => ({ messageId, form, hash, rung }));
    return JSON.parse(JSON.stringify({ ...rest, shown: plain }));
  });
}

/** Milliseconds, the median of nine runs after nine that only warm up, each after what `before` does. */
async function median(run: () => Promise<unknown>, before?: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  while (times.length < 18) {
    await before?.();
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.slice(9).sort((a, b) => a - b)[4] ?? 0;
}
