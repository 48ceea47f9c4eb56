import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { hangs, type ModelServer, modelServer, says } from '../support/model-server.ts';
import { chatOf, longText, shortText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const program = join(import.meta.dirname, '../../dist/main.js');
const children: ChildProcess[] = [];
let folder: VaultFolder;
let server: ModelServer | undefined;

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await server?.close();
  server = undefined;
  folder.remove();
});

/** Whether a process may be given limits of its own here. */
const canLimit =
  spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 40 > /proc/sys/user/max_inotify_watches']).status === 0;

/** A command that runs on, with its lines as they come. */
function running(...args: string[]) {
  return started(process.execPath, [program, ...args]);
}

function started(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: folder.root, env: folder.env });
  children.push(child);
  const seen: string[] = [];
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      seen.push(line);
      for (const look of looks) look();
    });
  return {
    child,
    seen,
    line: (pattern: RegExp): Promise<string> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = seen.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        looks.add(look);
        look();
      }),
    async ended(): Promise<number | null> {
      if (child.exitCode === null) await once(child, 'close');
      return child.exitCode;
    },
  };
}

describe('watch', () => {
  it('prints a line an event, tells its status, and ends orderly when asked to', async () => {
    folder = vaultFolder({ 'a.md': chatOf(longText('gate')) }, { compactor: { quiet: '100ms' } });
    const watch = running('watch');
    await watch.line(/^a\.md: 1 short form written$/);
    const status = running('status');
    expect(await status.ended()).toBe(0);
    expect(status.seen[0]).toMatch(/^Running since .*, hearing changes\.$/);
    watch.child.kill('SIGTERM');
    expect(await watch.ended()).toBe(0);
    expect(watch.seen.at(-1)).toBe('stopping');
    const after = running('status', '--json');
    expect(await after.ended()).toBe(1);
    expect(JSON.parse(after.seen.join('\n'))).toMatchObject({ running: false, counts: { accepted: 1 } });
  });

  it('is one for a vault: a second one is refused, and takes over when the first was killed', async () => {
    folder = vaultFolder({}, { compactor: { quiet: '100ms' } });
    const first = running('watch');
    await first.line(/^watching/);
    const second = running('watch');
    expect(await second.ended()).toBe(3);
    expect(second.seen.join('\n')).toMatch(/service\.lock is held by process \d+/);
    first.child.kill('SIGKILL');
    await first.ended();
    const third = running('watch');
    await third.line(/^watching/);
    third.child.kill('SIGINT');
    expect(await third.ended()).toBe(0);
  });

  it('T60 on SIGTERM hangs up on a model that works, writes nothing half, and leaves nothing behind', async () => {
    server = await modelServer(says(shortText('pump')), hangs);
    folder = vaultFolder(
      { 'a.md': chatOf(longText('gate'), 'Fine.', longText('pump')) },
      { compactor: { method: 'model', model: 'tiny', endpoint: server.url, quiet: '100ms' } },
    );
    const watch = running('watch', '--json');
    const request = await server.asked(2);
    watch.child.kill('SIGTERM');
    expect(await request.over).toBe('hung up');
    expect(await watch.ended()).toBe(0);
    expect(readdirSync(folder.root).sort()).toEqual(['.chatvault', 'a.md', 'chatvault.yaml']);
    expect(folder.read('a.md')).toBe(chatOf(longText('gate'), 'Fine.', longText('pump')));
    // what was accepted before the end is not asked for again
    server.otherwise = says(shortText('gate'));
    const once = running('compact', '--json');
    expect(await once.ended()).toBe(0);
    expect(JSON.parse(once.seen.join('\n'))).toMatchObject({ accepted: 2, cached: 1, written: 2 });
    expect(server.requests).toHaveLength(3);
  });

  it('T60 a second SIGTERM ends it at once: the chat is as it was, nothing is left behind, the next one starts', async () => {
    server = await modelServer(hangs);
    const chat = chatOf(longText('gate'));
    folder = vaultFolder(
      { 'a.md': chat },
      { compactor: { method: 'model', model: 'tiny', endpoint: server.url, quiet: '100ms' } },
    );
    const watch = running('watch', '--json');
    await server.asked(1);
    watch.child.kill('SIGTERM');
    await watch.line(/"stopping"/);
    watch.child.kill('SIGTERM');
    expect([0, 143]).toContain(await watch.ended());
    expect(folder.read('a.md')).toBe(chat);
    expect(readdirSync(folder.root).sort()).toEqual(['.chatvault', 'a.md', 'chatvault.yaml']);
    const again = running('watch');
    await again.line(/^watching/);
  });

  it('killed in the middle, it has lost no short form that was accepted', async () => {
    server = await modelServer(says(shortText('pump')), hangs);
    folder = vaultFolder(
      { 'a.md': chatOf(longText('gate'), 'Fine.', longText('pump')) },
      { compactor: { method: 'model', model: 'tiny', endpoint: server.url } },
    );
    const first = running('compact');
    await server.asked(2);
    first.child.kill('SIGKILL');
    await first.ended();
    expect(folder.read('a.md')).toBe(chatOf(longText('gate'), 'Fine.', longText('pump')));
    server.otherwise = says(shortText('gate'));
    const second = running('compact', '--json');
    expect(await second.ended()).toBe(0);
    expect(JSON.parse(second.seen.join('\n'))).toMatchObject({ accepted: 2, cached: 1, written: 2 });
    expect(server.requests).toHaveLength(3);
  });

  it('takes new settings without being started anew', async () => {
    folder = vaultFolder(
      { 'a.md': chatOf(longText('gate')) },
      { compactor: { quiet: '100ms', min_words: 500 } },
    );
    const watch = running('watch');
    await watch.line(/^watching/);
    writeFileSync(join(folder.root, 'chatvault.yaml'), JSON.stringify({ compactor: { quiet: '100ms' } }));
    await watch.line(/^a\.md: 1 short form written$/);
  });

  it.skipIf(!canLimit)(
    'T39 says when changes are not heard any more, and finds them all the same (needs unshare)',
    async () => {
      const chats = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`${at}/a.md`, chatOf('Hello.')]),
      );
      folder = vaultFolder(chats, { compactor: { quiet: '100ms' } });
      const limit = 'echo 40 > /proc/sys/user/max_inotify_watches && exec "$@"';
      const watch = started('unshare', ['-Ur', 'sh', '-c', limit, 'sh', process.execPath, program, 'watch']);
      await watch.line(/^changes are not heard any more/);
      await watch.line(/^watching 60 chats by looking at all files/);
      for (const at of [3, 30, 59]) writeFileSync(join(folder.root, `${at}/a.md`), chatOf(longText('gate')));
      for (const at of [3, 30, 59]) await watch.line(new RegExp(`^${at}/a\\.md: 1 short form written`));
      expect(watch.seen.filter((line) => line.startsWith('changes are not heard'))).toHaveLength(1);
    },
  );
});
