import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compactOnce, Pool } from '../../compactor/index.ts';
import { printMessage } from '../../core/index.ts';
import { openVault } from '../../vault/index.ts';
import { type Device, twoDevices } from '../support/syncthing.ts';
import { until } from '../support/until.ts';
import { chatOf, longText } from '../support/vault-folder.ts';

const pool = new Pool({ threads: 1 });
afterAll(() => pool.close());

const there = spawnSync('syncthing', ['--version']).status === 0;
const message = (id: number, text: string): string =>
  printMessage({ id, role: 'user', createdAt: '2026-11-02T09:00:00Z', parts: [{ type: 'text', text }] });

let base: string;
let one: Device;
let two: Device;
let marks = 0;

beforeEach(async () => {
  if (!there) return;
  base = mkdtempSync(join(tmpdir(), 'chatvault-'));
  [one, two] = await twoDevices(base);
  writeFileSync(join(one.root, 'a.md'), chatOf(longText('gate'), 'Fine.'));
  one.start();
  two.start();
  await inStep();
});
afterEach(async () => {
  if (!there) return;
  await Promise.all([one.stop(), two.stop()]);
  rmSync(base, { recursive: true, force: true });
});

/** The Markdown files of a device. */
function filesOf({ root }: Device): Record<string, string> {
  const names = readdirSync(root).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** Resolves when each device has what the other wrote last, and both hold the same. */
async function inStep(): Promise<void> {
  const mark = `mark-${++marks}.txt`;
  writeFileSync(join(one.root, `1-${mark}`), '');
  writeFileSync(join(two.root, `2-${mark}`), '');
  const has = ({ root }: Device, name: string): boolean => readdirSync(root).includes(name);
  await until(() => has(two, `1-${mark}`) && has(one, `2-${mark}`));
  await until(() => JSON.stringify(filesOf(one)) === JSON.stringify(filesOf(two)));
}

async function compacted({ root }: Device): Promise<number> {
  const vault = await openVault(root);
  try {
    return (await compactOnce(vault, undefined, { pool }, () => {})).written;
  } finally {
    await vault.close();
  }
}

/** Both devices work while neither hears of the other. */
async function apart(work: () => Promise<void>): Promise<void> {
  await Promise.all([one.stop(), two.stop()]);
  await work();
  one.start();
  two.start();
  await inStep();
}

describe.skipIf(!there)('T48 two devices on one folder (needs syncthing)', () => {
  test('both shorten the same message: the same bytes, and no conflict copy', async () => {
    await apart(async () => {
      expect([await compacted(one), await compacted(two)]).toEqual([1, 1]);
    });
    expect(Object.keys(filesOf(one))).toEqual(['a.md']);
    expect(filesOf(one)['a.md']).toContain('<!-- clara:compacted -->');
    expect([await compacted(one), await compacted(two)]).toEqual([0, 0]);
  }, 120_000);

  test('one shortens while a person writes on the other: the person’s text keeps the name', async () => {
    await apart(async () => {
      appendFileSync(join(two.root, 'a.md'), message(3, 'Written by a person.'));
      expect(await compacted(one)).toBe(1);
    });
    const { 'a.md': chat = '', ...copies } = filesOf(one);
    expect(chat).toContain('Written by a person.');
    for (const [name, text] of Object.entries(copies)) {
      expect(name).toMatch(/^a\.sync-conflict-/);
      expect(text).toContain(longText('gate'));
    }
    // the copy is not compacted as a chat of its own
    expect(await compacted(one)).toBe(1);
    await inStep();
    expect(filesOf(two)['a.md']).toMatch(/clara:compacted[\s\S]*Written by a person\./);
  }, 120_000);
});
