import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Compaction, sha256 } from '../../core/index.ts';
import { Cache, disk } from '../../vault/index.ts';
import { folder as emptyFolder, hooked, systemError } from './disks.ts';

const compaction = (source: string, words = 'short'): Compaction => ({
  version: 4,
  source,
  recipe: 'r',
  messageId: 1,
  methods: ['extractive'],
  createdAt: 0,
  text: sha256(words),
  segments: [{ type: 'text', text: words }],
});

/** A folder with a note in it: an empty one is not taken for the vault that stood there. */
function folder(): string {
  const made = emptyFolder();
  writeFileSync(join(made, 'note.md'), '');
  return made;
}

const journal = (root: string) => join(root, '.chatvault/summaries.jsonl');

describe('the cache of short forms', () => {
  test('what was kept is there for the next process', async () => {
    const root = folder();
    const cache = new Cache(disk, root);
    await cache.keepSummary(compaction('a', 'line\nend “ü”'));
    await cache.keepRefusal('b', 'r', { reason: 'too-long', detail: 'x' });
    const next = new Cache(disk, root);
    expect(next.summary('a', 'r')).toEqual(compaction('a', 'line\nend “ü”'));
    expect(next.summary('a', 'another recipe')).toBeUndefined();
    expect(next.refusal('b', 'r')).toEqual({ reason: 'too-long', detail: 'x' });
  });

  test('a newer entry replaces an older one; the same one is not written again', async () => {
    const root = folder();
    const cache = new Cache(disk, root);
    await cache.keepSummary(compaction('a', 'one'));
    await cache.keepSummary(compaction('a', 'two'));
    const { size } = statSync(journal(root));
    await cache.keepSummary(compaction('a', 'two'));
    expect(statSync(journal(root)).size).toBe(size);
    expect(new Cache(disk, root).summary('a', 'r')).toEqual(compaction('a', 'two'));
  });

  test('damaged and half lines are passed by, and a half line does not spoil the next', async () => {
    const root = folder();
    const cache = new Cache(disk, root);
    await cache.keepSummary(compaction('a'));
    appendFileSync(
      journal(root),
      '\n12345678 {"kind":"summary","source":"a","recipe":"r","value":{}}\nrubbish\n0badc0de {"kind":"sum',
    );
    await new Cache(disk, root).keepSummary(compaction('b'));
    const next = new Cache(disk, root);
    expect(next.summary('a', 'r')).toEqual(compaction('a'));
    expect(next.summary('b', 'r')).toEqual(compaction('b'));
  });

  test('may be deleted at any time', async () => {
    const root = folder();
    const cache = new Cache(disk, root);
    await cache.keepSummary(compaction('a'));
    rmSync(join(root, '.chatvault'), { recursive: true });
    await cache.keepSummary(compaction('b'));
    const next = new Cache(disk, root);
    expect(next.summary('a', 'r')).toBeUndefined();
    expect(next.summary('b', 'r')).toEqual(compaction('b'));
  });

  test('a disk that fails is said, and nothing is promised', async () => {
    const root = folder();
    const failing = new Cache(
      hooked(({ name }) => {
        if (name === 'sync') throw systemError('EIO');
        return undefined;
      }),
      root,
    );
    await expect(failing.keepSummary(compaction('a'))).rejects.toThrow('EIO');
    expect(failing.summary('a', 'r')).toBeUndefined();
  });

  test('many at once cost few syncs', async () => {
    let syncs = 0;
    const counting = hooked(({ name }) => {
      if (name === 'sync') syncs += 1;
      return undefined;
    });
    const cache = new Cache(counting, folder());
    await Promise.all(Array.from({ length: 1000 }, (_, at) => cache.keepSummary(compaction(`s${at}`))));
    expect(syncs).toBeLessThanOrEqual(2);
  });

  test('a journal full of dead lines is tidied before the next entry, and loses none that lives', async () => {
    const root = folder();
    const cache = new Cache(disk, root);
    for (let round = 0; round < 30; round += 1)
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => cache.keepSummary(compaction(`s${at}`, `words ${round}`))),
      );
    const { size } = statSync(journal(root));
    await new Cache(disk, root).keepSummary(compaction('new'));
    expect(statSync(journal(root)).size).toBeLessThan(size / 10);
    const next = new Cache(disk, root);
    expect(next.summary('s99', 'r')).toEqual(compaction('s99', 'words 29'));
    expect(next.summary('new', 'r')).toEqual(compaction('new'));
  });

  test('T14 kill -9 while entries are written: every one that was promised is there', async () => {
    const root = folder();
    const script = join(root, 'child.mts');
    writeFileSync(
      script,
      `import { Cache, disk } from ${JSON.stringify(join(import.meta.dirname, '../../vault/index.ts'))};
       const cache = new Cache(disk, ${JSON.stringify(root)});
       for (let at = 0; ; at += 1) {
         await cache.keepSummary({ version: 4, source: 's' + at, recipe: 'r', messageId: 1, methods: [], createdAt: 0, text: '', segments: [] });
         process.stdout.write(at + '\\n');
       }`,
    );
    const child = spawn(process.execPath, ['--import', 'tsx', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let promised = -1;
    for await (const chunk of child.stdout) {
      promised = Number(String(chunk).trim().split('\n').at(-1));
      if (promised > 100) child.kill('SIGKILL');
    }
    const cache = new Cache(disk, root);
    for (let at = 0; at <= promised; at += 1) expect(cache.summary(`s${at}`, 'r'), `s${at}`).toBeDefined();
    expect(promised).toBeGreaterThan(100);
  });

  test('two processes may write at once', async () => {
    const root = folder();
    mkdirSync(join(root, '.chatvault'));
    const script = join(root, 'child.mts');
    writeFileSync(
      script,
      `import { Cache, disk } from ${JSON.stringify(join(import.meta.dirname, '../../vault/index.ts'))};
       const cache = new Cache(disk, ${JSON.stringify(root)});
       for (let at = 0; at < 100; at += 1)
         await cache.keepSummary({ version: 4, source: process.argv[2] + at, recipe: 'r', messageId: 1, methods: [], createdAt: 0, text: '', segments: [] });`,
    );
    const children = ['a', 'b'].map((name) =>
      spawn(process.execPath, ['--import', 'tsx', script, name], { stdio: 'inherit' }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0]);
    const cache = new Cache(disk, root);
    for (const name of ['a', 'b'])
      for (let at = 0; at < 100; at += 1) expect(cache.summary(name + at, 'r')).toBeDefined();
    expect(readFileSync(journal(root), 'utf8').split('\n')).toHaveLength(201);
  });
});
