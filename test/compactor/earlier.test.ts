import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CompactorEvent,
  type Counts,
  compactOnce,
  type OnceOptions,
  Pool,
} from '../../compactor/index.ts';
import { parse } from '../../core/index.ts';
import { fastClock } from '../support/fast-clock.ts';
import {
  type ModelServer,
  modelServer,
  type Recorded,
  type Reply,
  replays,
  says,
} from '../support/model-server.ts';
import { caseFile } from '../support/recorded.ts';
import { chatOf, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let server: ModelServer;
let folder: VaultFolder;
let events: CompactorEvent[];

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

beforeEach(async () => {
  server = await modelServer();
  events = [];
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

function vaultWith(text: string, window: Record<string, unknown>, method = 'model'): void {
  // short messages only, so that every call is one for an account
  const compactor = { method, model: 'tiny', endpoint: server.url, min_words: 5000 };
  folder = vaultFolder({ 'a.md': text }, { compactor, window: { context: 2048, recall: 0, ...window } });
}

async function once(options: OnceOptions = {}): Promise<Counts> {
  const vault = await folder.open();
  try {
    return await compactOnce(
      vault,
      undefined,
      { env: folder.env, clock: fastClock(), pool, ...options },
      (event) => events.push(event),
    );
  } finally {
    await vault.close();
  }
}

const accounts = () => parse(Buffer.from(folder.read('a.md'))).earlier;
const withoutAccounts = () =>
  folder.read('a.md').replaceAll(/<!-- clara:earlier -->[\s\S]*?<!-- clara:end-earlier -->\n/g, '');

/** Exchanges of some sixty words each, about parts of their own. */
const talk = (exchanges: number, from = 0): string[] =>
  Array.from({ length: exchanges }, (_, at) => [
    `What about part ${from + at}? ${'We looked at it for a while and it seemed to be fine. '.repeat(2)}`,
    `Part ${from + at} stays as it is. ${'Nobody has to do anything about it for the time being. '.repeat(2)}`,
  ]).flat();

/** One bullet for each exchange that the prompt shows. */
const bullets: Reply = (response, request) => says(bulletsFor(request))(response, request);
const prompt = ({ body }: Recorded): string => body.messages[0].content;
const bulletsFor = (request: Recorded): string =>
  [...prompt(request).matchAll(/^#(\d+) user: What about (part \d+)/gm)]
    .map(([, id, part]) => `- (#${id}) Asked about ${part}; it stays as it is.`)
    .join('\n');

describe('accounts of what left the window', () => {
  test('are off by default: no call is made', async () => {
    vaultWith(chatOf(...talk(40)), {});
    expect(await once()).toMatchObject({ accounts: 0, accounts_failed: 0 });
    expect(server.requests).toHaveLength(0);
  });

  test('bullets stand in the file after the last message they cover, and no other byte changes', async () => {
    const before = chatOf(...talk(40));
    vaultWith(before, { earlier: 'bullets' });
    server.otherwise = bullets;
    expect(await once()).toMatchObject({ accounts: 1, accounts_failed: 0 });
    const [account] = accounts();
    expect(account).toMatchObject({ kind: 'bullets', methods: ['model'] });
    expect(account?.text).toMatch(/^- \(#\d+\) Asked about part \d+; it stays as it is\.\n/);
    expect(account?.text.length).toBeLessThanOrEqual(2000);
    expect(withoutAccounts()).toBe(before);
    for (const { body } of server.requests) expect(body.max_tokens).toBe(300);
    const asked = server.requests.length;
    expect(await once()).toMatchObject({ accounts: 0 });
    expect(server.requests).toHaveLength(asked);
  });

  test('without a model nothing is made, and that is said once', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' }, 'extractive');
    expect(await once()).toMatchObject({ accounts: 0, accounts_failed: 1 });
    expect(events.filter(({ type }) => type === 'account-left')).toHaveLength(1);
  });
});

describe('case 076: a finished task comes back', () => {
  const chat = (messages: number): string => {
    const all = readFileSync(caseFile('076', 'chat.md'), 'utf8');
    return all.slice(0, all.indexOf(`{"id":${messages + 1},`)).replace(/<!-- clara:message -->\n$/, '');
  };

  test('later bullets win, each with its message, and the finished ones stay beside the old to-do', async () => {
    vaultWith(chat(8), {});
    server.replies.push(
      replays(JSON.parse(readFileSync(caseFile('076', 'running-summary-reply.json'), 'utf8'))),
    );
    expect(await once({ earlier: {} })).toMatchObject({ accounts: 1 });
    expect(accounts()[0]).toMatchObject({ kind: 'bullets', from: 1, to: 6 });
    expect(accounts()[0]?.text).toBe(
      [
        '- (#1) To do: patch roof felt, lid for water butt, green paint.',
        '- (#3) Roof felt patched.',
        '- (#5) No paint this year.',
        '- (#6) Only the lid is still open.',
      ].join('\n'),
    );
    const asked = prompt(server.requests[0] as Recorded);
    expect(asked).toContain('from #1 to #6');
    expect(asked).toContain('#5 user: Changed my mind, no paint this year.');
    expect(asked).not.toContain('shed floor');
  });
});
