import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Compaction, type Edit, type Message, sha256, source } from '../../core/index.ts';
import { disk, lock, makeState, openVault, type Vault, type VaultOptions } from '../../vault/index.ts';
import { folder, hooked } from './disks.ts';

const cases = join(import.meta.dirname, '../cases');
const env = { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere' };

async function vaultWith(
  files: Record<string, string | Uint8Array>,
  options: VaultOptions = {},
): Promise<Vault> {
  const root = folder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
  }
  return openVault(root, { env, ...options });
}

const chat = (text = 'A question of some length.', id = 1) =>
  `<!-- clara:message -->\n{"id":${id},"role":"user","created_at":"2026-11-02T08:14:30Z","version":2,"simple":true}\n${text}\n<!-- clara:end-message -->\n`;

function shortened(message: Message, words = 'short'): Edit {
  const compaction: Compaction = {
    version: 4,
    source: source(message),
    recipe: sha256('recipe'),
    messageId: message.id,
    methods: ['extractive'],
    createdAt: 0,
    text: sha256(words),
    segments: [{ type: 'text', text: words }],
  };
  return { kind: 'compact', messageId: message.id, source: compaction.source, compaction };
}

async function editsFor(vault: Vault, path: string, words = 'short'): Promise<Edit[]> {
  const { conversation } = await vault.read(path);
  return conversation.messages.map((message) => shortened(message, words));
}

