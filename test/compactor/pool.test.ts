import { afterEach, describe, expect, test } from 'vitest';
import { type CompactorEvent, compactOnce, Pool } from '../../compactor/index.ts';
import type { Task } from '../../compactor/task.ts';
import { type Message, parse, recipe, settle, usable } from '../../core/index.ts';
import { fastClock } from '../support/fast-clock.ts';
import { chatOf, longText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const worker = new URL('../support/bad-worker.mjs', import.meta.url);
let pool: Pool;
let folder: VaultFolder | undefined;

afterEach(async () => {
  await pool.close();
  folder?.remove();
  folder = undefined;
});

const never = new AbortController().signal;

function task(text: string, limit = 10_000): Task {
  const message: Message = {
    id: 1,
    role: 'user',
    createdAt: '2026-11-02T09:00:00Z',
    parts: [{ type: 'text', text }],
    line: 1,
  };
  return { message, recipe: recipe(settle([]).settings.compactor), minWords: 50, limit };
}

describe('a worker that does not bring its task back', () => {
  test('T58 one that ends its process costs its own message, and the next one is served', async () => {
    pool = new Pool({ threads: 1, worker });
    expect(await pool.run(task(`${longText('gate')} crash the worker`), never)).toMatchObject({
      lost: 'crashed',
    });
    expect(await pool.run(task(longText('gate')), never)).toMatchObject({ verdict: { compaction: {} } });
  });

  test('T58 one that throws behind its own back too', async () => {
    pool = new Pool({ threads: 1, worker });
    const late = await pool.run(task(`${longText('gate')} throw late never answer`), never);
    expect(late).toMatchObject({ lost: 'crashed', text: 'late' });
    expect(await pool.run(task(longText('pump')), never)).toMatchObject({ verdict: { compaction: {} } });
  });

  test('T58 one that runs out of memory', async () => {
    pool = new Pool({ threads: 1, worker, memory: 64 });
    const lost = await pool.run(task(`${longText('gate')} eat all memory`), never);
    expect(lost).toMatchObject({ lost: 'crashed', text: expect.stringContaining('memory') });
  });

  test('T59 one in an endless loop is ended after its time, and its neighbour does not notice', async () => {
    pool = new Pool({ threads: 2, worker, grace: 100 });
    const [lost, neighbour] = await Promise.all([
      pool.run(task(`${longText('gate')} loop for ever`, 1500), never),
      pool.run(task(longText('pump')), never),
    ]);
    expect(lost).toMatchObject({ lost: 'overran' });
    expect(neighbour).toMatchObject({ verdict: { compaction: {} } });
    expect(await pool.run(task(longText('roof')), never)).toMatchObject({ verdict: { compaction: {} } });
  });

  test('a cancel reaches a worker that listens without ending its thread', async () => {
    pool = new Pool({ threads: 1, worker });
    await pool.run(task(longText('gate')), never);
    const stop = new AbortController();
    const running = pool.run(task(`${longText('gate')} never answer`), stop.signal);
    stop.abort();
    expect(await running).not.toHaveProperty('lost');
  });
});

describe('what became of the messages', () => {
  test('T58 one that always kills its worker is parked after three tries, the others get their short forms', async () => {
    folder = vaultFolder({
      'a.md': chatOf(longText('gate'), `${longText('pump')} crash the worker`, longText('roof')),
    });
    pool = new Pool({ threads: 1, worker });
    const events: CompactorEvent[] = [];
    const vault = await folder.open();
    const counts = await compactOnce(vault, undefined, { pool, clock: fastClock() }, (event) =>
      events.push(event),
    );
    await vault.close();
    expect(counts).toMatchObject({ eligible: 3, accepted: 2, failed: 1, written: 2 });
    expect(
      events.filter((event) => event.type === 'failed').map(({ messageId, last }) => [messageId, last]),
    ).toEqual([
      [2, false],
      [2, false],
      [2, true],
    ]);
    const { messages } = parse(Buffer.from(folder.read('a.md')));
    expect(messages.map((message) => usable(message) !== undefined)).toEqual([true, false, true]);
  });
});
