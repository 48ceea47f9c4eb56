import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assemble, bare, type Dialect, limits, type Receipt, receipt } from '../../core/index.ts';
import { disk, keepReceipt, lastReceipt } from '../../vault/index.ts';
import { chat } from '../support/notation.ts';
import { folder } from './disks.ts';

/** A folder with something in it: an empty one is what a disk leaves that is not there. */
function vault(): string {
  const root = folder();
  writeFileSync(join(root, 'a.md'), '');
  return root;
}

const receipts = (root: string) => join(root, '.chatvault', 'receipts');

function made(chatName: string, dialect: Dialect, resent = 0): Receipt {
  const window = assemble(chat('u10 a20 u5'), limits({ budget: 3000, dialect }));
  return {
    ...receipt(window, dialect, bare),
    asked: { chat: chatName, window: 8192, model: 'm', resent },
  };
}

/** Keeps a receipt as the one that was written at this second. */
async function keep(root: string, at: number, one: Receipt): Promise<void> {
  const before = new Set(list(root));
  const key = {
    chat: one.asked?.chat ?? '',
    dialect: one.dialect,
    policy: one.policy,
    window: 8192,
    redacted: true,
  };
  await keepReceipt(disk, root, key, one);
  const [name = ''] = list(root).filter((file) => !before.has(file));
  utimesSync(join(receipts(root), name), at, at);
}

function list(root: string): string[] {
  try {
    return readdirSync(receipts(root));
  } catch {
    return [];
  }
}

describe('the last request of a chat', () => {
  test('is the newest, whatever form it had, and no other chat’s', async () => {
    const root = vault();
    expect(await lastReceipt(disk, root, 'a')).toBeUndefined();
    await keep(root, 2000, made('a', 'clara'));
    await keep(root, 3000, made('a', 'openai', 1));
    await keep(root, 1000, made('a', 'anthropic'));
    await keep(root, 4000, made('b', 'openai'));
    expect(await lastReceipt(disk, root, 'a')).toMatchObject({ dialect: 'openai', asked: { resent: 1 } });
    expect(await lastReceipt(disk, root, 'c')).toBeUndefined();
  });

  test('is looked for behind what is damaged, a link or no file', async () => {
    const root = vault();
    await keep(root, 1000, made('a', 'openai'));
    writeFileSync(join(receipts(root), 'torn.json'), '{"version":1,');
    mkdirSync(join(receipts(root), 'folder.json'));
    symlinkSync('/nowhere', join(receipts(root), 'link.json'));
    expect(await lastReceipt(disk, root, 'a')).toMatchObject({ dialect: 'openai' });
  });

  test('is not looked for behind a link out of the vault', async () => {
    const root = vault();
    const elsewhere = vault();
    await keep(elsewhere, 1000, made('a', 'openai'));
    mkdirSync(join(root, '.chatvault'));
    symlinkSync(receipts(elsewhere), receipts(root));
    expect(await lastReceipt(disk, root, 'a')).toBeUndefined();
  });
});
