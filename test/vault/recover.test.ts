import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../core/index.ts';
import { type Disk, disk } from '../../vault/index.ts';
import { recover } from '../../vault/write/recover.ts';
import { type Planner, replace } from '../../vault/write/replace.ts';
import { swapName, workOf } from '../../vault/write/work.ts';
import { type Call, folder, hooked } from './disks.ts';

const mark = 'SHORT FORM\n';
const plan: Planner = (bytes) =>
  Buffer.from(bytes).includes(mark)
    ? { kind: 'nothing' }
    : { kind: 'write', slices: [bytes, Buffer.from(mark)] };

const old = 'old text\n';
const saved = 'saved by the person\n';

/** The real disk until call `nth`, then none: as if the process had been killed there. */
function dyingAt(
  nth: number,
  hook: (call: Call) => undefined = () => undefined,
): { on: Disk; calls: () => number } {
  let calls = 0;
  const on = hooked((call) => {
    calls = call.count;
    if (call.count >= nth) throw new Error('killed');
    return hook(call);
  });
  return { on, calls: () => calls };
}

function run(root: string, on: Disk): Promise<unknown> {
  const target = {
    disk: on,
    file: join(root, 'sub/chat.md'),
    work: workOf(root, 'sub/chat.md'),
    mode: 'lossless',
    noExchange: new Set<number>(),
  } as const;
  return replace(target, plan).catch((error: Error) => error.message);
}

function vaultFolder(): string {
  const root = folder();
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'sub/chat.md'), old);
  return root;
}

/** Every visible text of the vault, our own addition taken away. */
function visible(root: string): string[] {
  return readdirSync(join(root, 'sub'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(root, 'sub', name), 'utf8').replace(mark, ''));
}

function left(root: string): string[] {
  try {
    return readdirSync(join(root, '.chatvault/tmp'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:swap|part)$/.test(name),
    );
  } catch {
    return [];
  }
}

const afterLinger = hooked(({ name }) => (name === 'wall' ? { answer: Date.now() + 60_000 } : undefined));

