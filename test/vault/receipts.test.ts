import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assemble, bare, isReceipt, limits, type Receipt, receipt } from '../../core/index.ts';
import { disk, keepReceipt, keptReceipt, type ReceiptKey } from '../../vault/index.ts';
import { chat } from '../support/notation.ts';
import { folder } from './disks.ts';

const key: ReceiptKey = { chat: 'a', dialect: 'openai', policy: 'steps', window: 8192, redacted: true };
const conversation = chat('(u60 a200~40)*30 u5');
const within = limits({ budget: 3000 });
const made: Receipt = receipt(assemble(conversation, within), 'openai', bare);

const keep = (root: string, under = key) => keepReceipt(disk, root, under, made);
const kept = (root: string, under = key) => keptReceipt(disk, root, under);
/** An empty folder would be taken for one whose disk is not mounted. */
function vaultRoot(): string {
  const root = folder();
  writeFileSync(join(root, 'a.md'), '');
  return root;
}

const receipts = (root: string) => join(root, '.chatvault', 'receipts');

describe('receipts', () => {
  test('are found again as they were kept, by what they were kept for', async () => {
    const root = vaultRoot();
    expect(await kept(root)).toBeUndefined();
    await keep(root);
    expect(await kept(root)).toEqual(made);
    for (const other of [
      { chat: 'b' },
      { dialect: 'anthropic' as const },
      { policy: 'eager' as const },
      { window: 4096 },
      { redacted: false },
    ])
      expect(await kept(root, { ...key, ...other })).toBeUndefined();
  });

  test('hold nothing of what changes each turn', async () => {
    const root = vaultRoot();
    const around = { ...bare, state: [{ name: 'mail', text: 'PRIVATE' }] };
    const said = { ...conversation, note: 'PRIVATE' };
    await keepReceipt(disk, root, key, receipt(assemble(said, within), 'openai', around));
    const [name = ''] = readdirSync(receipts(root));
    expect(readFileSync(join(receipts(root), name), 'utf8')).not.toContain('PRIVATE');
    expect((await kept(root))?.shown).toEqual(made.shown);
  });

  test('are the person’s alone to read, and leave no work file', async () => {
    const root = vaultRoot();
    await keep(root);
    await keep(root);
    const [name = '', ...more] = readdirSync(receipts(root));
    expect(more).toEqual([]);
    expect(statSync(join(receipts(root), name)).mode & 0o077).toBe(0);
  });

  test('that are damaged are none, wherever they are torn or changed', async () => {
    const root = vaultRoot();
    await keep(root);
    const file = join(receipts(root), readdirSync(receipts(root))[0] ?? '');
    const whole = JSON.stringify(made);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.constantFrom('', '\0', 'x{'), async (at, instead) => {
        writeFileSync(file, whole.slice(0, at) + instead);
        expect(await kept(root)).toBeUndefined();
      }),
    );
  });

  test('do not follow a link out of the vault', async () => {
    const root = vaultRoot();
    const elsewhere = folder();
    mkdirSync(join(root, '.chatvault'));
    symlinkSync(elsewhere, receipts(root));
    await expect(keep(root)).rejects.toThrow('is no folder');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('of the newest 200 requests stay', async () => {
    const root = vaultRoot();
    mkdirSync(receipts(root), { recursive: true });
    for (let at = 0; at < 205; at++) {
      writeFileSync(join(receipts(root), `${at}.json`), '');
      utimesSync(join(receipts(root), `${at}.json`), 1000 + at, 1000 + at);
    }
    await keep(root);
    const names = readdirSync(receipts(root));
    expect(names).toHaveLength(200);
    expect(names).toContain('6.json');
    expect(names).not.toContain('5.json');
    expect(await kept(root)).toEqual(made);
  });

  test('are written into no file that a link in the place of the work file names', async () => {
    const root = vaultRoot();
    await keep(root);
    const [name = ''] = readdirSync(receipts(root));
    const elsewhere = join(folder(), 'mine.txt');
    writeFileSync(elsewhere, 'my words');
    symlinkSync(elsewhere, join(receipts(root), `${name}.${process.pid}.part`));
    await keep(root);
    expect(readFileSync(elsewhere, 'utf8')).toBe('my words');
    expect(await kept(root)).toEqual(made);
  });
});

describe('whatever passes as a receipt', () => {
  const swaps = fc.record({
    path: fc.constantFrom(...paths(made, 3)),
    value: fc.oneof(
      fc.integer({ min: -3, max: 500 }),
      fc.constantFrom(null, '', 'x', true, [], {}, 1.5, 1e15),
    ),
  });

  test('can be followed and compared with', () => {
    let followed = 0;
    fc.assert(
      fc.property(fc.array(swaps, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = structuredClone(made) as unknown as Record<string, unknown>;
        for (const { path, value } of changes) put(changed, path, value);
        if (!isReceipt(changed)) return;
        followed++;
        const window = assemble(conversation, within, changed);
        expect(window.slots).toHaveLength(conversation.messages.length);
        receipt(window, 'openai', bare, changed);
      }),
      { numRuns: 300 },
    );
    expect(followed).toBeGreaterThan(10);
  });
});

function paths(value: unknown, depth: number): string[][] {
  if (value === null || typeof value !== 'object' || depth === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...paths(inner, depth - 1).map((rest) => [name, ...rest]),
  ]);
}

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const inner = target[name];
  if (rest.length === 0) target[name] = value;
  else if (inner !== null && typeof inner === 'object') put(inner as Record<string, unknown>, rest, value);
}
