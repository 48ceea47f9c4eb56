import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import importCommand from '../../cli/commands/import.ts';
import { runOn } from '../support/command.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let vault: VaultFolder;

beforeEach(() => {
  vault = vaultFolder();
});
afterEach(() => vault.remove());

/** An export of one short conversation, as Claude.ai writes it. */
const conversations = (uuid: string, name: string) =>
  strToU8(
    JSON.stringify([
      {
        uuid,
        name,
        created_at: '2026-10-12T09:03:00Z',
        chat_messages: [
          {
            uuid: `${uuid}-1`,
            sender: 'human',
            text: 'Where do the quinces go?',
            created_at: '2026-10-12T09:03:00Z',
          },
        ],
      },
    ]),
  );

function bring(bytes: Uint8Array) {
  writeFileSync(join(vault.root, 'export.zip'), bytes);
  return runOn(vault, importCommand, { into: '.' }, [['export.zip']]);
}

const chats = () => readdirSync(vault.root).filter((name) => name.endsWith('.md'));

describe('a zip archive', () => {
  test('of an export is read as it is, and what else is in it is passed by', async () => {
    const archive = zipSync({
      'chat.html': strToU8('<p>the same for reading</p>'),
      'user.json': strToU8('{"id":"u"}'),
      'conversations.json': conversations('c', 'Quinces'),
      '__MACOSX/._conversations.json': strToU8('not JSON'),
    });
    expect(await bring(archive)).toMatchObject({ code: 0, out: expect.stringContaining('1 message') });
    expect(chats()).toEqual(['Quinces.md']);
    expect(vault.read('Quinces.md')).toContain('Where do the quinces go?');
    expect((await bring(archive)).code).toBe(0);
    expect(chats()).toEqual(['Quinces.md']);
  });

  test('is read from standard input too, and UTF-16 text as well', async () => {
    const archive = zipSync({ 'conversations.json': conversations('c', 'Quinces') });
    const fromInput = (bytes: Uint8Array) => runOn(vault, importCommand, { into: '.' }, [['-']], bytes);
    expect(await fromInput(archive)).toMatchObject({ code: 0 });
    expect(vault.read('Quinces.md')).toContain('Where do the quinces go?');
    const text = Buffer.from(conversations('d', 'Pears')).toString();
    expect(await fromInput(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject({ code: 0 });
    expect(chats()).toEqual(['Pears.md', 'Quinces.md']);
    expect((await fromInput(archive.subarray(0, 40))).out).toContain('-: not imported: it is a zip archive');
  });

  test('may hold its conversations in a folder, in several files and unpacked', async () => {
    const archive = zipSync(
      {
        'export/conversations-000.json': conversations('a', 'First'),
        'export/conversations-001.json': conversations('b', 'Second'),
      },
      { level: 0 },
    );
    expect((await bring(archive)).code).toBe(0);
    expect(chats()).toEqual(['First.md', 'Second.md']);
  });

  test('without conversations is refused with what to do', async () => {
    const { code, out } = await bring(zipSync({ 'photo.txt': strToU8('x') }));
    expect(code).toBe(1);
    expect(out).toContain('zip archive without a conversations.json. Unpack it and name the file');
  });

  test('that says it would unpack to more than is read is refused before any of it is', async () => {
    const archive = zipSync({ 'conversations.json': conversations('c', 'Quinces') });
    const directory = Buffer.from(archive).indexOf('PK\u0001\u0002');
    Buffer.from(archive.buffer).writeUInt32LE(2 ** 31, directory + 24);
    const { code, out } = await bring(archive);
    expect(code).toBe(1);
    expect(out).toContain('conversations of more than 400 MB. Unpack it');
  });

  test('that unpacks to more than it says is cut at what it says', async () => {
    const archive = zipSync({ 'conversations.json': new Uint8Array(1_000_000) });
    const directory = Buffer.from(archive).indexOf('PK\u0001\u0002');
    Buffer.from(archive.buffer).writeUInt32LE(10, directory + 24);
    expect((await bring(archive)).code).toBe(1);
  });

  test('that is torn anywhere is refused, and no bug is reported', async () => {
    const archive = zipSync({ 'conversations.json': conversations('c', 'Quinces') });
    for (let end = 4; end < archive.length; end += 7) {
      const { code, out } = await bring(archive.subarray(0, end));
      expect(code, `cut at ${end}`).toBe(1);
      expect(out).toContain('Unpack it and name the file');
    }
    expect(chats()).toEqual([]);
  });
});

test('a folder without exports is told, and what is read of a folder', async () => {
  vault.write('notes/a.txt', 'nothing');
  const { code, err } = await runOn(vault, importCommand, { into: '.' }, [['notes']]);
  expect(code).toBe(1);
  expect(err).toContain('nothing in notes looks like an export; of a folder .json and .jsonl files are read');
});
