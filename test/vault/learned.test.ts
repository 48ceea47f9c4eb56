import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Learned } from '../../core/index.ts';
import { disk, everyLearned, keepLearned, learnedOf, type ModelPlace } from '../../vault/index.ts';
import { folder } from './disks.ts';

/** A folder with something in it: an empty one is what a disk leaves that is not there. */
function vault(): string {
  const root = folder();
  writeFileSync(join(root, 'a.md'), '');
  return root;
}

const place: ModelPlace = { endpoint: 'http://127.0.0.1:11434/v1', model: 'tiny' };
const all: Learned = {
  told: 8192,
  named: 4096,
  answered: 3000,
  omit: ['think', 'reasoning_effort', 'reasoning_effort'],
  nameless: true,
  dialect: 'openai',
  corrections: { 'tiny latin': { factor: 1.2, seen: 3 } },
  cut: { sent: 6900, counted: 2048, at: '2026-01-02T03:04:05.000Z' },
};

const keep = (root: string, change: (known: Learned) => Learned, at = place) =>
  keepLearned(disk, root, at, 0, change);
const kept = (root: string, at = place) => learnedOf(disk, root, at);
const file = (root: string) => join(root, '.chatvault', 'learned.json');

describe('what was learned about a model', () => {
  test('is found again as it was kept, by address and model', async () => {
    const root = vault();
    expect(await kept(root)).toEqual({});
    await keep(root, () => all);
    expect(await kept(root)).toEqual(all);
    expect(await kept(root, { ...place, model: 'other' })).toEqual({});
    expect(await kept(root, { ...place, endpoint: 'http://127.0.0.1:8080/v1' })).toEqual({});
  });

  test('holds no name, password or query of an address, and is one however the address is spelled', async () => {
    const root = vault();
    await keep(root, () => all, {
      ...place,
      endpoint: 'http://ann:PRIVATE@127.0.0.1:11434/v1/?key=PRIVATE#PRIVATE',
    });
    expect(readFileSync(file(root), 'utf8')).not.toMatch(/PRIVATE|ann/);
    expect(await kept(root)).toEqual(all);
  });

  test('is not kept in an empty folder, which is what an unmounted disk leaves in the vault’s place', async () => {
    const root = folder();
    await expect(keep(root, () => all)).rejects.toMatchObject({ code: 'disk' });
    expect(readdirSync(root)).toEqual([]);
  });

  test('is the person’s alone to read, and leaves no work file', async () => {
    const root = vault();
    await keep(root, () => all);
    await keep(root, (known) => ({ ...known, told: 4096 }));
    expect(readdirSync(join(root, '.chatvault')).filter((name) => name.startsWith('learned.json'))).toEqual([
      'learned.json',
    ]);
    expect(statSync(file(root)).mode & 0o077).toBe(0);
  });

  test('of two writers at once both stay, of the same model and of others', async () => {
    const root = vault();
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        keep(
          root,
          (known) => ({ ...known, omit: [...(known.omit ?? []), `field_${at % 10}`] }),
          at < 10 ? place : { ...place, model: `m${at}` },
        ),
      ),
    );
    expect((await kept(root)).omit?.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `field_${at}`));
    expect(await everyLearned(disk, root)).toHaveLength(11);
  });

  test('is not written again when nothing new was learned', async () => {
    const root = vault();
    await keep(root, () => all);
    const before = statSync(file(root)).ino;
    await keep(root, (known) => ({ ...known }));
    expect(statSync(file(root)).ino).toBe(before);
  });

  test('of 200 models stays, those that changed last', async () => {
    const root = vault();
    const models = Array.from({ length: 230 }, (_, at) => ({
      ...place,
      at: '2026-01-02T03:04:05.000Z',
      model: `m${at}`,
      learned: { told: 512 },
    }));
    mkdirSync(join(root, '.chatvault'));
    writeFileSync(file(root), JSON.stringify({ version: 1, models }));
    await keep(root, () => all);
    const names = (await everyLearned(disk, root)).map(({ model }) => model);
    expect([names.length, names[0], names.at(-1)]).toEqual([200, 'm31', 'tiny']);
    expect(JSON.parse(readFileSync(file(root), 'utf8')).models).toHaveLength(200);
  });

  test('that is damaged is none, wherever it is torn', async () => {
    const root = vault();
    await keep(root, () => all);
    const whole = readFileSync(file(root), 'utf8').trimEnd();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.constantFrom('', '\0', 'x{'), async (at, instead) => {
        writeFileSync(file(root), whole.slice(0, at) + instead);
        expect(await kept(root)).toEqual({});
        await keep(root, (known) => ({ ...known, told: 4096 }));
        expect(await kept(root)).toEqual({ told: 4096 });
      }),
      { numRuns: 50 },
    );
  });

  test('that somebody forged is taken as far as it makes sense', async () => {
    const root = vault();
    mkdirSync(join(root, '.chatvault'));
    const forge = (learned: unknown, more: object = {}) =>
      writeFileSync(
        file(root),
        JSON.stringify({ version: 1, models: [null, 5, { ...place, at: 'x', learned, ...more }] }),
      );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(all)), fc.jsonValue(), async (name, value) => {
        forge({ ...all, [name]: value });
        const { [name as keyof Learned]: taken, ...others } = await kept(root);
        const { [name as keyof Learned]: _, ...rest } = all;
        expect(others).toEqual(rest);
        if (taken !== undefined) expect(taken).toEqual(value);
      }),
    );
    forge({ told: 1, named: 1e9, omit: ['a b'], dialect: 'x', corrections: { a: { factor: 9, seen: 1 } } });
    expect(await kept(root)).toEqual({});
    forge(all, { model: 'tiny\u001b[2J' });
    expect(await everyLearned(disk, root)).toEqual([]);
    writeFileSync(file(root), JSON.stringify({ version: 2, models: [{ ...place, at: 'x', learned: all }] }));
    expect(await kept(root)).toEqual({});
  });

  test.each(['learned.json', 'learned.lock', 'folder'])(
    'follows no link out of the vault: %s',
    async (name) => {
      const root = vault();
      const elsewhere = folder();
      const target = join(elsewhere, 'learned.json');
      writeFileSync(target, JSON.stringify({ version: 1, models: [{ ...place, at: 'x', learned: all }] }));
      const before = readFileSync(target, 'utf8');
      if (name === 'folder') symlinkSync(elsewhere, join(root, '.chatvault'));
      else {
        mkdirSync(join(root, '.chatvault'));
        symlinkSync(target, join(root, '.chatvault', name));
      }
      expect(await kept(root)).toEqual({});
      await keep(root, () => ({ told: 4096 })).catch(() => {});
      expect(readFileSync(target, 'utf8')).toBe(before);
      expect(readdirSync(elsewhere)).toEqual(['learned.json']);
    },
  );
});
