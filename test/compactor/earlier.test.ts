import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Compactor } from '../../compactor/compactor.ts';
import {
  type CompactorEvent,
  type Counts,
  compactOnce,
  type OnceOptions,
  Pool,
  replying,
} from '../../compactor/index.ts';
import { estimateTokens, parse } from '../../core/index.ts';
import { keepLearned } from '../../vault/index.ts';
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
import { watching } from '../support/watching.ts';

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

/** Lets the chat go on to so many exchanges, behind what stands in the file. */
function grow(exchanges: number): void {
  const mark = '<!-- clara:message -->';
  const all = chatOf(...talk(exchanges)).split(mark);
  const more = all.slice(1 + parse(Buffer.from(folder.read('a.md'))).messages.length);
  folder.write('a.md', [folder.read('a.md'), ...more].join(mark));
}

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

describe('what an account is made from', () => {
  test('a changed message has its piece made again, and no other', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = bullets;
    await once();
    const asked = server.requests.length;
    const first = accounts()[0]?.text.split('\n')[7] ?? '';
    const [, id, part] = /#(\d+)\) Asked about (part \d+)/.exec(first) ?? [];
    folder.write('a.md', folder.read('a.md').replace(`What about ${part}?`, `What about part 4711?`));
    expect(await once()).toMatchObject({ accounts: 1 });
    expect(server.requests).toHaveLength(asked + 1);
    expect(accounts()[0]?.text).toContain(`- (#${id}) Asked about part 4711; it stays as it is.`);
    expect(accounts()[0]?.text).not.toContain(`${part};`);
  });

  test('bullets are only added: what is older is not asked for again, and the oldest are let go', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = bullets;
    await once();
    const [before] = accounts();
    const asked = server.requests.length;
    grow(80);
    await once();
    const [after] = accounts();
    expect(accounts()).toHaveLength(1);
    expect(after?.to).toBeGreaterThan(before?.to ?? 0);
    expect(after?.text.length).toBeLessThanOrEqual(2000);
    for (const request of server.requests.slice(asked))
      expect(Number(/from #(\d+) to/.exec(prompt(request))?.[1])).toBeGreaterThan(before?.to ?? 0);
    const kept = before?.text.split('\n').filter((line) => after?.text.includes(line)) ?? [];
    expect(before?.text.endsWith(kept.join('\n'))).toBe(true);
    expect(after?.text.startsWith(kept.join('\n'))).toBe(true);
  });

  test('secrets are sent to nobody and stand in no account', async () => {
    const key = 'AKIAIOSFODNN7EXAMPLE';
    const texts = talk(40);
    texts[60] = `The key is ${key}. ${texts[60]}`;
    vaultWith(chatOf(...texts), { earlier: 'narrative' });
    server.otherwise = (response, request) =>
      says(`They went through parts. ${/The key is \S+/.exec(prompt(request))?.[0] ?? 'All is well.'}`, {
        promptTokens: 9000,
      })(response, request);
    expect(await once()).toMatchObject({ accounts: 1 });
    expect(server.requests.map(({ text }) => text).join('')).not.toContain(key);
    expect(accounts()[0]?.text).not.toContain(key);
  });

  test('a stretch without words is told by code, without a call', async () => {
    vaultWith(chatOf('…', '…', ...talk(1)), {});
    expect(await once({ earlier: {} })).toMatchObject({ accounts: 1 });
    expect(server.requests).toHaveLength(0);
    expect(accounts()[0]).toMatchObject({ text: '- (#1) no words', methods: ['extractive'] });
  });
});

