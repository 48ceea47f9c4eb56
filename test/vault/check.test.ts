import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkChat, checkVault, openVault } from '../../vault/index.ts';
import { folder, hooked, systemError } from './disks.ts';

const chat =
  '<!-- clara:message -->\n{"id":1,"role":"user","version":2,"simple":true}\nHi\n<!-- clara:end-message -->\n';

test('says where chats cannot be written without risk, once for the vault', async () => {
  const on = hooked(({ name }) => {
    if (name === 'exchange') throw systemError('EINVAL');
    return undefined;
  });
  const vault = await openVault(folder(), { env: {}, disk: on });
  expect(await checkVault(vault)).toMatchObject([
    { code: 'left-alone', text: expect.stringContaining('best-effort') },
  ]);
  writeFileSync(join(vault.root, 'chatvault.yaml'), 'write: best-effort\n');
  vault.reload();
  expect(await checkVault(vault)).toEqual([]);
  expect(readdirSync(join(vault.root, '.chatvault/tmp'))).toEqual([]);
});

test('T21 names a chat that is read-only, and why', async () => {
  const vault = await openVault(folder(), { env: {} });
  writeFileSync(join(vault.root, 'a.md'), chat);
  chmodSync(join(vault.root, 'a.md'), 0o444);
  expect(await checkChat(vault, 'a.md')).toMatchObject([
    { code: 'left-alone', text: expect.stringContaining('read-only') },
  ]);
  expect(await checkVault(vault)).toEqual([]);
});

test('T43 names git’s unfinished work', async () => {
  const vault = await openVault(folder(), { env: {} });
  mkdirSync(join(vault.root, '.git'));
  writeFileSync(join(vault.root, '.git/MERGE_HEAD'), '');
  expect(await checkVault(vault)).toMatchObject([{ path: '.git/MERGE_HEAD', code: 'git' }]);
});

test('a disk that refuses everything is a finding, not a crash', async () => {
  const on = hooked(({ name }) => {
    if (name === 'makeFolder') throw systemError('EROFS');
    return undefined;
  });
  const vault = await openVault(folder(), { env: {}, disk: on });
  expect(await checkVault(vault)).toMatchObject([
    { code: 'left-alone', text: expect.stringContaining('EROFS') },
  ]);
});
