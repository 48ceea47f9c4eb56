import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disk, everyLearned } from '../../vault/index.ts';
import { fastClock } from '../support/fast-clock.ts';
import { type ModelServer, modelServer } from '../support/model-server.ts';
import { until } from '../support/until.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';
import { watching } from '../support/watching.ts';

let server: ModelServer;
let folder: VaultFolder | undefined;
let looked: number;

beforeEach(async () => {
  server = await modelServer();
  looked = 0;
  const get = server.pages.get.bind(server.pages);
  server.pages.get = (path) => {
    if (path === '/v1/models') looked += 1;
    return get(path);
  };
});
afterEach(async () => {
  await server.close();
  folder?.remove();
});

const tells = (window: number) =>
  server.pages.set('/v1/models', { data: [{ id: 'talk', max_model_len: window }] });

function place(window: object = {}): VaultFolder {
  folder = vaultFolder({}, { window: { endpoint: server.url, model: 'talk', ...window } });
  return folder;
}

const kept = async () => (await everyLearned(disk, folder?.root ?? ''))[0]?.learned;

describe('a service', () => {
  test('learns the window of the server that a person talks to, and asks it once', async () => {
    tells(16_384);
    const first = await watching(place());
    await expect.poll(kept, { timeout: 20_000 }).toEqual({ told: 16_384 });
    await first.stop();
    const second = await watching(folder!);
    await second.event('watching');
    await second.stop();
    expect(looked).toBe(1);
  });

  test('asks a server again that is not there yet', async () => {
    const clock = fastClock();
    const running = await watching(place(), { clock });
    await until(() => looked > 1);
    tells(16_384);
    await expect.poll(kept, { timeout: 20_000 }).toEqual({ told: 16_384 });
    await running.stop();
    const pauses = clock.waits.filter((wait) => wait >= 60_000 && wait % 60_000 === 0);
    expect(pauses).toContain(120_000);
  });

  test.each([
    ['a window that a person set', { context: 8192 }],
    ['no server', { endpoint: 'none' }],
    ['no model', { model: 'none' }],
    ['a server that has no question for it', { provider: 'anthropic' }],
  ])('asks nobody with %s', async (_, window) => {
    const running = await watching(place(window));
    await running.event('watching');
    await running.stop();
    expect([looked, await kept()]).toEqual([0, undefined]);
  });

  test('asks another server when the settings name one', async () => {
    tells(16_384);
    const running = await watching(place({ endpoint: 'none' }));
    await running.event('watching');
    folder?.write('chatvault.yaml', JSON.stringify({ window: { endpoint: server.url, model: 'talk' } }), 0);
    await expect.poll(kept, { timeout: 20_000 }).toEqual({ told: 16_384 });
    await running.stop();
  });

  test.each([
    ['where both are one server', true, 'Bearer SECRET'],
    ['and to no other', false, undefined],
  ])('sends the key of the compactor’s endpoint to that server: %s', async (_, isSame, header) => {
    const seen: (string | undefined)[] = [];
    const talk = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(JSON.stringify({ data: [{ id: 'talk', max_model_len: 16_384 }] }));
    }).listen(0, '127.0.0.1');
    await once(talk, 'listening');
    const url = `http://127.0.0.1:${(talk.address() as AddressInfo).port}/v1`;
    folder = vaultFolder(
      {},
      {
        window: { endpoint: url, model: 'talk' },
        compactor: { endpoint: isSame ? url : server.url, key_env: 'TALK_KEY' },
      },
    );
    const running = await watching(folder, { env: { ...folder.env, TALK_KEY: 'SECRET' } });
    await expect.poll(kept, { timeout: 20_000 }).toEqual({ told: 16_384 });
    await running.stop();
    talk.close();
    expect(seen).toEqual([header]);
  });
});
