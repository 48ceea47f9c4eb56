import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import add from '../../cli/commands/add.ts';
import check from '../../cli/commands/check.ts';
import compact from '../../cli/commands/compact.ts';
import exportCommand from '../../cli/commands/export.ts';
import note from '../../cli/commands/note.ts';
import read from '../../cli/commands/read.ts';
import request from '../../cli/commands/request.ts';
import search from '../../cli/commands/search.ts';
import status from '../../cli/commands/status.ts';
import undo from '../../cli/commands/undo.ts';
import watch from '../../cli/commands/watch.ts';
import window from '../../cli/commands/window.ts';
import { StatusFile } from '../../compactor/status.ts';
import { source } from '../../core/index.ts';
import { Cache, diskTrouble, disk as realDisk } from '../../vault/index.ts';
import { runOn } from '../support/command.ts';
import { chatOf, longText, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';
import { folder as emptyFolder } from '../vault/disks.ts';

let vault: VaultFolder;
let own: string;

beforeEach(() => {
  vault = vaultFolder({ 'a.md': chatOf(longText('mill'), longText('tower')) });
  own = join(vault.root, '.chatvault');
});
afterEach(() => vault.remove());

/** What may stand where the vault's own folder should. */
const inTheWay: readonly (readonly [string, () => void])[] = [
  ['a file', () => writeFileSync(own, 'text')],
  ['a link to a folder', () => symlinkSync(outside(), own)],
  ['a link to nowhere', () => symlinkSync(join(vault.root, 'nowhere'), own)],
  ['a link to itself', () => symlinkSync(own, own)],
  ['a pipe', () => execFileSync('mkfifo', [own])],
];

/** A folder with what a careless program would read, change or throw away. */
function outside(): string {
  const made = emptyFolder();
  for (const name of ['tmp', 'search', 'receipts', 'busy', 'backup']) mkdirSync(join(made, name));
  writeFileSync(join(made, 'search/base'), 'precious');
  writeFileSync(join(made, 'tmp/kept.part'), 'precious');
  writeFileSync(join(made, 'lock'), 'precious');
  return made;
}

describe.each(inTheWay)('with %s in the place of .chatvault', (_, stand) => {
  test('commands that read work without their caches', async () => {
    stand();
    for (const [command, options, args] of [
      [window, {}, ['a.md']],
      [request, { dialect: 'openai' }, ['a.md']],
      [read, {}, ['a.md', ['1']]],
      [search, {}, [['mill']]],
      [exportCommand, { to: 'md' }, ['a.md']],
    ] as const)
      expect(await runOn(vault, command, options, args)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/mill|=2/),
      });
    expect(await runOn(vault, status, {}, [])).toMatchObject({ code: 1 });
    expect(await runOn(vault, check, {}, [[]])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${own} is no folder`),
    });
  });

  test('commands that write say what stands there, and change nothing', async () => {
    stand();
    const before = vault.read('a.md');
    for (const [command, options, args] of [
      [note, {}, ['a.md', 'Remember this.']],
      [add, { role: 'user', text: 'More.' }, ['a.md']],
      [add, { role: 'user', text: 'More.' }, ['b.md']],
      [compact, {}, [[]]],
      [undo, {}, ['a.md', []]],
      [watch, {}, []],
    ] as const) {
      const error = await runOn(vault, command, options, args).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'disk', message: expect.stringContaining(`${own} is no folder`) });
      expect(error.remedy).toContain('Move it away');
    }
    expect(vault.read('a.md')).toBe(before);
    expect(readdirSync(vault.root)).not.toContain('b.md');
  });
});

test('through a link nothing outside the vault is changed or thrown away', async () => {
  const target = outside();
  symlinkSync(target, own);
  await runOn(vault, search, {}, [['mill']]);
  await runOn(vault, note, {}, ['a.md', 'x']).catch(() => {});
  expect(readFileSync(join(target, 'search/base'), 'utf8')).toBe('precious');
  expect(readFileSync(join(target, 'tmp/kept.part'), 'utf8')).toBe('precious');
  expect(readFileSync(join(target, 'lock'), 'utf8')).toBe('precious');
  expect(readdirSync(target).sort()).toEqual(['backup', 'busy', 'lock', 'receipts', 'search', 'tmp']);
});

test.each([
  'lock',
  'service.lock',
  'cache.lock',
  'summaries.jsonl',
  'status.json',
  'search',
  'backup',
  'tmp',
])('a link .chatvault/%s that came with the vault leads no write out of it', async (name) => {
  const target = outside();
  const to = ['search', 'backup', 'tmp'].includes(name) ? join(target, name) : join(target, 'lock');
  mkdirSync(own);
  symlinkSync(to, join(own, name));
  const files = () =>
    readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => [parentPath, file, readFileSync(join(parentPath, file), 'utf8')]);
  const before = files();
  await runOn(vault, search, {}, [['mill']]);
  await expect(runOn(vault, note, {}, ['a.md', 'x'])).rejects.toMatchObject({ code: 'disk' });
  await expect(runOn(vault, watch, {}, [])).rejects.toMatchObject({ code: 'disk' });
  expect(files()).toEqual(before);
});

test('T32 into an empty folder in the place of a vault that was there nothing is written', async () => {
  const open = await vault.open();
  const service = new StatusFile(open);
  await service.begin();
  expect(readdirSync(own)).toContain('status.json');
  const [message] = (await open.read('a.md')).conversation.messages;
  const away = `${vault.root}-away`;
  renameSync(vault.root, away);
  mkdirSync(vault.root);
  service.hear({ type: 'watching', chats: 0, mode: 'polling' });
  await service.end();
  const form = { version: 4, source: source(message!), recipe: 'r', messageId: 1, methods: [], createdAt: 0 };
  const compaction = { ...form, text: '', segments: [{ type: 'text', text: 'short' }] } as const;
  const gone = { code: 'disk', message: expect.stringContaining('empty folder') };
  await expect(new Cache(realDisk, vault.root).keepSummary(compaction)).rejects.toMatchObject(gone);
  await expect(open.edit('a.md', [{ kind: 'note', text: 'x' }])).rejects.toMatchObject(gone);
  await runOn(vault, search, {}, [['mill']]);
  expect(readdirSync(vault.root)).toEqual([]);
  await open.close();
  rmdirSync(vault.root);
  renameSync(away, vault.root);
});

test('a first chat is made in an empty folder', async () => {
  for (const name of readdirSync(vault.root)) rmSync(join(vault.root, name), { recursive: true });
  expect(await runOn(vault, add, { role: 'user', text: 'Hello.' }, ['b.md'])).toMatchObject({ code: 0 });
});

test.each([
  ['EACCES', 'permissions'],
  ['EROFS', 'writable'],
  ['ENOSPC', 'room'],
  ['ENOTDIR', 'Move away'],
  ['EIO', 'Check the disk'],
])('%s of the disk is told with its file and with what to do', (code, remedy) => {
  const thrown = Object.assign(new Error(`${code}: open`), { code, syscall: 'open', path: '/vault/a.md' });
  const told = diskTrouble(thrown);
  expect(told).toMatchObject({ code: 'disk', remedy: expect.stringContaining(remedy) });
  expect(told?.message).toContain('/vault/a.md');
  expect(told?.message).toContain(code);
});

test('what is no error of the disk is not told as one', () => {
  for (const thrown of [
    new TypeError('x'),
    undefined,
    'EACCES',
    Object.assign(new Error('x'), { code: 'E' }),
  ])
    expect(diskTrouble(thrown)).toBeUndefined();
});
