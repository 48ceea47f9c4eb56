import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CompactorEvent, compactOnce, type OnceOptions, Pool } from '../../compactor/index.ts';
import { Queue } from '../../compactor/queue.ts';
import { parse, usable } from '../../core/index.ts';
import { type ModelServer, modelServer, says } from '../support/model-server.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

let server: ModelServer;
let folder: VaultFolder;
let events: CompactorEvent[];

beforeEach(async () => {
  server = await modelServer();
  events = [];
});
afterEach(async () => {
  await server.close();
  folder?.remove();
});

/** A vault whose settings ask the scripted server. */
function asking(files: Record<string, string>, more: Record<string, unknown> = {}): void {
  folder = vaultFolder(files, {
    compactor: { method: 'model', model: 'tiny', endpoint: server.url, ...more },
  });
}

async function once(options: OnceOptions = {}, paths?: string[]) {
  const vault = await folder.open();
  try {
    return await compactOnce(vault, paths, { env: folder.env, pool, ...options }, (event) =>
      events.push(event),
    );
  } finally {
    await vault.close();
  }
}

const shortForms = (path: string) =>
  parse(Buffer.from(folder.read(path))).messages.map(
    (message) => usable(message)?.segments.find(({ type }) => type === 'text')?.text,
  );

describe('one pass with a model', () => {
  test('long messages get their short form, newest first, and no other byte changes', async () => {
    const before = chatOf(longText('gate'), 'Fine.', longText('pump'));
    asking({ 'a.md': before });
    server.replies.push(says(shortText('pump')), says(shortText('gate')));
    const counts = await once();
    expect(counts).toMatchObject({ files: 1, messages: 3, eligible: 2, accepted: 2, skipped: 1, written: 2 });
    expect(counts.saved_chars).toBeGreaterThan(300);
    expect(shortForms('a.md')).toEqual([shortText('gate'), undefined, shortText('pump')]);
    expect(server.requests.map(({ text }) => /gate|pump/.exec(text)?.[0])).toEqual(['pump', 'gate']);
    expect(
      folder.read('a.md').replaceAll(/<!-- clara:compacted -->[\s\S]*?(?=<!-- clara:end-message)/g, ''),
    ).toBe(before);
  });

  test('a second pass finds nothing to do', async () => {
    asking({ 'a.md': chatOf(longText('gate')) });
    server.otherwise = says(shortText('gate'));
    await once();
    const after = folder.read('a.md');
    expect(await once()).toMatchObject({
      eligible: 0,
      accepted: 0,
      skipped: 1,
      written: 0,
      reasons: { valid: 1 },
    });
    expect(folder.read('a.md')).toBe(after);
    expect(server.requests).toHaveLength(1);
  });
});

describe('one pass without a model', () => {
  test('short forms that are ready together are written together', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? longText(`thing ${at}`) : 'Fine.'));
    folder = vaultFolder({ 'a.md': chatOf(...texts) });
    expect(await once()).toMatchObject({ messages: 300, accepted: 150, written: 150 });
    expect(events.filter(({ type }) => type === 'written')).toHaveLength(3);
    expect(shortForms('a.md').filter((text) => text !== undefined)).toHaveLength(150);
  });

  test('the chat that changed last comes first', async () => {
    folder = vaultFolder();
    for (const [at, path] of ['old.md', 'new.md', 'middle.md'].entries())
      folder.write(path, chatOf(longText(path)), [3000, 1000, 2000][at]);
    await once();
    const chats = events.flatMap((event) => (event.type === 'written' ? [event.path] : []));
    expect(chats).toEqual(['new.md', 'middle.md', 'old.md']);
  });

  test('the same words make the same bytes on two machines', async () => {
    const files = { 'a.md': chatOf(longText('gate'), longText('pump')) };
    folder = vaultFolder(files);
    await once();
    const first = folder.read('a.md');
    folder.remove();
    folder = vaultFolder(files);
    await once();
    expect(folder.read('a.md')).toBe(first);
  });

  test('ended early, it keeps what was accepted and ends the write that has begun', async () => {
    const texts = Array.from({ length: 200 }, (_, at) => longText(`thing ${at}`));
    folder = vaultFolder({ 'a.md': chatOf(...texts) });
    const stop = new AbortController();
    const hear = (event: CompactorEvent): void => {
      events.push(event);
      if (events.filter(({ type }) => type === 'accepted').length === 20) stop.abort();
    };
    const vault = await folder.open();
    const counts = await compactOnce(vault, undefined, { pool, signal: stop.signal }, hear);
    await vault.close();
    expect(counts.accepted).toBeLessThan(30);
    expect(events.some(({ type }) => type === 'stopping')).toBe(true);
    expect(await once()).toMatchObject({ accepted: 200, cached: counts.accepted, written: 200 });
  });

  test('a vault of many small chats needs no more memory than a few of them', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`${at}.md`, chatOf(longText(`a${at}`), longText(`b${at}`))]),
    );
    folder = vaultFolder(files);
    let most = 0;
    let open = 0;
    const hear = (event: CompactorEvent): void => {
      if (event.type === 'chat') open += event.eligible;
      if (event.type === 'accepted') open -= 1;
      most = Math.max(most, open);
    };
    const vault = await folder.open();
    expect(await compactOnce(vault, undefined, { pool }, hear)).toMatchObject({ files: 150, accepted: 300 });
    await vault.close();
    expect(most).toBeLessThanOrEqual(110);
  });

  test.each([false, true])(
    'more messages than the queue holds are all done and counted once (dry run: %s)',
    async (dryRun) => {
      const texts = Array.from({ length: 60 }, (_, at) => longText(`thing ${at}`));
      folder = vaultFolder({ 'a.md': chatOf(...texts) });
      const queue = new Queue({ jobs: 8, characters: 1e6 });
      const counts = await once({ queue, dryRun });
      expect(counts).toMatchObject({
        files: 1,
        messages: 60,
        eligible: 60,
        accepted: 60,
        written: dryRun ? 0 : 60,
      });
    },
  );
});
