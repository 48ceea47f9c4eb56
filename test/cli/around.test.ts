import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { commandOutput } from '../../cli/window/command-output.ts';
import { identity } from '../../cli/window/identity.ts';
import { state } from '../../cli/window/state.ts';
import { settle } from '../../core/index.ts';
import { type Given, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

const folders: VaultFolder[] = [];
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

/** A vault with these files and settings; `trusted: false` takes it out of the person's own config, which says `user`. */
async function place(files: Record<string, string>, settings: Given = {}, trusted = true, user = '') {
  const folder = vaultFolder(files, settings);
  folders.push(folder);
  if (!trusted) writeFileSync(join(dirname(folder.root), 'config', 'chatvault', 'config.yaml'), user);
  const vault = await folder.open();
  const terminal = { cwd: folder.root, env: folder.env };
  const { window } = vault.settings;
  return {
    root: folder.root,
    problems: vault.settingsFound.problems,
    instructions: (named: string[] = []) => identity(vault, window.identity, named, terminal),
    now: (files: string[] = []) => state(vault, window.state, files, terminal),
    close: () => vault.close(),
  };
}

const print = (text: string) => ['node', '-e', `process.stdout.write(${JSON.stringify(text)})`];

describe('instructions before the history', () => {
  test('are SOUL.md, USER.md, the files of the setting, then those the person names', async () => {
    const files = { 'SOUL.md': 'soul', 'USER.md': 'user', 'agents/cook.md': 'cook', 'now.md': 'now' };
    const { instructions } = await place(files, { window: { identity: ['agents/cook.md'] } });
    expect(instructions(['now.md'])).toEqual({ texts: ['soul', 'user', 'cook', 'now'], notes: [] });
  });

  test('a missing file of the setting is told and left out; a missing SOUL.md is nothing to tell', async () => {
    const { instructions } = await place({}, { window: { identity: ['gone.md'] } });
    expect(instructions()).toEqual({
      texts: [],
      notes: ['window.identity: gone.md was left out of the request (it is not there)'],
    });
  });

  test('may lie outside a trusted vault only', async () => {
    const settings = { window: { identity: ['../own.md'] } };
    const trusted = await place({ '../own.md': 'mine' }, settings);
    expect(trusted.instructions().texts).toEqual(['mine']);
    const stranger = await place({ '../own.md': 'mine' }, settings, false);
    expect(stranger.instructions()).toEqual({ texts: [], notes: [] });
    expect(stranger.problems).toMatchObject([
      { key: 'window.identity', text: expect.stringContaining('outside the vault') },
    ]);
  });

  test('the person’s own config may name files outside a vault that is not trusted', async () => {
    const { instructions } = await place(
      { '../own.md': 'mine' },
      {},
      false,
      'window: {identity: [~/own.md]}',
    );
    expect(instructions().texts).toEqual(['mine']);
  });

  test('a link in a stranger’s vault leads nowhere', async () => {
    const { root, instructions } = await place(
      { '../secret.md': 'secret' },
      { window: { identity: ['kind.md'] } },
      false,
    );
    symlinkSync('../secret.md', join(root, 'kind.md'));
    symlinkSync('../secret.md', join(root, 'SOUL.md'));
    const { texts, notes } = instructions();
    expect(texts).toEqual([]);
    expect(notes).toHaveLength(2);
    expect(notes[1]).toBe(
      'window.identity: kind.md was left out of the request (it leads out of the vault, which is not trusted)',
    );
  });
});

describe('what is so now', () => {
  test('comes from files and from what commands print, in the order of the setting', async () => {
    const sources = [
      { file: 'lists/todos.md' },
      { command: print('\u001b[1mdentist\u001b[0m at 9\n'), name: 'calendar' },
      { command: 'node --version' },
    ];
    const { now } = await place({ 'lists/todos.md': 'buy felt\n' }, { window: { state: sources } });
    expect(await now()).toEqual([
      { name: 'todos', text: 'buy felt' },
      { name: 'calendar', text: 'dentist at 9' },
      { name: 'node', text: process.version },
    ]);
  });

  test('a failure is one line in its place', async () => {
    const { root, now } = await place(
      {},
      {
        window: {
          state: [
            { file: 'gone.md' },
            { command: ['no-such-program-here'] },
            { command: ['node', '-e', 'console.error("no net\\nmore"); process.exit(3)'], name: 'mail' },
            { file: 'folder' },
            { command: print('') },
          ],
        },
      },
    );
    mkdirSync(join(root, 'folder'));
    expect((await now()).map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'gone: could not be read (it is not there)',
      'no-such-program-here: could not be had: it could not be started (it is not there)',
      'mail: could not be had: it ended with code 3: no net',
      'folder: could not be read (no file)',
      'node: (empty)',
    ]);
  });

  test('is cut to size between characters, and says so', async () => {
    const { now } = await place(
      { 'long.md': '🌱'.repeat(9000) },
      { window: { state: [{ file: 'long.md' }] } },
    );
    const [{ text = '' } = {}] = await now();
    expect(text).toBe(`${'🌱'.repeat(4000)}\n(cut after 8000 characters)`);
  });

  test('a file’s name cannot close the brackets it stands in', async () => {
    const { now } = await place({ 'a]\n[x.md': 'words' });
    expect(await now(['a]\n[x.md'])).toEqual([{ name: 'a x', text: 'words' }]);
  });

  test('a command is the person’s own to name', async () => {
    const settings = { window: { state: [{ command: 'node --version' }] } };
    const stranger = await place({}, settings, false);
    expect(await stranger.now()).toEqual([]);
    expect(stranger.problems[0]).toMatchObject({
      key: 'window.state',
      text: expect.stringContaining('a vault you trust only'),
    });
    expect(
      await (await place({ 'a.md': 'x' }, { window: { state: [{ file: 'a.md' }] } }, false)).now(),
    ).toEqual([{ name: 'a', text: 'x' }]);
  });

  test('front matter names neither', () => {
    for (const window of [{ identity: ['a.md'] }, { state: [{ file: 'a.md' }] }]) {
      const { problems } = settle([{ name: 'a', authority: 'chat', data: { window } }]);
      expect(problems[0]?.text).toContain('may not be set in front matter');
    }
  });

  test.each([
    [{ state: 'todos.md' }],
    [{ state: [{ file: 'a.md', command: 'b' }] }],
    [{ state: [{ command: 'cat a | wc' }] }],
    [{ state: [{ command: [] }] }],
    [{ state: [{ file: 'a.md', name: 'a]\n[b' }] }],
    [{ identity: 'a.md' }],
    [{ identity: [''] }],
  ])('%j is refused with what was expected', (window) => {
    const { settings, problems } = settle([{ name: 'a', authority: 'user', data: { window } }]);
    expect(problems[0]?.text).toContain('found ');
    expect([settings.window.identity, settings.window.state]).toEqual([[], []]);
  });
});

describe('a command', () => {
  const run = (code: string, limits = { milliseconds: 60_000, bytes: 1000 }) =>
    commandOutput(['node', '-e', code], '.', process.env, limits);

  test('that goes on is ended with all it started', async () => {
    const code = 'require("child_process").spawn("sleep", ["1000"], {stdio: "inherit"})';
    await expect(run(code, { milliseconds: 100, bytes: 1000 })).rejects.toThrow('did not end within 0.1 s');
  });

  test('that prints without end is cut', async () => {
    expect((await run('for (;;) console.log("more")')).startsWith('more\nmore\n')).toBe(true);
  });

  test('is not read by a shell', async () => {
    expect(await commandOutput(['echo', '$HOME; ls'], '.', process.env)).toBe('$HOME; ls\n');
  });
});
