import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parse, printMessage, usable } from '../../core/index.ts';
import { until } from '../support/until.ts';
import { chatOf, longText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';
import { type Watching, watching } from '../support/watching.ts';

/** Not in the system's temporary folder: vim saves there in another way than elsewhere. */
const below = join(import.meta.dirname, '../../node_modules/.chatvault-tests');
mkdirSync(below, { recursive: true });

const has = (...programs: string[]): boolean =>
  programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

let folder: VaultFolder;
let watched: Watching;
const sessions: string[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) spawnSync('tmux', ['kill-session', '-t', session]);
  await watched.stop();
  folder.remove();
});

async function start(): Promise<void> {
  folder = vaultFolder({ 'a.md': chatOf('Hello.') }, { compactor: { quiet: '300ms' } }, below);
  watched = await watching(folder, { rescanEvery: { events: 1000, polling: 1000 } });
  await watched.event('chat');
}

const message = (id: number, text: string): string =>
  printMessage({ id, role: 'user', createdAt: '2026-11-02T09:00:00Z', parts: [{ type: 'text', text }] });

/** The file without the blocks that were put in, and how many there are. */
function withoutBlocks() {
  const text = folder.read('a.md');
  const block = /<!-- clara:compacted -->[\s\S]*?(?=<!-- clara:end-message)/g;
  return { text: text.replaceAll(block, ''), blocks: text.match(block)?.length ?? 0 };
}

/** A program in a terminal of its own, with somebody at the keyboard. */
function terminal(name: string, ...command: string[]) {
  const session = `chatvault-${name}-${process.pid}`;
  sessions.push(session);
  const size = ['-x', '200', '-y', '50'];
  execFileSync('tmux', ['new-session', '-d', '-s', session, ...size, '-c', folder.root, ...command]);
  return {
    keys: (...keys: string[]) => execFileSync('tmux', ['send-keys', '-t', session, ...keys]),
    types(text: string) {
      for (const [at, line] of text.split('\n').entries()) {
        if (at > 0) execFileSync('tmux', ['send-keys', '-t', session, 'Enter']);
        execFileSync('tmux', ['send-keys', '-t', session, '-l', '--', line]);
      }
    },
    shows: (pattern: RegExp) =>
      until(() =>
        pattern.test(execFileSync('tmux', ['capture-pane', '-p', '-t', session], { encoding: 'utf8' })),
      ),
    ended: () => until(() => spawnSync('tmux', ['has-session', '-t', session]).status !== 0),
  };
}

const before = chatOf('Hello.');

describe('messages typed in real editors while the vault is watched', () => {
  test.skipIf(!has('vim', 'tmux'))(
    'vim: nothing is written while it is open, then one block (needs vim, tmux)',
    async () => {
      await start();
      const vim = terminal('vim', 'vim', '-u', 'NONE', '-N', 'a.md');
      await vim.shows(/Hello\./);
      vim.keys('G', 'o');
      vim.types(message(2, longText('gate')).trimEnd());
      vim.keys('Escape', ':w', 'Enter');
      await vim.shows(/written/);
      await watched.event('left', ({ why }) => why === 'editor');
      const saved = folder.read('a.md');
      expect(saved).toBe(before + message(2, longText('gate')));
      vim.keys(':q', 'Enter');
      await vim.ended();
      await watched.event('written');
      expect(withoutBlocks()).toEqual({ text: saved, blocks: 1 });
    },
  );

  test.skipIf(!has('nano', 'tmux'))(
    'nano: what it saves over our block stays, and the block comes back (needs nano, tmux)',
    async () => {
      await start();
      const nano = terminal('nano', 'nano', '--ignorercfiles', 'a.md');
      await nano.shows(/Hello\./);
      nano.keys('C-End');
      nano.types(message(2, longText('gate')).trimEnd());
      nano.keys('C-o', 'Enter');
      await watched.event('written');
      expect(withoutBlocks()).toEqual({ text: before + message(2, longText('gate')), blocks: 1 });
      // nano still shows the text without the block, and saves that
      nano.keys('Enter');
      nano.types(message(3, longText('pump')).trimEnd());
      nano.keys('C-o', 'Enter');
      // nano sees that the file is another one than it opened (its number changed), and asks
      await nano.shows(/modified since you opened it/);
      nano.keys('y');
      await nano.shows(/Wrote \d+ lines/);
      nano.keys('C-x');
      await nano.ended();
      await watched.event('written', () => withoutBlocks().blocks === 2);
      expect(withoutBlocks()).toEqual({
        text: before + message(2, longText('gate')) + message(3, longText('pump')),
        blocks: 2,
      });
    },
  );

  test.skipIf(!has('sed'))('sed -i (needs sed)', async () => {
    await start();
    writeFileSync(join(folder.root, 'new.txt'), message(2, longText('gate')));
    execFileSync('sed', ['-i', '-e', '$r new.txt', '-e', 's/^Hello\\.$/Hello there./', 'a.md'], {
      cwd: folder.root,
    });
    await watched.event('written');
    const text = before.replace('Hello.', 'Hello there.') + message(2, longText('gate'));
    expect(withoutBlocks()).toEqual({ text, blocks: 1 });
  });

  test('>> of a shell, again and again', async () => {
    await start();
    let text = before;
    for (const id of [2, 3, 4]) {
      const added = message(id, longText(`thing ${id}`));
      execFileSync('sh', ['-c', 'cat >> a.md'], { cwd: folder.root, input: added });
      text += added;
      await watched.event('written', undefined, id - 1);
      expect(withoutBlocks()).toEqual({ text, blocks: id - 1 });
    }
    expect(
      parse(Buffer.from(folder.read('a.md')))
        .messages.filter(usable)
        .map(({ id }) => id),
    ).toEqual([2, 3, 4]);
  });

  test('a message that is written slowly, word by word, is left alone until it has ended', async () => {
    await start();
    const words = message(2, longText('gate'));
    const half = words.length / 2;
    execFileSync('sh', ['-c', 'cat >> a.md'], { cwd: folder.root, input: words.slice(0, half) });
    await watched.event('chat', ({ skipped }) => skipped.open === 1);
    execFileSync('sh', ['-c', 'cat >> a.md'], { cwd: folder.root, input: words.slice(half) });
    await watched.event('written');
    expect(withoutBlocks()).toEqual({ text: before + words, blocks: 1 });
    expect(watched.events.filter(({ type }) => type === 'written')).toHaveLength(1);
  });
});