describe('a chain of ranges', () => {
  test('has rows that name their messages, and only the last one grows', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'range' });
    server.otherwise = says('They went through some parts; all of them stay as they are.', {
      promptTokens: 9000,
    });
    await once();
    const rows = accounts();
    expect(rows.length).toBeGreaterThan(2);
    for (const [at, { from, to, text, pieces }] of rows.entries()) {
      expect(text).toMatch(new RegExp(`^\\[#${from}–#${to}\\] They went`));
      expect(pieces).toHaveLength(1);
      expect(from).toBe(at === 0 ? 1 : (rows[at - 1]?.to ?? 0) + 1);
    }
    for (const { body } of server.requests) expect([body.temperature, body.max_tokens]).toEqual([0.2, 500]);
    const asked = server.requests.length;
    grow(60);
    await once();
    const again = server.requests.slice(asked);
    expect(again.length).toBeGreaterThan(0);
    expect(Number(/messages #(\d+)/.exec(prompt(again[0] as Recorded))?.[1])).toBeGreaterThanOrEqual(
      rows.at(-1)?.from ?? 0,
    );
    expect(accounts().slice(0, rows.length - 1)).toEqual(rows.slice(0, -1));
  });
});

describe('a narrative', () => {
  test('is one account of pieces, each of at most 24,000 characters', async () => {
    const long = talk(60).map((text) => text.repeat(8));
    vaultWith(chatOf(...long), { earlier: 'narrative' });
    server.otherwise = says('They went through some parts; all of them stay as they are.', {
      promptTokens: 9000,
    });
    await once();
    const all = accounts();
    expect(all).toHaveLength(1);
    expect(all[0]?.pieces.length).toBeGreaterThan(3);
    expect(all[0]?.text.match(/^\[#\d+–#\d+\] They went/gm)).toHaveLength(all[0]?.pieces.length ?? 0);
    for (const request of server.requests) expect(prompt(request).length).toBeLessThan(27_000);
    const asked = server.requests.length;
    expect(await once()).toMatchObject({ accounts: 0 });
    expect(server.requests).toHaveLength(asked);
  });

  test('that goes on keeps its pieces, but for the last one', async () => {
    vaultWith(chatOf(...talk(60).map((text) => text.repeat(8))), { earlier: 'narrative' });
    server.otherwise = says('They went through some parts; all of them stay as they are.', {
      promptTokens: 9000,
    });
    await once();
    const before = accounts()[0]?.pieces ?? [];
    const asked = server.requests.length;
    grow(160);
    await once();
    const after = accounts()[0]?.pieces ?? [];
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)?.to).toBeGreaterThan(before.at(-1)?.to ?? 0);
    const first = Number(/messages #(\d+)/.exec(prompt(server.requests[asked] as Recorded))?.[1]);
    expect(first).toBeGreaterThan(before.at(-2)?.to ?? 0);
  });
});

describe('a reply that is no account', () => {
  test.each([
    ['holds a number that nobody said', '- (#1) Asked about 77 parts.', 'changed-number'],
    ['is about messages that were not shown', '- (#999) Asked about parts.', 'changed-number'],
    ['is a refusal', 'I am sorry, but I cannot help with this request.', 'refusal'],
    ['has no bullets', 'They went through some parts.', 'incomplete'],
    [
      'is a sentence of the server',
      'Error 429: too many requests, rate limit reached, retry later.',
      'endpoint',
    ],
  ])('is refused when it %s', async (_, reply, why) => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = says(reply);
    const before = folder.read('a.md');
    expect(await once()).toMatchObject({ accounts: 0, accounts_failed: 1 });
    expect(events).toContainEqual(expect.objectContaining({ type: 'account-left', why }));
    expect(server.requests).toHaveLength(why === 'endpoint' ? 1 : 2);
    expect(folder.read('a.md')).toBe(before);
  });

  /** Calls that were made in all once a compactor has read the chat with so many of its messages. */
  const readWith = async (compactor: Compactor, messages: number): Promise<number> => {
    folder.write('a.md', chatOf(...talk(50).slice(0, messages)));
    await compactor.read('a.md', 1);
    await compactor.idle();
    return server.requests.length;
  };

  /** Begins anew with what stands in the folder, as a service that was stopped. */
  const restarted = async (work: (compactor: Compactor) => Promise<number>): Promise<number> => {
    const vault = await folder.open();
    const options = { env: folder.env, clock: fastClock(), pool, byHand: true };
    const compactor = new Compactor(vault, options, () => {});
    const asked = await work(compactor);
    await compactor.close();
    await vault.close();
    return asked;
  };

  test('is not asked for again until six more messages, then two refusals of one stretch let the next come', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = says('- (#999) Nothing.');
    await restarted(async (compactor) => {
      expect(await readWith(compactor, 80)).toBe(2);
      expect(await readWith(compactor, 84)).toBe(2);
      expect(await readWith(compactor, 86)).toBe(6);
      return readWith(compactor, 90);
    });
    expect(server.requests).toHaveLength(6);
  });

  test.each([
    ['a refused reply', says('- (#999) Nothing.'), 2],
    ['a failing server', says('Error 429: too many requests, rate limit reached, retry later.'), 1],
  ])('is not asked for again by a compactor that starts anew after %s', async (_, reply, calls) => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = reply;
    expect(await restarted((compactor) => readWith(compactor, 80))).toBe(calls);
    expect(await restarted((compactor) => readWith(compactor, 80))).toBe(calls);
    expect(await restarted((compactor) => readWith(compactor, 85))).toBe(calls);
    server.otherwise = bullets;
    expect(await restarted((compactor) => readWith(compactor, 86))).toBeGreaterThan(calls);
    expect(accounts()).toHaveLength(1);
  });

  test('is asked for again at once by another model, after fewer messages where that is set, and by a person', async () => {
    const window = { context: 2048, recall: 0, earlier: 'bullets' };
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url, min_words: 5000 };
    folder = vaultFolder({}, { compactor, window });
    server.otherwise = says('- (#999) Nothing.');
    const again = () => restarted((compactor) => readWith(compactor, 84));
    expect(await restarted((compactor) => readWith(compactor, 80))).toBe(2);
    expect(await again()).toBe(2);
    folder.write('chatvault.yaml', JSON.stringify({ compactor: { ...compactor, model: 'other' }, window }));
    expect(await again()).toBe(4);
    folder.write('chatvault.yaml', JSON.stringify({ compactor, window, earlier: { retry_after: 4 } }));
    expect(await again()).toBeGreaterThan(4);
    const asked = server.requests.length;
    expect(await again()).toBe(asked);
    await once({ earlier: {} });
    expect(server.requests.length).toBeGreaterThan(asked);
  });

  test('is held only against chats that were asked for, not against those behind an endpoint given up', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    folder.write('b.md', chatOf(...talk(40, 100)), 7200);
    server.otherwise = (response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no key"}}');
    };
    expect(await once()).toMatchObject({ accounts: 0, accounts_failed: 2 });
    expect(server.requests).toHaveLength(1);
    server.otherwise = bullets;
    expect(await once()).toMatchObject({ accounts: 1 });
    expect(accounts()).toEqual([]);
    expect(parse(Buffer.from(folder.read('b.md'))).earlier).toHaveLength(1);
  });

  test('in two tries lets the stretch be told by code, so that nothing stops what follows', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    const refused = says('I am sorry, but I cannot help with this request.');
    server.replies.push(refused, refused, refused, refused);
    server.otherwise = bullets;
    await once();
    grow(43);
    expect(await once()).toMatchObject({ accounts: 1 });
    const [account] = accounts();
    expect(account?.methods).toEqual(['extractive', 'model']);
    expect(account?.text).toMatch(/^- \(#\d+\) What about part \d+\? We looked at it/);
    expect(account?.text).toContain('it stays as it is.');
  });
});

