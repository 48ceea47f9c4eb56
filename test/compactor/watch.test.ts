import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Pool } from '../../compactor/index.ts';
import { parse, printMessage, usable } from '../../core/index.ts';
import { openVault } from '../../vault/index.ts';
import { type ModelServer, modelServer, replays, says } from '../support/model-server.ts';
import { caseFile } from '../support/recorded.ts';
import {
  chatOf,
  type Given,
  longText,
  shortText,
  type VaultFolder,
  vaultFolder,
} from '../support/vault-folder.ts';
import { type Watching, watching } from '../support/watching.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

let server: ModelServer;
let folder: VaultFolder;
let watched: Watching;

beforeEach(async () => {
  server = await modelServer();
});
afterEach(async () => {
  await watched?.stop();
  await server.close();
  folder?.remove();
});

async function start(files: Record<string, string>, more: Given['compactor'] = {}): Promise<void> {
  const compactor = { method: 'model', model: 'tiny', endpoint: server.url, quiet: '100ms', ...more };
  folder = vaultFolder(files, { compactor });
  // our own writes keep the old time of change, so that editors are not interrupted: only a look at all files shows them
  watched = await watching(folder, { pool, rescanEvery: { events: 300, polling: 300 } });
}

const mkdirIn = (base: string, name: string): string => {
  mkdirSync(join(base, name));
  return join(base, name);
};

const message = (id: number, text: string): string =>
  printMessage({ id, role: 'user', createdAt: '2026-11-02T09:00:00Z', parts: [{ type: 'text', text }] });

const shortened = (path: string): number[] =>
  parse(Buffer.from(folder.read(path)))
    .messages.filter(usable)
    .map(({ id }) => id);