describe('finding chats', () => {
  test('by content, anywhere below, passing by notes, dot folders, node_modules and other files', async () => {
    const vault = await vaultWith({
      'b.md': chat(),
      'a/deep/down.md': chat(),
      'typed.markdown': '---\ntype: chat\n---\n',
      'note.md': '# A note\n',
      'other-type.md': `---\ntype: note\n---\n${chat()}`,
      '.hidden/x.md': chat(),
      'node_modules/x.md': chat(),
      'text.txt': chat(),
      'empty.md': '',
    });
    expect((await vault.chats()).map(({ path }) => path)).toEqual([
      'a/deep/down.md',
      'b.md',
      'typed.markdown',
    ]);
  });

  test('T27 links that loop and links that leave are not followed (case 100)', async () => {
    const base = folder();
    cpSync(join(cases, '100-links-that-loop-and-leave'), base, { recursive: true });
    execFileSync('sh', ['setup.sh', 'chat.md'], { cwd: base });
    const vault = await openVault(join(base, 'vault'), { env });
    expect((await vault.chats()).map(({ path }) => path)).toEqual(['real.md']);
    expect((await vault.read('alias.md')).path).toBe('real.md');
    await expect(vault.read('out/foreign.md')).rejects.toMatchObject({ code: 'outside-vault' });
    await expect(vault.read('dangling.md')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('T26 an edit through a link inside writes the real file once and keeps the link', async () => {
    const vault = await vaultWith({ 'real.md': chat() });
    symlinkSync('real.md', join(vault.root, 'alias.md'));
    const report = await vault.edit('alias.md', await editsFor(vault, 'alias.md'));
    expect(report).toMatchObject({ path: 'real.md', outcome: 'written', outcomes: ['done'] });
    expect(lstatSync(join(vault.root, 'alias.md')).isSymbolicLink()).toBe(true);
  });

  test('T48 copies of sync tools are not chats of their own, and say whose they are (case 102)', async () => {
    const withId = `---\nsession_id: s\n---\n${chat()}`;
    const vault = await vaultWith({
      'chat.md': withId,
      'chat.sync-conflict-20261130-034501-ABCDEF2.md': withId,
      'chat (conflicted copy 2026-10-14 081500).md': withId,
      "chat (Ana's conflicted copy 2026-10-14).md": withId,
      'chat-LAPTOP.md': withId,
      'chat 2.md': withId,
      'chat-two.md': `---\nsession_id: another\n---\n${chat()}`,
      'chat (kept 2026-11-30 034501).md': withId,
      'alone (conflicted copy 2026).md': withId,
    });
    const paths = (await vault.chats()).map(({ path }) => path);
    expect(paths).toEqual(['alone (conflicted copy 2026).md', 'chat-two.md', 'chat.md']);
    const copies = (await vault.everyChat()).filter(({ copyOf }) => copyOf === 'chat.md');
    expect(copies).toHaveLength(6);
  });

  test('a second look reads only what has changed', async () => {
    let reads = 0;
    const counting = hooked(({ name }) => {
      if (name === 'read') reads += 1;
      return undefined;
    });
    const vault = await vaultWith({ 'a.md': chat(), 'b.md': chat() }, { disk: counting });
    await vault.chats();
    expect(reads).toBe(2);
    writeFileSync(join(vault.root, 'a.md'), '# now a note\n');
    expect((await vault.chats()).map(({ path }) => path)).toEqual(['b.md']);
    expect(reads).toBe(3);
  });
});

test('T35 a change of the same size whose time was set back is noticed', async () => {
  const vault = await vaultWith({ 'a.md': chat('aaaa') });
  expect(await vault.chats()).toHaveLength(1);
  const file = join(vault.root, 'a.md');
  const { length } = readFileSync(file);
  writeFileSync(file, 'n'.repeat(length));
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect(await vault.chats()).toHaveLength(0);
});

describe('reading', () => {
  test('T62 never fails on damage: 0 bytes, not UTF-8, NUL, half a block', async () => {
    const vault = await vaultWith({
      'empty.md': '',
      'latin1.md': Buffer.concat([Buffer.from(chat()), Buffer.from([0xe4, 0x0a])]),
      'nul.md': `${chat()}\0\n`,
      'half.md': chat().slice(0, 60),
    });
    expect((await vault.read('empty.md')).conversation.messages).toEqual([]);
    expect((await vault.read('latin1.md')).conversation.problems.map(({ code }) => code)).toContain(
      'not-utf8',
    );
    expect((await vault.read('nul.md')).conversation.messages).toHaveLength(1);
    expect((await vault.read('half.md')).conversation.problems.length).toBeGreaterThan(0);
  });

  test('T63 ids and names that reach out of the vault are refused', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const bad = [
      '../../x',
      '/etc/passwd',
      'a\0.md',
      'x'.repeat(5000),
      '',
      '.',
      '..',
      '.chatvault/lock',
      '.git/config',
      'sub/../../x',
    ];
    for (const path of bad)
      await expect(async () => vault.read(path)).rejects.toMatchObject({ code: 'outside-vault' });
    await expect(vault.read('..\\x')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('T61 a file above the limit is refused with its size, not read', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const fd = openSync(join(vault.root, 'huge.md'), 'w');
    ftruncateSync(fd, 600 * 2 ** 20);
    closeSync(fd);
    await expect(vault.read('huge.md')).rejects.toThrow(/600 MB.*512 MB/);
    expect((await vault.chats()).map(({ path }) => path)).toEqual(['a.md']);
  });

  test('T8 a file that is being written is read again until it stands still', async () => {
    let once = true;
    const on = hooked(({ name }) => {
      if (name === 'lookAt' && once) {
        once = false;
        writeFileSync(join(vault.root, 'a.md'), chat('the whole text'));
      }
      return undefined;
    });
    const vault: Vault = await vaultWith({ 'a.md': chat('half') }, { disk: on });
    const { conversation } = await vault.read('a.md');
    expect(conversation.messages[0]?.parts).toEqual([{ type: 'text', text: 'the whole text' }]);
  });

  test('an editor that moves the file aside for a moment is waited for', async () => {
    let looks = 0;
    const on = hooked(({ name }) => {
      if (name !== 'look') return undefined;
      looks += 1;
      if (looks === 1) renameSync(join(vault.root, 'a.md'), join(vault.root, 'a.md~'));
      if (looks === 2) renameSync(join(vault.root, 'a.md~'), join(vault.root, 'a.md'));
      return undefined;
    });
    const vault: Vault = await vaultWith({ 'a.md': chat() }, { disk: on });
    expect((await vault.read('a.md')).conversation.messages).toHaveLength(1);
  });

  test('T64 JavaScript front matter is not run (case 080)', async () => {
    const base = folder();
    cpSync(join(cases, '080-javascript-front-matter-is-not-run'), base, { recursive: true });
    const vault = await openVault(base, { env });
    for (const { path } of await vault.chats()) {
      const { conversation } = await vault.read(path);
      await vault.edit(
        path,
        conversation.messages.map((message) => shortened(message)),
        { byHand: true },
      );
    }
    expect(existsSync(join(base, 'front-matter-ran.txt'))).toBe(false);
    expect(existsSync('front-matter-ran.txt')).toBe(false);
    const problems = (await vault.read('a.md')).conversation.problems.map(({ code }) => code);
    expect(problems).toContain('front-matter');
  });
});

describe('editing', () => {
  test('puts a short form in, takes it out again, and the bytes are those from before', async () => {
    const before = `\ufeff---\r\ntitle: x\r\n---\r\nfree  \r\n${chat().replaceAll('\n', '\r\n')}a draft, no line end`;
    const vault = await vaultWith({ 'a.md': before });
    const edits = await editsFor(vault, 'a.md');
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'written', outcomes: ['done'] });
    expect((await vault.read('a.md')).conversation.messages[0]?.compaction?.segments).toEqual([
      { type: 'text', text: 'short' },
    ]);
    expect(await vault.edit('a.md', edits)).toMatchObject({
      outcome: 'unchanged',
      outcomes: ['same'],
      exchanges: 0,
    });
    await vault.edit('a.md', [{ kind: 'uncompact' }]);
    expect(readFileSync(join(vault.root, 'a.md'), 'utf8')).toBe(before);
  });

  test('many short forms are one write', async () => {
    const vault = await vaultWith({
      'a.md': Array.from({ length: 50 }, (_, at) => chat(`text ${at}`, at + 1)).join('\n'),
    });
    const report = await vault.edit('a.md', await editsFor(vault, 'a.md'));
    expect(report).toMatchObject({ outcome: 'written', exchanges: 1 });
    expect(report.outcomes).toHaveLength(50);
  });

  test('waits for quiet, unless a person asks', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const edits = await editsFor(vault, 'a.md');
    const now = Date.now() / 1000;
    utimesSync(join(vault.root, 'a.md'), now, now);
    expect(await vault.edit('a.md', edits)).toMatchObject({
      outcome: 'later',
      why: 'not-quiet',
      outcomes: [],
    });
    expect(await vault.edit('a.md', edits, { byHand: true })).toMatchObject({ outcome: 'written' });
  });

  test('T37 a clock that jumped: what was seen to stand still for long enough is quiet', async () => {
    let monotonic = 0;
    const on = hooked(({ name }) =>
      name === 'wall' ? { answer: 1_000 } : name === 'now' ? { answer: monotonic } : undefined,
    );
    const vault = await vaultWith({ 'a.md': chat() }, { disk: on });
    const edits = await editsFor(vault, 'a.md');
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'later', why: 'not-quiet' });
    monotonic += 61_000;
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'written' });
  });

  test.each(['.a.md.swp', '.#a.md', '.~lock.a.md#'])(
    'leaves a chat that an editor has open (%s), unless a person asks',
    async (sign) => {
      const vault = await vaultWith({ 'a.md': chat() });
      const edits = await editsFor(vault, 'a.md');
      if (sign === '.#a.md') symlinkSync('user@host.1:2', join(vault.root, sign));
      else writeFileSync(join(vault.root, sign), '');
      expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'later', why: 'editor' });
      expect(await vault.edit('a.md', edits, { byHand: true })).toMatchObject({ outcome: 'written' });
    },
  );

  test.each(['index.lock', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'BISECT_LOG'])(
    'T41 T43 leaves everything while git is at work (%s), also when a person asks',
    async (sign) => {
      const vault = await vaultWith({ 'sub/a.md': chat(), [`.git/${sign}`]: '' });
      const edits = await editsFor(vault, 'sub/a.md');
      expect(await vault.edit('sub/a.md', edits, { byHand: true })).toMatchObject({
        outcome: 'later',
        why: 'git',
      });
      unlinkSync(join(vault.root, '.git', sign));
      expect(await vault.edit('sub/a.md', edits)).toMatchObject({ outcome: 'written' });
    },
  );

  test('T43 T44 a chat with conflict lines is not written, one that talks about them is (case 104)', async () => {
    const base = folder();
    cpSync(join(cases, '104-git-conflict-markers'), base, { recursive: true });
    const vault = await openVault(base, { env });
    const before = readFileSync(join(base, 'conflict.md'));
    const inConflict = await editsFor(vault, 'conflict.md');
    expect(await vault.edit('conflict.md', inConflict, { byHand: true })).toMatchObject({
      outcome: 'later',
      why: 'conflict',
    });
    expect(readFileSync(join(base, 'conflict.md'))).toEqual(before);
    const texts = (await vault.read('conflict.md')).conversation.messages.map(({ parts }) =>
      JSON.stringify(parts),
    );
    expect(texts.filter((text) => /Green|Brown/.test(text))).toHaveLength(2);
    expect(
      await vault.edit('example.md', await editsFor(vault, 'example.md'), { byHand: true }),
    ).toMatchObject({ outcome: 'written' });
  });

  test('T62 a file that is not UTF-8 is left alone', async () => {
    const bytes = Buffer.concat([Buffer.from(chat()), Buffer.from([0xe4, 0x0a])]);
    const vault = await vaultWith({ 'a.md': bytes });
    expect(await vault.edit('a.md', await editsFor(vault, 'a.md'))).toMatchObject({
      outcome: 'left-alone',
      why: 'not-utf8',
    });
    expect(readFileSync(join(vault.root, 'a.md'))).toEqual(bytes);
  });

  test('T8 a reply that is still being written is left for later, also when a person asks', async () => {
    const vault = await vaultWith({
      'a.md': chat() + chat('half a rep', 2).replace('\n<!-- clara:end-message -->\n', ''),
    });
    const edits = (await editsFor(vault, 'a.md')).slice(0, 1);
    const now = Date.now() / 1000;
    utimesSync(join(vault.root, 'a.md'), now, now);
    expect(await vault.edit('a.md', edits, { byHand: true })).toMatchObject({
      outcome: 'later',
      why: 'torn',
    });
    utimesSync(join(vault.root, 'a.md'), 1_700_000_000, 1_700_000_000);
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'written' });
  });

  test('an ordinary note is never touched', async () => {
    const vault = await vaultWith({ 'note.md': '# A note\n' });
    await expect(vault.edit('note.md', [{ kind: 'note', text: 'x' }])).rejects.toMatchObject({
      code: 'not-a-chat',
    });
  });

  test('T9 a stale buffer saved over ours: the person’s text stays, and the short form fits again or not at all', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const edits = await editsFor(vault, 'a.md');
    await vault.edit('a.md', edits);
    writeFileSync(join(vault.root, 'a.md'), chat('The person changed it.'));
    expect(await vault.edit('a.md', edits, { byHand: true })).toMatchObject({
      outcome: 'unchanged',
      outcomes: ['stale'],
    });
    expect(readFileSync(join(vault.root, 'a.md'), 'utf8')).toBe(chat('The person changed it.'));
  });

  test('T29 T31 deleted or replaced while the short form was made: dropped, nothing is made anew', async () => {
    const vault = await vaultWith({ 'a.md': chat(), 'b.md': chat('Another chat.', 7) });
    const edits = await editsFor(vault, 'a.md');
    renameSync(join(vault.root, 'b.md'), join(vault.root, 'a.md'));
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'unchanged', outcomes: ['gone'] });
    unlinkSync(join(vault.root, 'a.md'));
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'later', why: 'moving' });
    expect(existsSync(join(vault.root, 'a.md'))).toBe(false);
  });

  test('T32 gone with its whole vault: nothing is made in the vault’s place, and the edit fits when it is back', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const edits = await editsFor(vault, 'a.md');
    renameSync(vault.root, `${vault.root}-away`);
    const gone = { code: 'disk', message: expect.stringContaining('is not there') };
    await expect(makeState(disk, vault.root)).rejects.toMatchObject(gone);
    await expect(vault.edit('a.md', edits)).rejects.toMatchObject(gone);
    expect(existsSync(vault.root)).toBe(false);
    renameSync(`${vault.root}-away`, vault.root);
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'written', outcomes: ['done'] });
  });

  test('T30 moved while the short form was made: it fits under the new path, and nothing is made at the old', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const edits = await editsFor(vault, 'a.md');
    mkdirSync(join(vault.root, 'moved'));
    renameSync(join(vault.root, 'a.md'), join(vault.root, 'moved/b.md'));
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'later', why: 'moving' });
    expect(await vault.edit('moved/b.md', edits)).toMatchObject({ outcome: 'written', outcomes: ['done'] });
    expect(existsSync(join(vault.root, 'a.md'))).toBe(false);
  });

  test('the same edit is made again on the newer text of a save that met it', async () => {
    let met = false;
    const on = hooked(({ name }) => {
      if (name !== 'exchange' || met) return undefined;
      met = true;
      writeFileSync(join(vault.root, 'a.md'), `a new first line\n${chat()}and a draft`);
      return undefined;
    });
    const vault: Vault = await vaultWith({ 'a.md': chat() }, { disk: on });
    const report = await vault.edit('a.md', await editsFor(vault, 'a.md'), { byHand: true });
    expect(report).toMatchObject({ outcome: 'written', outcomes: ['done'], caught: 1 });
    const text = readFileSync(join(vault.root, 'a.md'), 'utf8');
    expect(text).toMatch(/^a new first line\n[\s\S]*\nshort\n[\s\S]*and a draft$/);
  });

  test('what is ours stays in .chatvault, which git ignores', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    await vault.edit('a.md', await editsFor(vault, 'a.md'));
    expect(readdirSync(vault.root).sort()).toEqual(['.chatvault', 'a.md']);
    expect(readFileSync(join(vault.root, '.chatvault/.gitignore'), 'utf8')).toBe('*\n');
    await vault.close();
  });

  test('.chatvault may be deleted at any time', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    const edits = await editsFor(vault, 'a.md');
    await vault.edit('a.md', edits);
    rmSync(join(vault.root, '.chatvault'), { recursive: true });
    expect(await vault.edit('a.md', [{ kind: 'uncompact' }])).toMatchObject({ outcome: 'written' });
    expect(readFileSync(join(vault.root, 'a.md'), 'utf8')).toBe(chat());
  });

  test('T11 while another process writes: later for the service, a clear message for a person', async () => {
    const vault = await vaultWith({ 'a.md': chat() }, { patience: 20 });
    const edits = await editsFor(vault, 'a.md');
    await makeState(disk, vault.root);
    const held = await lock(disk, join(vault.root, '.chatvault/lock'), 0);
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'later', why: 'locked' });
    await expect(vault.edit('a.md', edits, { byHand: true })).rejects.toThrow(/held by process \d+ on/);
    held.release();
    expect(await vault.edit('a.md', edits)).toMatchObject({ outcome: 'written' });
  });

  test('a .chatvault that is a link out of the vault is refused', async () => {
    const vault = await vaultWith({ 'a.md': chat() });
    symlinkSync(folder(), join(vault.root, '.chatvault'));
    await expect(vault.edit('a.md', await editsFor(vault, 'a.md'))).rejects.toMatchObject({ code: 'disk' });
  });
});