describe('watching', () => {
  test('makes the account, sees its own write, and needs nothing more until the chat goes on', async () => {
    const compactor = {
      method: 'model',
      model: 'tiny',
      endpoint: server.url,
      min_words: 5000,
      quiet: '50ms',
    };
    const window = { context: 2048, recall: 0, earlier: 'bullets' };
    folder = vaultFolder({ 'a.md': chatOf(...talk(40)) }, { compactor, window });
    server.otherwise = bullets;
    const watched = await watching(folder, { pool, rescanEvery: { events: 200, polling: 200 } });
    await watched.event('account');
    const asked = server.requests.length;
    await watched.event('chat', undefined, 2);
    expect(server.requests).toHaveLength(asked);
    const [before] = accounts();
    grow(60);
    await watched.event('account', undefined, 2);
    expect(accounts()[0]?.to).toBeGreaterThan(before?.to ?? 0);
    await watched.stop();
  });
});

describe('the window that accounts are made for', () => {
  const place = { endpoint: 'http://127.0.0.1:9/v1', model: 'talker' };

  async function withLearned(learned: { told?: number; named?: number }): Promise<Counts> {
    vaultWith(chatOf(...talk(60)), { earlier: 'bullets', context: 'auto', ...place });
    server.otherwise = bullets;
    const { disk, root } = await folder.open();
    await keepLearned(disk, root, place, 0, () => learned);
    return once();
  }

  test('is the one that the server of the conversation told, smaller or larger than usual', async () => {
    expect(await withLearned({ told: 3000 })).toMatchObject({ accounts: 1 });
    folder.remove();
    expect(await withLearned({ told: 100_000 })).toMatchObject({ accounts: 0 });
    folder.remove();
    expect(await withLearned({ told: 100_000, named: 3000 })).toMatchObject({ accounts: 1 });
  });
});

