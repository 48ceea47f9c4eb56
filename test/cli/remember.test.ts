import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import requestCommand from '../../cli/commands/request.ts';
import windowCommand from '../../cli/commands/window.ts';
import { printChat } from '../../core/index.ts';
import { runOn } from '../support/command.ts';
import { chat } from '../support/notation.ts';
import { type Given, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder;
afterEach(() => folder?.remove());

const write = (notation: string) =>
  folder.write('a.md', printChat({ sessionId: 'a', messages: chat(notation).messages }));

function place(notation: string, settings: Given = {}): void {
  folder = vaultFolder({}, settings);
  write(notation);
}

async function request(options: object = {}) {
  const ran = await runOn(folder, requestCommand, {
    dialect: 'openai',
    context: '8192',
    receipt: true,
    ...options,
  });
  return { ...ran, ...JSON.parse(ran.out) };
}

async function window(options: object = {}) {
  return JSON.parse((await runOn(folder, windowCommand, { context: '8192', json: true, ...options })).out);
}

const receipts = () => join(folder.root, '.chatvault', 'receipts');
const before = '(u60 a200)*8 u5';
const after = '(u60 a200~40)*8 u5 a20 u5';

describe('request', () => {
  test('keeps the beginning of the request before by itself, late short forms included', async () => {
    place('(u60 a200)*30 u5');
    const first = await request();
    expect(first.receipt.since).toBeUndefined();
    expect(first.receipt.shown.some(({ form }: { form: string }) => form === 'waiting')).toBe(true);
    write('(u60 a200~40)*30 u5 a20 u5');
    const second = await request();
    expect(second.receipt.since).toEqual({
      messages: first.receipt.shown.length,
      tokens: expect.any(Number),
    });
    const same = JSON.stringify(first.messages.slice(0, -1)).slice(0, -1);
    expect(JSON.stringify(second.messages).startsWith(same)).toBe(true);
  });

  test('made twice gives the same bytes', async () => {
    place('(u60 a200~40)*40 u5');
    expect((await request()).messages).toEqual((await request()).messages);
  });

  test('--cold follows none, and the next one follows it', async () => {
    place(before);
    await request();
    write(after);
    const cold = await request({ cold: true });
    expect(cold.receipt.since).toBeUndefined();
    expect(cold.receipt.shown.some(({ form }: { form: string }) => form === 'shortened')).toBe(true);
    expect((await request()).receipt.since.broke).toBeUndefined();
  });

  test('--previous wins over what is kept', async () => {
    place(before);
    const { receipt } = await request();
    folder.write('../first.json', JSON.stringify(receipt));
    write(after);
    await request({ cold: true });
    const { receipt: third } = await request({ previous: '../first.json' });
    expect(third.since.broke).toBeUndefined();
    expect(third.since.messages).toBe(receipt.shown.length);
  });

  test('another dialect or window has a memory of its own', async () => {
    place(before);
    await request();
    expect((await request({ dialect: 'anthropic' })).receipt.since).toBeUndefined();
    expect((await request({ context: '16384' })).receipt.since).toBeUndefined();
    expect((await request()).receipt.since.messages).toBe(17);
  });

  test('goes on without what was damaged or taken away', async () => {
    place(before);
    const { messages } = await request();
    for (const name of readdirSync(receipts()))
      writeFileSync(join(receipts(), name), '{"version":1,"shown":[');
    const second = await request();
    expect([second.messages, second.receipt.since, second.err]).toEqual([messages, undefined, '']);
    rmSync(join(folder.root, '.chatvault'), { recursive: true });
    expect((await request()).messages).toEqual(messages);
  });

  test('is made also where nothing can be kept, and that is told', async () => {
    place('u10 a20 u5');
    folder.write('.chatvault/receipts', 'a file where the folder should be');
    const { code, messages, err } = await request();
    expect([code, messages.length]).toEqual([0, 4]);
    expect(err).toContain('could not be kept for the next one: ');
    expect(err, 'says which file is in the way, and what is wrong with it').toMatch(
      /receipts\S* (?:needs a folder where something else stands|is no folder)/,
    );
  });

  test('sends what the settings name around the history', async () => {
    place('u10 a20 u5', {
      window: { identity: ['cook.md'], state: [{ file: 'todos.md' }, { command: ['gone-program'] }] },
    });
    folder.write('SOUL.md', 'You are kind.');
    folder.write('cook.md', 'You cook.');
    folder.write('todos.md', 'buy felt');
    const { messages } = await request();
    expect(messages[0].content).toMatch(/^You are kind\.\n\nYou cook\./);
    expect(messages.at(-1).content).toMatch(
      /\[state: todos\]\n> buy felt\n\[state: gone-program\]\n> could not be had: it could not be started \(it is not there\)$/,
    );
  });
});

describe('window', () => {
  test('tells what a request now would share with the last one, and keeps nothing itself', async () => {
    place(before);
    expect((await window()).since).toBeUndefined();
    expect(existsSync(receipts())).toBe(false);
    await request();
    expect((await window()).since).toMatchObject({ messages: 17 });
    folder.write('SOUL.md', 'You are kind.');
    expect((await window()).since).toEqual({
      messages: 0,
      tokens: 0,
      broke: 'the instructions before the history changed',
    });
    const { out } = await runOn(folder, windowCommand, { context: '8192' });
    expect(out).toContain('since the last request: the instructions before the history changed');
  });

  test('shows what --cold would do at once', async () => {
    place(before);
    await request();
    write(after);
    expect((await window()).window).not.toContain('~');
    expect((await window({ cold: true })).window).toContain('~');
  });
});
