import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { printChat } from '../../core/index.ts';
import { callTool, openVault, SearchIndex, type Vault } from '../../vault/index.ts';

let root: string;
let vault: Vault;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'chatvault-search-'));
  vault = await openVault(root);
});

afterEach(async () => {
  await vault.close();
  rmSync(root, { recursive: true, force: true });
});

/** Writes a chat of these texts; the session id is the path's. */
function write(path: string, ...texts: readonly string[]): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  const messages = texts.map((text, index) => ({
    ...{ id: index + 1, role: index % 2 === 0 ? ('user' as const) : ('assistant' as const) },
    ...{ createdAt: '2026-10-12T09:03:00Z', parts: [{ type: 'text' as const, text }] },
  }));
  writeFileSync(join(root, path), printChat({ title: `About ${path}`, messages }));
}

async function found(query: string, limit = 5): Promise<string[]> {
  const index = new SearchIndex(vault);
  await index.refresh();
  const { hits } = await index.search(query, limit);
  index.close();
  return hits.map(({ path, id }) => `${path}#${id}`);
}

const kept = (): string => join(root, '.chatvault/search');

describe('search over a vault', () => {
  test('finds a message in any folder, with its title, session and date', async () => {
    write('a.md', 'The lantern is in the shed.', 'ok');
    write('deep/er/b.md', 'We planted quinces.', 'By the south wall.');
    const index = new SearchIndex(vault);
    await index.refresh();
    expect((await index.search('quince')).hits[0]).toMatchObject({
      ...{ session_id: 'deep/er/b', path: 'deep/er/b.md', title: 'About deep/er/b.md', id: 1 },
      created_at: '2026-10-12T09:03:00Z',
    });
    index.close();
  });

  test('passes notes, foreign files and copies of sync tools by', async () => {
    write('a.md', 'The lantern is in the shed.');
    cpSync(join(root, 'a.md'), join(root, 'a.sync-conflict-20261014-081500-ABCDEFG.md'));
    writeFileSync(join(root, 'note.md'), '# Lantern\n');
    writeFileSync(join(root, 'x.txt'), 'lantern');
    expect(await found('lantern')).toEqual(['a.md#1']);
  });

  test('words of a word, Chinese, and slips of the pen are found as in one chat', async () => {
    write('a.md', 'Set max_wal_senders to 7.', '下周三在图书馆见面。');
    expect((await found('senders'))[0]).toBe('a.md#1');
    expect(await found('图书馆')).toContain('a.md#2');
    expect((await found('snders'))[0]).toBe('a.md#1');
    expect(await found('zebra')).toEqual([]);
    expect(await found('。')).toEqual(['a.md#2']);
  });

  test('the tool without a session looks through all chats and names them', async () => {
    write('a.md', 'The lantern is in the shed.');
    write('b.md', 'The lantern is broken.');
    const { text } = await callTool(vault, 'search_chat_messages', { query: 'lantern' });
    expect(text).toContain('session "a" "About a.md"');
    expect(text).toContain('session "b"');
    const one = await callTool(vault, 'search_chat_messages', { query: 'lantern', session_id: 'b' });
    expect(one.text).not.toContain('shed');
    const sealed = await callTool(vault, 'search_chat_messages', { query: 'shed' }, { session: 'b' });
    expect(sealed.found).toBe(false);
  });

  test('answers stay within 4,000 characters, whatever is found', async () => {
    const long = 'a-folder-with-a-long-name/'.repeat(6);
    for (let number = 0; number < 30; number++) {
      const after = `lantern ${'and so on '.repeat(20)}`;
      write(`${long}${number}.md`, `lantern ${'word '.repeat(900)} lantern`, after);
    }
    const { text } = await callTool(vault, 'search_chat_messages', { query: 'lantern', limit: 20 });
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text.match(/^#/gm)?.length).toBeGreaterThan(4);
  });
});

describe('the kept index', () => {
  test('follows changes, new chats and removals', async () => {
    write('a.md', 'lantern');
    write('b.md', 'kite');
    expect(await found('lantern')).toEqual(['a.md#1']);
    write('a.md', 'nothing', 'a lantern again');
    write('c.md', 'third lantern, and a longer one');
    rmSync(join(root, 'b.md'));
    expect((await found('lantern')).sort()).toEqual(['a.md#1', 'a.md#2', 'c.md#1']);
    expect(await found('kite')).toEqual([]);
  });

  test('reads again only what changed', async () => {
    for (const name of ['a', 'b', 'c']) write(`${name}.md`, `${name} lantern`);
    const index = new SearchIndex(vault);
    expect(await index.refresh()).toBe(3);
    write('b.md', 'b kite');
    expect(await index.refresh()).toBe(1);
    index.close();
    const again = new SearchIndex(vault);
    expect(await again.refresh()).toBe(0);
    again.close();
  });

  test('gives the same from journal, base and memory, and after it was deleted', async () => {
    for (let number = 0; number < 70; number++)
      write(`${number}.md`, `lantern number ${number}`, `kite ${number % 7}`);
    const first = await found('lantern kite 3', 10);
    expect(existsSync(join(kept(), 'base'))).toBe(true);
    expect(await found('lantern kite 3', 10)).toEqual(first);
    for (const number of [3, 10, 17])
      write(`${number}.md`, `lantern number ${number}`, `kite ${number % 7}`, 'more');
    const changed = await found('lantern kite 3', 10);
    rmSync(kept(), { recursive: true });
    expect(await found('lantern kite 3', 10)).toEqual(changed);
  });

  test('a torn journal costs one more reading, not an answer', async () => {
    write('a.md', 'lantern');
    write('b.md', 'kite');
    await found('lantern');
    const journal = join(kept(), 'journal');
    truncateSync(journal, readFileSync(journal).length - 3);
    expect(await found('kite')).toEqual(['b.md#1']);
    write('c.md', 'quince');
    expect(await found('quince')).toEqual(['c.md#1']);
    expect(await found('lantern')).toEqual(['a.md#1']);
    appendFileSync(journal, Buffer.alloc(40, 7));
    expect(await found('kite')).toEqual(['b.md#1']);
  });

  test('a base with any byte changed is thrown away and made again', async () => {
    for (let number = 0; number < 70; number++) write(`${number}.md`, `lantern number ${number}`);
    await found('lantern');
    const base = join(kept(), 'base');
    const bytes = readFileSync(base);
    for (const at of [0, 12, 30, bytes.length >> 1, bytes.length - 2]) {
      const broken = Buffer.from(bytes);
      broken[at]! ^= 0xff;
      writeFileSync(base, broken);
      expect(await found('number 42', 1)).toEqual(['42.md#1']);
    }
    writeFileSync(base, bytes.subarray(0, bytes.length >> 1));
    expect(await found('number 42', 1)).toEqual(['42.md#1']);
  });

  test('a vault that cannot be written is searched all the same', async () => {
    write('a.md', 'lantern');
    mkdirSync(join(root, '.chatvault'), { recursive: true });
    writeFileSync(kept(), 'a file in the way');
    expect(await found('lantern')).toEqual(['a.md#1']);
  });

  test('outlives kill -9 at any moment while it is made', async () => {
    for (let number = 0; number < 120; number++)
      write(`${number}.md`, `lantern number ${number}`, 'word '.repeat(200));
    const program = `
      import { openVault, SearchIndex } from ${JSON.stringify(join(import.meta.dirname, '../../vault/index.ts'))};
      const vault = await openVault(${JSON.stringify(root)});
      process.stdout.write('ready');
      const index = new SearchIndex(vault);
      await index.refresh();
      process.stdout.write('done');`;
    for (const delay of [0, 5, 15, 30, 60]) {
      await killed(program, delay);
      expect(await found('number 77', 1)).toEqual(['77.md#1']);
      expect(readdirSync(kept()).filter((name) => !/^(base|journal)$|\.tmp$/.test(name))).toEqual([]);
      rmSync(kept(), { recursive: true });
    }
  });
});

/** Runs a program and kills it some milliseconds after it is ready. */
function killed(program: string, delay: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delay));
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