describe('watching a vault', () => {
  test('what stood there before is compacted, and the own write is seen and needs nothing', async () => {
    server.otherwise = says(shortText('gate'));
    await start({ 'a.md': chatOf(longText('gate'), 'Fine.') });
    await watched.event('written');
    await watched.event('chat', ({ eligible }) => eligible === 0);
    expect(watched.events.filter(({ type }) => type === 'written')).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
    expect(shortened('a.md')).toEqual([1]);
  });

  test('a message that is added gets its short form, and only that one', async () => {
    await start({ 'a.md': chatOf('Hello.') });
    await watched.event('chat');
    server.otherwise = says(shortText('pump'));
    appendFileSync(join(folder.root, 'a.md'), message(2, longText('pump')));
    await watched.event('written');
    expect(shortened('a.md')).toEqual([2]);
  });

  test('a new chat in a new folder is found', async () => {
    await start({});
    await watched.event('watching');
    server.otherwise = says(shortText('roof'));
    mkdirSync(join(folder.root, 'deep/er'), { recursive: true });
    writeFileSync(join(folder.root, 'deep/er/new.md'), chatOf(longText('roof')));
    await watched.event('written', ({ path }) => path === 'deep/er/new.md');
  });

  test('an atomic save, temporary file and rename, is one change', async () => {
    await start({ 'a.md': chatOf('Hello.') });
    await watched.event('chat');
    server.otherwise = says(shortText('pump'));
    writeFileSync(join(folder.root, '.a.md.tmp'), chatOf('Hello.', longText('pump')));
    renameSync(join(folder.root, '.a.md.tmp'), join(folder.root, 'a.md'));
    await watched.event('written');
    await watched.event('chat', ({ eligible }) => eligible === 0, 2);
    expect(server.requests).toHaveLength(1);
  });

  test('notes that are no chats, dot folders and node_modules are left alone', async () => {
    server.otherwise = says(shortText('gate'));
    await start({
      'note.md': longText('note'),
      '.hidden/a.md': chatOf(longText('hidden')),
      'node_modules/b.md': chatOf(longText('module')),
      'real.md': chatOf(longText('gate')),
    });
    await watched.event('written');
    writeFileSync(join(folder.root, 'note.md'), longText('changed'));
    writeFileSync(join(folder.root, '.hidden/c.md'), chatOf(longText('hidden')));
    writeFileSync(join(folder.root, 'last.md'), chatOf(longText('gate')));
    await watched.event('written', ({ path }) => path === 'last.md');
    const told = watched.events.flatMap((event) => ('path' in event ? [event.path] : []));
    expect([...new Set(told)].sort()).toEqual(['last.md', 'real.md']);
    expect(folder.read('note.md')).toBe(longText('changed'));
  });

  test('nothing is done before the chat has been quiet', async () => {
    await start({}, { quiet: '1h' });
    await watched.event('watching');
    writeFileSync(join(folder.root, 'fresh.md'), chatOf(longText('gate')));
    folder.write('old.md', chatOf(longText('pump')), 86_400);
    // the settings are read anew, and with them everything is looked at: only what is old enough is due
    server.otherwise = says(shortText('pump'));
    const settings = { method: 'model', model: 'tiny', endpoint: server.url, quiet: '30m' };
    folder.write('chatvault.yaml', JSON.stringify({ compactor: settings }), 0);
    await watched.event('written', ({ path }) => path === 'old.md');
    expect(watched.events.some((event) => 'path' in event && event.path === 'fresh.md')).toBe(false);
  });

  test('T29 a chat that goes away while the model works is not made again', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.replies.push(async (response, request) => {
      await gate;
      await says(shortText('gate'))(response, request);
    });
    await start({ 'a.md': chatOf(longText('gate')), 'b.md': chatOf('Hello.') });
    await server.asked(1);
    rmSync(join(folder.root, 'a.md'));
    open();
    await watched.event('accepted');
    server.otherwise = says(shortText('pump'));
    appendFileSync(join(folder.root, 'b.md'), message(2, longText('pump')));
    await watched.event('written', ({ path }) => path === 'b.md');
    expect(() => folder.read('a.md')).toThrow('ENOENT');
  });

  test('a message that is edited while the model works is asked for anew, and the old answer is not used', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.replies.push(async (response, request) => {
      await gate;
      await says(shortText('gate'))(response, request);
    });
    await start({ 'a.md': chatOf(longText('gate')) });
    await server.asked(1);
    server.otherwise = says(shortText('pump'));
    folder.write('a.md', chatOf(longText('pump')), 0);
    await server.asked(2);
    open();
    await watched.event('written');
    expect(folder.read('a.md')).toContain(shortText('pump'));
    expect(folder.read('a.md')).not.toContain(shortText('gate'));
  });

  test('T35 a change that nobody tells is found by looking at all files', async () => {
    await start({ 'a.md': chatOf('Hello.') });
    await watched.event('chat');
    server.otherwise = says(shortText('pump'));
    // the time of change is put back: the watcher's library takes that for no change
    folder.write('a.md', chatOf('Hello.', longText('pump')), 3600);
    await watched.event('written');
    expect(shortened('a.md')).toEqual([2]);
  });

  test('T32 a folder that moves takes its chats along, and nothing is made again in the old place', async () => {
    server.otherwise = says(shortText('gate'));
    await start({ 'old/a.md': chatOf(longText('gate')) });
    await watched.event('written');
    renameSync(join(folder.root, 'old'), join(folder.root, 'new'));
    await watched.event('chat', ({ path, skipped }) => path === 'new/a.md' && skipped.valid === 1);
    expect(server.requests).toHaveLength(1);
    expect(() => folder.read('old/a.md')).toThrow('ENOENT');
  });

  test('another library that is not installed is named, with what to do', async () => {
    folder = vaultFolder({}, { watcher: 'parcel' });
    watched = await watching(folder, { pool });
    await expect(watched.event('watching')).rejects.toThrow('needs the package @parcel/watcher');
    await expect(watched.stop()).rejects.toThrow();
    watched = { events: [], event: watched.event, stop: async () => {} };
  });

  test('case 100: links that loop and leave are not followed, one file is compacted once', async () => {
    folder = vaultFolder(
      {},
      { compactor: { method: 'model', model: 'tiny', endpoint: server.url, quiet: '100ms' } },
    );
    const base = join(folder.root, '..');
    execFileSync('sh', [caseFile('100', 'setup.sh'), caseFile('100', 'chat.md')], {
      cwd: mkdirIn(base, 'case'),
    });
    const root = join(base, 'case/vault');
    renameSync(join(folder.root, 'chatvault.yaml'), join(root, 'chatvault.yaml'));
    writeFileSync(join(base, 'config/chatvault/config.yaml'), `trust: [${JSON.stringify(root)}]`);
    const outside = readFileSync(join(base, 'case/outside/foreign.md'));
    server.otherwise = replays(JSON.parse(readFileSync(caseFile('100', 'reply.json'), 'utf8')));
    watched = await watching({ ...folder, open: () => openVault(root, { env: folder.env }) }, { pool });
    await watched.event('written');
    expect(server.requests).toHaveLength(1);
    expect(readFileSync(join(root, 'real.md'), 'utf8')).toContain('<!-- clara:compacted -->');
    expect(lstatSync(join(root, 'alias.md')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(base, 'case/outside/foreign.md'))).toEqual(outside);
    const told = watched.events.flatMap((event) => ('path' in event ? [event.path] : []));
    expect(new Set(told)).toEqual(new Set(['real.md']));
  });
});