describe('numbers that are set', () => {
  /** The numbers, with the account made by them. */
  async function madeWith(
    earlier: string,
    numbers: Record<string, unknown>,
    texts: readonly string[],
    reply: Reply,
  ) {
    vaultWith(chatOf(...texts), { earlier });
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url, min_words: 5000 };
    const window = { context: 2048, recall: 0, earlier };
    const set = (more: Record<string, unknown>): void =>
      folder.write('chatvault.yaml', JSON.stringify({ compactor, window, earlier: more }));
    server.otherwise = reply;
    set(numbers);
    await once();
    return { asked: server.requests.length, set };
  }
  const told = says('They went through some parts; all of them stay as they are.', { promptTokens: 9000 });

  test('bullets: tokens of a reply, characters of all; with the defaults again they are made anew', async () => {
    const numbers = { bullets_max_tokens: 222, bullets_characters: 700 };
    const { asked, set } = await madeWith('bullets', numbers, talk(40), bullets);
    for (const { body } of server.requests) expect(body.max_tokens).toBe(222);
    const text = accounts()[0]?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(700);
    expect(text.length).toBeGreaterThan(500);
    const { recipe } = accounts()[0] ?? {};
    set({});
    expect(await once()).toMatchObject({ accounts: 1 });
    expect(server.requests.length).toBeGreaterThan(asked);
    expect(server.requests.at(-1)?.body.max_tokens).toBe(300);
    expect(accounts()[0]?.text.length).toBeGreaterThan(700);
    expect(accounts()[0]?.recipe).not.toBe(recipe);
  });

  test('a chain: tokens and temperature of a reply, tokens of a row, characters that are sent', async () => {
    const numbers = {
      range_max_tokens: 111,
      range_temperature: 0.7,
      range_row_tokens: 400,
      range_characters: 900,
    };
    const { asked } = await madeWith('range', numbers, talk(40), told);
    for (const { body } of server.requests) expect([body.temperature, body.max_tokens]).toEqual([0.7, 111]);
    for (const request of server.requests)
      expect(
        /BEGINS =====\n([\s\S]*)\n===== CONVERSATION ENDS/.exec(prompt(request))?.[1]?.length,
      ).toBeLessThan(1100);
    const rows = accounts().length;
    folder.remove();
    await madeWith('range', {}, talk(40), told);
    expect(rows).toBeGreaterThan(accounts().length);
    expect(server.requests.at(-1)?.body.max_tokens).toBe(500);
    expect(server.requests.length).toBeGreaterThan(asked);
  });

  test('a narrative: characters of a piece', async () => {
    await madeWith('narrative', { narrative_characters: 5000 }, talk(60), told);
    const { pieces = [] } = accounts()[0] ?? {};
    folder.remove();
    await madeWith('narrative', {}, talk(60), told);
    expect(pieces.length).toBeGreaterThan(accounts()[0]?.pieces.length ?? 99);
    const sizes = server.requests.map((request) => prompt(request).length);
    expect(sizes[0]).toBeLessThan(7000);
    expect(Math.max(...sizes)).toBeGreaterThan(7000);
  });

  test('folding at so many messages, whatever the window', async () => {
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url, min_words: 5000 };
    const window = { context: 100_000, earlier: 'bullets' };
    folder = vaultFolder({ 'a.md': chatOf(...talk(40)) }, { compactor, window });
    server.otherwise = bullets;
    expect(await once()).toMatchObject({ accounts: 0 });
    folder.write('chatvault.yaml', JSON.stringify({ compactor, window, earlier: { fold_messages: 50 } }));
    expect(await once()).toMatchObject({ accounts: 1 });
    expect(accounts()[0]?.to).toBe(40);
  });

  test('the time limit: a reply that never comes is given up', async () => {
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url, min_words: 5000 };
    const window = { context: 2048, recall: 0, earlier: 'bullets' };
    const files = { 'a.md': chatOf(...talk(40)) };
    folder = vaultFolder(files, { compactor, window, earlier: { timeout: '300ms' } });
    server.otherwise = () => {};
    expect(await once()).toMatchObject({ accounts: 0, accounts_failed: 1 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a model with a small window', () => {
  test('gets messages clipped head and tail', async () => {
    vaultWith(chatOf(...talk(30).map((text) => text.repeat(10))), { earlier: 'narrative' });
    server.pages.set('/api/ps', { models: [{ name: 'tiny', model: 'tiny', context_length: 4096 }] });
    server.otherwise = says('They went through some parts; all of them stay as they are.', {
      promptTokens: 2000,
    });
    expect(await once()).toMatchObject({ accounts: 1 });
    for (const request of server.requests)
      expect(estimateTokens(prompt(request))).toBeLessThan(4096 * 0.85 - 600);
    expect(prompt(server.requests[0] as Recorded)).toContain('[…]');
  });

  test('whose server cuts a prompt without saying so is asked once more with less', async () => {
    vaultWith(chatOf(...talk(30).map((text) => text.repeat(10))), { earlier: 'narrative' });
    server.otherwise = says('They went through some parts; all of them stay as they are.', {
      promptTokens: 2048,
    });
    server.pages.set('/api/ps', { models: [{ name: 'tiny', model: 'tiny', context_length: 32_768 }] });
    await once();
    const sizes = server.requests.map((request) => estimateTokens(prompt(request)));
    expect(sizes[0]).toBeGreaterThan(4096);
    expect(sizes[1]).toBeLessThan(2048 - 600);
    expect(accounts()).toHaveLength(1);
  });
});

describe('when it is asked for', () => {
  test('not while the assistant is replying', async () => {
    vaultWith(chatOf(...talk(40)), { earlier: 'bullets' });
    server.otherwise = bullets;
    const vault = await folder.open();
    const lease = await replying(vault);
    let asked: number | undefined;
    const options = { env: folder.env, clock: fastClock(), pool };
    const counts = await compactOnce(vault, undefined, options, ({ type }) => {
      if (type !== 'waiting-for-assistant') return;
      asked = server.requests.length;
      lease.release();
    });
    await vault.close();
    expect(asked).toBe(0);
    expect(counts.accounts).toBe(1);
  });

  test('by hand at once, afresh where a person says what to keep', async () => {
    vaultWith(chatOf(...talk(20)), { context: 100_000 });
    server.otherwise = bullets;
    expect(await once({ earlier: {} })).toMatchObject({ accounts: 1 });
    expect(accounts()[0]).toMatchObject({ from: 1, to: 20 });
    const asked = server.requests.length;
    expect(await once({ earlier: {} })).toMatchObject({ accounts: 0 });
    expect(server.requests).toHaveLength(asked);
    await once({ earlier: { keep: 'every price' } });
    expect(server.requests.length).toBe(asked * 2);
    expect(prompt(server.requests.at(-1) as Recorded)).toContain('Keep above all: every price');
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
