import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { type Clock, clock as realClock } from '../../compactor/clock.ts';
import { Pool } from '../../compactor/index.ts';
import { printMessage } from '../../core/index.ts';
import { after, modelServer, says } from '../support/model-server.ts';
import { until } from '../support/until.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';
import { type Watching, watching } from '../support/watching.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

const often = { events: 300, polling: 300 };

const message = (id: number, text: string): string =>
  printMessage({ id, role: 'user', createdAt: '2026-11-02T09:00:00Z', parts: [{ type: 'text', text }] });
let folder: VaultFolder;
let watched: Watching;
afterEach(async () => {
  await watched.stop();
  folder.remove();
});

/** The machine's clock, until it sleeps: then hours are over at once, and so is whatever waited. */
function sleepingClock(): Clock & { sleep(milliseconds: number): void } {
  let slept = 0;
  const waiting = new Set<() => void>();
  return {
    ...realClock,
    monotonic: () => realClock.monotonic() + slept,
    wall: () => realClock.wall() + slept,
    wait: (milliseconds, signal) =>
      new Promise((done) => {
        waiting.add(done);
        void realClock.wait(milliseconds, signal).then(done);
      }),
    sleep(milliseconds) {
      slept += milliseconds;
      for (const done of waiting) done();
      waiting.clear();
    },
  };
}

/** Between the usual least number of words and that of the vault. */
const ofMiddleLength = longText('roof').slice(longText('roof').indexOf('The first'));

const isAway = ({ text }: { readonly text: string }): boolean => text.endsWith('is not there');

test('T32 a vault that is away for a while loses no chat, no settings and no short form', async () => {
  folder = vaultFolder(
    { 'a.md': chatOf(longText('gate')), 'deep/b.md': chatOf(longText('pump'), ofMiddleLength) },
    { compactor: { quiet: '100ms', min_words: 80 } },
  );
  watched = await watching(folder, { pool, rescanEvery: often });
  await watched.event('written', undefined, 2);
  const texts = ['a.md', 'deep/b.md'].map(folder.read);
  const away = `${folder.root}-away`;
  renameSync(folder.root, away);
  await watched.event('watcher-failing', isAway);
  expect(existsSync(folder.root)).toBe(false);
  renameSync(away, folder.root);
  await watched.event('watching', undefined, 2);
  expect(['a.md', 'deep/b.md'].map(folder.read)).toEqual(texts);
  // changes are heard again, and the settings hold
  appendFileSync(join(folder.root, 'deep/b.md'), message(3, longText('shed')));
  await watched.event('written', undefined, 3);
  expect(watched.events.filter((each) => each.type === 'accepted' && !each.cached)).toHaveLength(3);
  expect(watched.events.at(-1)).toMatchObject({ path: 'deep/b.md' });
});

test('T32 an unmounted disk leaves an empty folder: its settings are not taken for those of the vault', async () => {
  folder = vaultFolder({ 'a.md': chatOf(ofMiddleLength) }, { compactor: { quiet: '100ms', min_words: 80 } });
  watched = await watching(folder, { pool, rescanEvery: often });
  await watched.event('chat');
  const text = folder.read('a.md');
  const away = `${folder.root}-away`;
  renameSync(folder.root, away);
  mkdirSync(folder.root);
  await watched.event('watching', ({ chats }) => chats === 0);
  rmdirSync(folder.root);
  renameSync(away, folder.root);
  await watched.event('watching', ({ chats }) => chats === 1, 2);
  appendFileSync(join(folder.root, 'a.md'), message(2, longText('shed')));
  await watched.event('written');
  expect(folder.read('a.md').startsWith(text)).toBe(true);
});

test('T32 a short form that is ready while its vault is away makes no folder in its place, and is written later', async () => {
  const server = await modelServer();
  onTestFinished(() => server.close());
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  server.replies.push(after(gate, says(shortText('gate'))));
  server.otherwise = says(shortText('gate'));
  const compactor = { method: 'model', model: 'tiny', endpoint: server.url, quiet: '100ms' };
  folder = vaultFolder({ 'a.md': chatOf(longText('gate')) }, { compactor });
  watched = await watching(folder, { pool, rescanEvery: often });
  const request = await server.asked(1);
  const away = `${folder.root}-away`;
  renameSync(folder.root, away);
  open();
  await request.over;
  await watched.event('watcher-failing', isAway);
  expect(existsSync(folder.root)).toBe(false);
  renameSync(away, folder.root);
  await watched.event('written', ({ path }) => path === 'a.md');
  expect(folder.read('a.md')).toContain(shortText('gate'));
});

test('T38 after a sleep of the machine all files are looked at, at once, and only once', async () => {
  const clock = sleepingClock();
  folder = vaultFolder({ 'a.md': chatOf('Hello.') }, { compactor: { quiet: '100ms' } });
  let looks = 0;
  const open = async () => {
    const vault = await folder.open();
    const chats = vault.chats.bind(vault);
    return Object.assign(vault, { chats: () => chats().finally(() => looks++) });
  };
  const rescanEvery = { events: 60_000, polling: 60_000 };
  watched = await watching({ ...folder, open }, { pool, clock, rescanEvery });
  await watched.event('chat');
  expect(looks).toBe(1);
  clock.sleep(90_000);
  await until(() => looks > 1);
  appendFileSync(join(folder.root, 'a.md'), message(2, longText('pump')));
  await watched.event('written');
  expect(looks).toBe(2);
});

test('T40 what the system’s queue of changes had no room for is found by looking at all files', async () => {
  const room = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  folder = vaultFolder({ 'deep/a.md': chatOf('Hello.') }, { compactor: { quiet: '100ms' } });
  watched = await watching(folder, { pool, rescanEvery: often });
  await watched.event('chat');
  // the event loop stands still meanwhile; equal changes in a row would be told as one
  for (let at = 0; at < room * 1.2; at++) appendFileSync(join(folder.root, at % 2 ? 'x.txt' : 'y.txt'), '.');
  appendFileSync(join(folder.root, 'deep/a.md'), message(2, longText('pump')));
  await watched.event('written', ({ path }) => path === 'deep/a.md');
});

test.skipIf(spawnSync('git', ['--version']).status !== 0)(
  'T40 T41 git switches 5,000 chats while the event loop stands still: every one is read as it is then (needs git)',
  async () => {
    const names = Array.from({ length: 5000 }, (_, at) => `${at % 50}/${at}.md`);
    folder = vaultFolder({}, { compactor: { quiet: '100ms' } });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: folder.root,
      });
    git('init', '-q', '-b', 'one');
    for (const branch of ['one', 'two']) {
      if (branch === 'two') git('checkout', '-q', '-b', 'two');
      const text = branch === 'one' ? chatOf('Hello.') : chatOf('Hello.', 'Fine.');
      for (const name of names) folder.write(name, text, 0);
      git('add', '-A');
      git('commit', '-q', '-m', branch);
    }
    git('checkout', '-q', 'one');
    watched = await watching(folder, { pool, rescanEvery: { events: 2000, polling: 2000 } });
    const readAs = (messages: number): number =>
      new Set(
        watched.events.flatMap((each) =>
          each.type === 'chat' && each.messages === messages ? [each.path] : [],
        ),
      ).size;
    await until(() => readAs(1) === 5000);
    git('checkout', '-q', 'two');
    await until(() => readAs(2) === 5000);
    expect(git('status', '--porcelain').toString()).toBe('');
  },
  120_000,
);
