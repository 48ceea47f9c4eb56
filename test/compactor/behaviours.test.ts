import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CompactorEvent,
  type Counts,
  compactOnce,
  type OnceOptions,
  Pool,
  replying,
} from '../../compactor/index.ts';
import { estimateTokens, parse, usable } from '../../core/index.ts';
import { type FastClock, fastClock } from '../support/fast-clock.ts';
import {
  after,
  answers,
  cuts,
  drips,
  endless,
  hangs,
  type ModelServer,
  modelServer,
  plain,
  type Reply,
  says,
} from '../support/model-server.ts';
import { caseFile } from '../support/recorded.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const pool = new Pool({ threads: 3 });
afterAll(() => pool.close());

let server: ModelServer;
let folder: VaultFolder;
let clock: FastClock;
let events: CompactorEvent[];

beforeEach(async () => {
  server = await modelServer();
  server.otherwise = says(shortText('gate'));
  clock = fastClock();
  events = [];
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

interface Given {
  readonly files?: Record<string, string>;
  readonly settings?: Record<string, unknown>;
  readonly options?: OnceOptions;
}

async function compacted(replies: Reply[], { files, settings, options }: Given = {}): Promise<Counts> {
  const compactor = { method: 'model', model: 'tiny', endpoint: server.url, ...settings };
  folder = vaultFolder(files ?? { 'a.md': chatOf(longText('gate')) }, { compactor });
  server.replies.push(...replies);
  return once(options);
}

async function once(options: OnceOptions = {}): Promise<Counts> {
  const vault = await folder.open();
  try {
    const tell = (event: CompactorEvent): void => void events.push(event);
    const counts = await compactOnce(vault, undefined, { env: folder.env, clock, pool, ...options }, tell);
    // every message is accounted for, once
    expect(counts.messages).toBe(counts.eligible + counts.skipped);
    expect(counts.eligible).toBe(counts.accepted + counts.refused + counts.failed);
    return counts;
  } finally {
    await vault.close();
  }
}

const accepted = { accepted: 1, refused: 0, failed: 0 };
const shortened = (path = 'a.md'): boolean[] =>
  parse(Buffer.from(folder.read(path))).messages.map((message) => usable(message) !== undefined);

/** A gate that opens when told to. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe('what becomes of a message when the server', () => {
  test('answers late', async () => {
    const { open, opened } = gate();
    server.asked(1).then(open);
    expect(await compacted([after(opened, says(shortText('gate')))])).toMatchObject(accepted);
  });

  test('thinks first, in the text', async () => {
    const reply = says(`<think>Short, they said.</think>\n\n${shortText('gate')}`);
    expect(await compacted([reply])).toMatchObject(accepted);
    expect(folder.read('a.md')).not.toContain('Short, they said');
  });

  test('T50 has too many requests: it is left alone as long as it asks for, then the message gets its short form', async () => {
    expect(await compacted([answers(429, { error: 'slow' }, { 'retry-after': '7' })])).toMatchObject(
      accepted,
    );
    expect(clock.waits).toHaveLength(1);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(7000);
    expect(events).toContainEqual({ type: 'endpoint-back' });
  });

  test.each<[string, Reply]>([
    ['T50 fails with 500', answers(500, 'boom')],
    ['T52 ends the stream in the middle', cuts(shortText('gate'), 'ends')],
    ['T53 resets the connection', cuts(shortText('gate'), 'resets')],
    ['tells an error inside a 200', answers(200, { error: { message: 'no memory' } })],
    ['T51 sends a page', plain('<html>Log in</html>', 'text/html')],
    ['T55 never stops talking', endless],
  ])('%s once: after a pause the message gets its short form', async (_, reply) => {
    expect(await compacted([reply])).toMatchObject(accepted);
    expect(clock.waits).toEqual([750]);
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, Reply]>([
    ['T49 never answers', hangs],
    ['T54 drips', drips(20)],
  ])('%s: the time limit ends it, three times, and the words stay', async (_, reply) => {
    server.otherwise = reply;
    const settings = { timeout: '300ms' };
    expect(await compacted([], { settings })).toMatchObject({ accepted: 0, refused: 0, failed: 1 });
    expect(server.requests).toHaveLength(3);
    expect(clock.waits).toEqual([750, 1500]);
    // it is not remembered with the message
    server.otherwise = says(shortText('gate'));
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url };
    folder.write('chatvault.yaml', JSON.stringify({ compactor }));
    expect(await once()).toMatchObject(accepted);
  });

  test('T53 is not there: each message is tried again, then kept for the next pass', async () => {
    const { url } = server;
    await server.close();
    expect(await compacted([], { settings: { endpoint: url } })).toMatchObject({ accepted: 0, failed: 1 });
    expect(clock.waits).toEqual([750, 1500]);
    server = await modelServer();
    server.otherwise = says(shortText('gate'));
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url };
    folder.write('chatvault.yaml', JSON.stringify({ compactor }));
    expect(await once()).toMatchObject(accepted);
  });

  test('T49 T54 hangs for one message and drips for another: the others get their short forms meanwhile', async () => {
    const topics = ['gate', 'pump', 'roof', 'shed'];
    server.otherwise = (response, request) => {
      const topic = topics.find((each) => request.text.includes(each)) ?? '';
      return ({ gate: hangs, pump: drips(20) }[topic] ?? says(shortText(topic)))(response, request);
    };
    const settings = { timeout: '300ms', concurrency: 3 };
    const files = { 'a.md': chatOf(...topics.map(longText)) };
    expect(await compacted([], { files, settings })).toMatchObject({ accepted: 2, failed: 2 });
    expect(shortened()).toEqual([false, false, true, true]);
  });

  test('T50 takes no key: nobody is asked again in this pass, and every message says why', async () => {
    server.otherwise = answers(401, { error: { message: 'no such key' } });
    const files = { 'a.md': chatOf(longText('gate'), longText('pump'), longText('roof')) };
    expect(await compacted([], { files })).toMatchObject({ eligible: 3, failed: 3 });
    expect(server.requests).toHaveLength(1);
    expect(events.filter((event) => event.type === 'failed').map(({ text }) => text)).toEqual(
      Array(3).fill('HTTP 401: no such key'),
    );
  });

  test('keeps failing: the pass comes to an end', async () => {
    server.otherwise = answers(503, 'down');
    const texts = Array.from({ length: 20 }, (_, at) => longText(`thing ${at}`));
    expect(await compacted([], { files: { 'a.md': chatOf(...texts) } })).toMatchObject({
      eligible: 20,
      failed: 20,
    });
    expect(server.requests.length).toBeLessThanOrEqual(6);
  });

  test('T50 asks for a wait of hours: the pass does not wait', async () => {
    server.otherwise = answers(429, 'quota', { 'retry-after': '86400' });
    expect(await compacted([])).toMatchObject({ failed: 1 });
    expect(clock.waits).toEqual([]);
  });

  test('gives a bad reply first and a good one when told what was wrong', async () => {
    expect(await compacted([says(longText('gate'))])).toMatchObject(accepted);
    const [first, second] = server.requests.map(({ body }) => body.messages[0].content.split('\n'));
    expect(second.filter((line: string) => !first.includes(line))).toEqual([
      'Use at most half as many words as the message.',
    ]);
  });

  test('T50 fails for one message: the others get theirs', async () => {
    const files = { 'a.md': chatOf(longText('gate'), longText('pump'), longText('roof')) };
    server.otherwise = (response, request) => {
      const topic = /gate|pump|roof/.exec(request.text)?.[0] ?? '';
      return (topic === 'pump' ? answers(500, 'boom') : says(shortText(topic)))(response, request);
    };
    expect(await compacted([], { files })).toMatchObject({ accepted: 2, failed: 1 });
    expect(shortened()).toEqual([true, false, true]);
  });
});

describe('what is sent', () => {
  const secrets = ['AKIAIOSFODNN7EXAMPLQ', 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'];

  test('no secret leaves, and none comes in with a reply', async () => {
    const text = `${longText('gate')} The key is ${secrets[0]} and the token is ${secrets[1]}.`;
    const echo = `${shortText('gate')} The key is ${secrets[0]}.`;
    await compacted([says(echo)], { files: { 'a.md': chatOf(text) } });
    for (const { text: sent } of server.requests)
      for (const secret of secrets) expect(sent).not.toContain(secret);
    const [, block = ''] = folder.read('a.md').split('<!-- clara:compacted -->');
    for (const secret of secrets) expect(block).not.toContain(secret);
    expect(shortened()).toEqual([true]);
  });

  test('a text larger than the window goes in pieces, all of it, each within the window', async () => {
    server.pages.set('/v1/models', { data: [{ id: 'tiny', meta: { n_ctx: 1024 } }] });
    const topics = ['gate', 'pump', 'roof', 'shed', 'barn', 'well', 'mill', 'dam', 'road', 'hedge'];
    server.otherwise = (response, request) => {
      const found = topics.filter((topic) =>
        request.text.includes(`The first thing that I found is that the ${topic}`),
      );
      return says(found.map((topic) => `The ${topic} stays until winter.`).join(' '))(response, request);
    };
    const files = { 'a.md': chatOf(topics.map(longText).join('\n\n')) };
    expect(await compacted([], { files })).toMatchObject(accepted);
    expect(server.requests.length).toBeGreaterThan(1);
    for (const topic of topics) expect(folder.read('a.md')).toContain(`The ${topic} stays until winter.`);
    for (const { text } of server.requests) expect(estimateTokens(text) + 256).toBeLessThan(1024);
  });

  test('a prompt that the server seems to have cut is sent again in smaller pieces', async () => {
    const topics = Array.from({ length: 24 }, (_, at) => `tool${at}`);
    server.otherwise = (response, request) => {
      const tokens = Math.round(request.text.length / 5);
      const found = topics.filter((topic) => request.text.includes(`that the ${topic} works`));
      const text = found.map((topic) => `The ${topic} stays.`).join(' ');
      return says(text, { promptTokens: Math.min(tokens, 700) })(response, request);
    };
    const files = { 'a.md': chatOf(topics.map(longText).join('\n\n')) };
    expect(await compacted([], { files })).toMatchObject(accepted);
    const sizes = server.requests.map(({ text }) => text.length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes[0]).toBeGreaterThan(8000);
    expect(Math.max(...sizes.slice(1))).toBeLessThan(sizes[0]! / 2);
    for (const topic of topics) expect(folder.read('a.md')).toContain(`The ${topic} stays.`);
  });

  test.each<[string, Reply]>([
    ['a 400', answers(400, { error: { message: "This model's maximum context length is 2048 tokens." } })],
    ['an error inside a 200', plain(readFileSync(caseFile('066', 'stream-b.txt'), 'utf8'))],
    ['a 413 in a page', plain('<html>413 Request Entity Too Large</html>', 'text/html', 413)],
    ['a finish reason', says('', { finish: 'model_context_window_exceeded' })],
  ])(
    'a text that the server finds too long, said by %s, is sent once more in smaller pieces',
    async (_, refusal) => {
      const topics = Array.from({ length: 24 }, (_, at) => `tool${at}`);
      server.otherwise = (response, request) => {
        const found = topics.filter((topic) => request.text.includes(`that the ${topic} works`));
        const text = found.map((topic) => `The ${topic} stays.`).join(' ');
        return (request.text.length > 6500 ? refusal : says(text))(response, request);
      };
      const files = {
        'a.md': chatOf(topics.map(longText).join('\n\n')),
        'b.md': chatOf(topics.map(longText).join('\n')),
      };
      expect(await compacted([], { files })).toMatchObject({ accepted: 2, failed: 0 });
      for (const topic of topics) expect(folder.read('a.md')).toContain(`The ${topic} stays.`);
      // what was learned is known for the next message
      const large = server.requests.filter(({ text }) => text.length > 6500);
      expect(large.length).toBeLessThanOrEqual(2);
    },
  );

  test('sections are asked for one by one, a small one is kept as it is', async () => {
    folder = vaultFolder();
    const part = (text: string) => ({ type: 'text' as const, text });
    const { printChat } = await import('../../core/index.ts');
    const result = {
      type: 'tool_result' as const,
      id: 'c1',
      name: 'ls',
      status: 'completed',
      output: 'secret output',
    };
    const call = { type: 'tool_call' as const, id: 'c1', name: 'ls', args: { path: 'private' } };
    const parts = [
      part(longText('gate')),
      call,
      result,
      part('One moment, please.'),
      call,
      part(longText('pump')),
    ];
    const chat = printChat({
      messages: [{ id: 1, role: 'assistant', createdAt: '2026-11-02T09:00:00Z', parts }],
    });
    folder.remove();
    await compacted([says(shortText('gate')), says(shortText('pump'))], { files: { 'a.md': chat } });
    expect(server.requests).toHaveLength(2);
    const sent = server.requests.map(({ text }) => text).join();
    expect(sent).not.toMatch(/One moment|secret output|private/);
    expect(folder.read('a.md')).toContain('One moment, please.');
    expect(shortened()).toEqual([true]);
  });

  test('as many at once as the settings say, and no more', async () => {
    const { open, opened } = gate();
    server.otherwise = async (response, request) => {
      await opened;
      await says(shortText(/thing\d/.exec(request.text)?.[0] ?? ''))(response, request);
    };
    const texts = Array.from({ length: 6 }, (_, at) => longText(`thing${at}`));
    const pass = compacted([], { files: { 'a.md': chatOf(...texts) }, settings: { concurrency: 3 } });
    await server.asked(3);
    await new Promise(setImmediate);
    expect(server.requests).toHaveLength(3);
    open();
    expect(await pass).toMatchObject({ accepted: 6, written: 6 });
    expect(events.filter(({ type }) => type === 'written')).toHaveLength(1);
  });
});

describe('while the assistant is replying', () => {
  test('no model call is started, and the work goes on when it has finished', async () => {
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url };
    folder = vaultFolder({ 'a.md': chatOf(longText('gate')) }, { compactor });
    const other = await folder.open();
    const lease = await replying(other);
    const waited = new Promise<void>((resolve) => {
      const waits = clock.wait;
      let looks = 0;
      clock.wait = (milliseconds, signal) => {
        if (++looks === 5) resolve();
        return waits(milliseconds, signal);
      };
    });
    const pass = once();
    await waited;
    expect(server.requests).toHaveLength(0);
    expect(events).toContainEqual({ type: 'waiting-for-assistant' });
    lease.release();
    lease.release();
    expect(await pass).toMatchObject(accepted);
    await other.close();
  });

  test('a sign that nobody renews is not believed for ever', async () => {
    const compactor = { method: 'model', model: 'tiny', endpoint: server.url };
    folder = vaultFolder({ 'a.md': chatOf(longText('gate')) }, { compactor });
    const other = await folder.open();
    await replying(other);
    expect(await once()).toMatchObject(accepted);
    expect(clock.waits.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(600_000);
    await other.close();
  });
});

describe('a person who looks at each short form first', () => {
  test('what they do not want is neither written nor kept', async () => {
    const files = { 'a.md': chatOf(longText('gate'), longText('pump')) };
    server.otherwise = (response, request) =>
      says(shortText(/gate|pump/.exec(request.text)?.[0] ?? ''))(response, request);
    const options: OnceOptions = { approve: async ({ message }) => message.id === 1 };
    const counts = await compacted([], { files, options });
    expect(counts).toMatchObject({ accepted: 1, refused: 1, reasons: { declined: 1 } });
    expect(shortened()).toEqual([true, false]);
    expect(await once()).toMatchObject({ eligible: 1, accepted: 1, cached: 0 });
  });
});