describe('after a kill', () => {
  test('T14 at every call of a quiet write: the chat is whole, and nothing of ours is left', async () => {
    let total = Number.POSITIVE_INFINITY;
    for (let nth = 1; nth <= total; nth += 1) {
      const root = vaultFolder();
      const { on, calls } = dyingAt(nth);
      await run(root, on);
      if (calls() < nth) total = nth;
      await recover(afterLinger, root, 30_000);
      expect(visible(root)).toEqual([old]);
      expect(left(root)).toEqual([]);
      await run(root, disk);
      expect(readFileSync(join(root, 'sub/chat.md'), 'utf8')).toBe(old + mark);
    }
    expect(total).toBeGreaterThan(20);
  });

  test.each([
    ['truncate', (file: string) => writeFileSync(file, saved)],
    [
      'rename',
      (file: string) => {
        writeFileSync(`${file}.new`, saved);
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'vim',
      (file: string) => {
        renameSync(file, `${file}~`);
        writeFileSync(file, saved);
        unlinkSync(`${file}~`);
      },
    ],
  ])(
    'T15 with a save (%s) at every call, killed at later calls: the save is the chat',
    async (_, save) => {
      let kept = 0;
      for (let at = 1, more = true; more; at += 1) {
        // every third here, every one on the disk in memory (laws.test.ts)
        for (let nth = at + 1 + (at % 3); ; nth += 3) {
          const root = vaultFolder();
          let did = false;
          const { on, calls } = dyingAt(nth, ({ count }) => {
            if (count === at) {
              did = true;
              save(join(root, 'sub/chat.md'));
            }
            return undefined;
          });
          await run(root, on);
          if (!did) more = false;
          const wanted = did ? saved : old;
          await recover(afterLinger, root, 30_000);
          expect(visible(root), `save at ${at}, killed at ${nth}`).toContain(wanted);
          const chat = readFileSync(join(root, 'sub/chat.md'), 'utf8').replace(mark, '');
          expect(chat, `save at ${at}, killed at ${nth}`).toBe(wanted);
          await recover(afterLinger, root, 30_000);
          expect(left(root)).toEqual([]);
          kept += 1;
          if (calls() < nth) break;
        }
      }
      expect(kept).toBeGreaterThan(100);
    },
    120_000,
  );
});

describe('recovery', () => {
  /** A swap file as a killed process leaves it. */
  function leftover(root: string, read: string, ours: string, now: string): string {
    const { folder: work } = workOf(root, 'sub/chat.md');
    mkdirSync(work, { recursive: true });
    const file = join(work, swapName(sha256(read), sha256(ours)));
    writeFileSync(file, now);
    return file;
  }

  test('a person’s text goes back where the chat is only ours', async () => {
    const root = vaultFolder();
    writeFileSync(join(root, 'sub/chat.md'), old + mark);
    leftover(root, old, old + mark, saved);
    const { recovered } = await recover(disk, root, 30_000);
    expect(recovered).toEqual([{ path: 'sub/chat.md', settled: { kind: 'put-back' } }]);
    expect(visible(root)).toEqual([saved]);
  });

  test('a person’s text becomes a visible copy where the chat has changed since', async () => {
    const root = vaultFolder();
    writeFileSync(join(root, 'sub/chat.md'), 'changed since\n');
    leftover(root, old, old + mark, saved);
    const { recovered } = await recover(disk, root, 30_000);
    expect(recovered).toMatchObject([{ settled: { kind: 'copied' } }]);
    expect(visible(root).sort()).toEqual(['changed since\n', saved]);
    expect(left(root)).toEqual([]);
  });

  test('also when the chat or its folder is gone: the copy stands as near as it can', async () => {
    const root = vaultFolder();
    leftover(root, old, old + mark, saved);
    renameSync(join(root, 'sub'), join(root, 'moved'));
    const { recovered } = await recover(disk, root, 30_000);
    const [{ settled }] = recovered as unknown as [{ settled: { copy: string } }];
    expect(dirname(settled.copy)).toBe(root);
    expect(readFileSync(settled.copy, 'utf8')).toBe(saved);
  });

  test('killed between the copy’s name and the end: one copy, not two', async () => {
    const root = vaultFolder();
    leftover(root, old, old + mark, saved);
    const dying = hooked(({ name }) => {
      if (name === 'remove') throw new Error('killed');
      return undefined;
    });
    await recover(dying, root, 30_000).catch(() => {});
    await recover(disk, root, 30_000);
    expect(visible(root).sort()).toEqual([old, saved]);
    expect(left(root)).toEqual([]);
  });

  test('young replaced files linger, old ones go, both only if nobody wrote into them', async () => {
    const root = vaultFolder();
    const file = leftover(root, old, old + mark, old);
    expect((await recover(disk, root, 30_000)).waiting).toHaveLength(1);
    expect(left(root)).toHaveLength(1);
    utimesSync(file, 0, 0);
    expect((await recover(afterLinger, root, 30_000)).waiting).toHaveLength(0);
    expect(left(root)).toEqual([]);
    expect(readdirSync(join(root, '.chatvault/tmp'))).toEqual([]);
  });

  test('a half-written work file is only ever ours: deleted', async () => {
    const root = vaultFolder();
    const { folder: work } = workOf(root, 'sub/chat.md');
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, '1.part'), 'half');
    await recover(disk, root, 30_000);
    expect(left(root)).toEqual([]);
  });

  test('a file of another name in the work folder is not ours to delete', async () => {
    const root = vaultFolder();
    const { folder: work } = workOf(root, 'sub/chat.md');
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, 'note.txt'), 'x');
    await recover(disk, root, 30_000);
    expect(statSync(join(work, 'note.txt')).size).toBe(1);
  });
});