describe('creating', () => {
  const newChat = {
    title: 'T',
    messages: [{ id: 1, role: 'user', createdAt: '', parts: [{ type: 'text', text: 'x' }] }],
  } as const;

  test('makes the file with its folders, and never over another', async () => {
    const vault = await vaultWith({});
    expect((await vault.create('new/chat', newChat)).path).toBe('new/chat.md');
    await expect(vault.create('new/chat.md', newChat)).rejects.toMatchObject({ code: 'usage' });
    expect(readdirSync(join(vault.root, 'new'))).toEqual(['chat.md']);
    await expect(vault.create('../chat', newChat)).rejects.toMatchObject({ code: 'outside-vault' });
  });

  test('names for titles that cannot be file names (case 098)', async () => {
    const vault = await vaultWith({});
    const titles: { title: string }[] = JSON.parse(
      readFileSync(join(cases, '098-titles-that-cannot-be-file-names/conversations.json'), 'utf8'),
    );
    for (const { title } of titles)
      await vault.create(vault.freePaths('in')(title ?? ''), { ...newChat, title: title ?? '' });
    const names = readdirSync(join(vault.root, 'in'));
    expect(names).toHaveLength(13);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[^.<>:"/\\|?*\u0000-\u001f][^<>:"/\\|?*\u0000-\u001f]*\.md$/);
      expect(name).not.toMatch(/^(?:con|aux|nul|prn|com\d|lpt\d)(?:\.|$)/i);
      expect(name.replace(/\.md$/, '')).not.toMatch(/[. ]$/);
    }
  });

  test('T33 a name in another case or Unicode form is taken', async () => {
    const vault = await vaultWith({ 'Cafe\u0301.md': chat() });
    expect(vault.freePaths('')('CAFÉ')).toBe('CAFÉ (2).md');
  });

  test('of free names none is given twice, and the folder is listed once for all of them', async () => {
    let listed = 0;
    const on = hooked(({ name }) => {
      if (name === 'list') listed += 1;
      return undefined;
    });
    const vault = await openVault(folder(), { env: {}, disk: on });
    writeFileSync(join(vault.root, 'New chat (2).md'), '');
    listed = 0;
    const free = vault.freePaths('');
    const titles = ['New chat', 'new CHAT', 'Other', 'New chat', 'New chat (3)'];
    expect(titles.map(free)).toEqual([
      'New chat.md',
      'new CHAT (3).md',
      'Other.md',
      'New chat (4).md',
      'New chat (3) (2).md',
    ]);
    expect(listed).toBe(1);
  });

  test('without hard links (exFAT) it is written straight, still never over another', async () => {
    const on = hooked(({ name }) => {
      if (name === 'link') throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
      return undefined;
    });
    const vault = await vaultWith({}, { disk: on });
    await vault.create('a', newChat);
    await expect(vault.create('a', newChat)).rejects.toMatchObject({ code: 'usage' });
    expect(disk.list(vault.root).sort()).toEqual(['.chatvault', 'a.md']);
  });
});
