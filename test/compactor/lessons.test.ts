import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compactOnce, Pool } from '../../compactor/index.ts';
import { disk, everyLearned } from '../../vault/index.ts';
import { answers, type ModelServer, modelServer, says } from '../support/model-server.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

let server: ModelServer;
let folder: VaultFolder;
/** Paths that were asked beside the model itself, in order. */
let looked: string[];

beforeEach(async () => {
  server = await modelServer();
  looked = [];
  const get = server.pages.get.bind(server.pages);
  server.pages.get = (path) => {
    looked.push(path);
    return get(path);
  };
  folder = vaultFolder({}, { compactor: { method: 'model', model: 'tiny', endpoint: server.url } });
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

/** One pass as a process of its own would make it, over one new chat. */
let chats = 0;
async function pass(text: string) {
  chats += 1;
  folder.write(`${chats}.md`, chatOf(text));
  const vault = await folder.open();
  try {
    return await compactOnce(vault, [`${chats}.md`], { env: folder.env, pool });
  } finally {
    await vault.close();
  }
}

const kept = async () => (await everyLearned(disk, folder.root))[0]?.learned;
const tells = (window: number) =>
  server.pages.set('/v1/models', { data: [{ id: 'tiny', max_model_len: window }] });

/** About 2,600 tokens. */
const huge = (thing: string) =>
  Array.from({ length: 26 }, (_, at) => longText(`${thing} number ${at}`)).join('\n\n');
const hugeText = huge('thing');

describe('a service that is started anew', () => {
  test('repeats no request with fields that the server refused', async () => {
    server.otherwise = (response, request) =>
      'think' in request.body
        ? answers(400, { error: { message: 'Unsupported parameter: think' } })(response, request)
        : says(shortText(/gate|pump/.exec(request.text)?.[0] ?? ''))(response, request);
    expect(await pass(longText('gate'))).toMatchObject({ accepted: 1 });
    expect(server.requests).toHaveLength(2);
    expect(await pass(longText('pump'))).toMatchObject({ accepted: 1 });
    expect(server.requests).toHaveLength(3);
  });

  test('asks the server for its window no second time', async () => {
    tells(8192);
    server.replies.push(says(shortText('gate')), says(shortText('pump')));
    await pass(longText('gate'));
    expect([looked, (await kept())?.told]).toEqual([['/v1/models'], 8192]);
    await pass(longText('pump'));
    expect(looked).toEqual(['/v1/models']);
  });

  test('keeps to the window that a refusal named, and no field is blamed for it', async () => {
    const tooLong = answers(400, {
      error: { message: "This model's maximum context length is 1536 tokens." },
    });
    server.replies.push(tooLong);
    await pass(hugeText);
    expect((await kept())?.named).toBe(1536);
    expect((await kept())?.omit).toBeUndefined();
    const before = server.requests.length;
    server.otherwise = (response, request) =>
      request.text.length > 4 * 1536 ? tooLong(response, request) : says('Too short.')(response, request);
    await pass(huge('pump'));
    const sizes = server.requests.slice(before).map(({ text }) => text.length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(4 * 1536);
  });

  test('learns no window from a refusal that names none', async () => {
    server.replies.push(answers(400, { error: { message: 'prompt too long' } }));
    await pass(hugeText);
    expect((await kept())?.named).toBeUndefined();
  });
});

describe('a prompt that the server cut in silence', () => {
  test('raises an alarm that stays until the server has read more', async () => {
    server.replies.push(says('x', { promptTokens: 600 }));
    await pass(hugeText);
    expect((await kept())?.cut).toMatchObject({ counted: 600, at: expect.stringMatching(/^20/) });
    server.otherwise = says('x', { promptTokens: 500 });
    await pass(longText('gate'));
    expect((await kept())?.cut).toMatchObject({ counted: 600 });
    server.otherwise = says('x', { promptTokens: 700 });
    await pass(longText('pump'));
    expect((await kept())?.cut).toBeUndefined();
  });

  test('has the server asked anew; a window that it tells then counts, and takes the alarm along', async () => {
    tells(4096);
    server.replies.push(says('x', { promptTokens: 600 }));
    await pass(hugeText);
    expect((await kept())?.cut).toBeDefined();
    tells(32_768);
    server.otherwise = says('x', { promptTokens: 500 });
    await pass(longText('gate'));
    expect(looked.length).toBeGreaterThan(1);
    expect(await kept()).toMatchObject({ told: 32_768 });
    expect((await kept())?.cut).toBeUndefined();
  });
});
