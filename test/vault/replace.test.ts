import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Disk, disk } from '../../vault/index.ts';
import { type Planner, type Replaced, replace } from '../../vault/write/replace.ts';
import { workOf } from '../../vault/write/work.ts';
import { folder, hooked, systemError } from './disks.ts';

const mark = 'SHORT FORM\n';
const plan: Planner = (bytes) => {
  const text = Buffer.from(bytes);
  if (text.includes(mark)) return { kind: 'nothing' };
  return { kind: 'write', slices: [text, Buffer.from(mark)] };
};

interface Scene {
  readonly root: string;
  readonly file: string;
  readonly run: (on?: Disk, planner?: Planner, mode?: 'lossless' | 'best-effort') => Promise<Replaced>;
  readonly text: () => string;
  readonly left: () => string[];
}

function scene(text = 'the person wrote this\n'): Scene {
  const root = folder();
  const file = join(root, 'chat.md');
  writeFileSync(file, text);
  const noExchange = new Set<number>();
  return {
    root,
    file,
    run: (on = disk, planner = plan, mode = 'lossless') =>
      replace({ disk: on, file, work: workOf(root, 'chat.md'), mode, noExchange }, planner),
    text: () => readFileSync(file, 'utf8'),
    left: () => {
      const work = workOf(root, 'chat.md').folder;
      return existsSync(work) ? readdirSync(work) : [];
    },
  };
}

/** Does something once, at the first call of that name (and kind of argument). */
function once(name: keyof Disk, act: () => void, when: 'before' | 'after' = 'before', nth = 1): Disk {
  let seen = 0;
  const hook = (call: { name: keyof Disk }) => {
    if (call.name === name) seen += 1;
    if (call.name === name && seen === nth) act();
    return undefined;
  };
  return when === 'before' ? hooked(hook) : hooked(() => undefined, hook);
}

describe('one replacement', () => {
  test('keeps mode, owner and the time stamp to the nanosecond, and leaves the old text in the work folder', async () => {
    const { file, run, text, left, root } = scene();
    chmodSync(file, 0o640);
    execFileSync('touch', ['-d', '2026-01-02 03:04:05.123456789', file]);
    const before = statSync(file, { bigint: true });
    expect(await run()).toMatchObject({ kind: 'written', exchanges: 1, caught: 0 });
    const after = statSync(file, { bigint: true });
    expect(text()).toBe(`the person wrote this\n${mark}`);
    expect([after.mode, after.uid, after.gid, after.mtimeNs]).toEqual([
      before.mode,
      before.uid,
      before.gid,
      before.mtimeNs,
    ]);
    expect(after.ino).not.toBe(before.ino);
    expect(readFileSync(join(root, '.chatvault/tmp/chat.md', left()[0]!), 'utf8')).toBe(
      'the person wrote this\n',
    );
  });

  test('T34 keeps extended attributes and access lists, byte for byte', async () => {
    const { file, run } = scene();
    execFileSync('python3', [
      '-c',
      `import os,sys; os.setxattr(sys.argv[1], 'user.note', b'\\x00\\xffkept')`,
      file,
    ]);
    chmodSync(file, 0o2640);
    expect(await run()).toMatchObject({ kind: 'written' });
    const value = execFileSync('python3', [
      '-c',
      `import os,sys; print(os.getxattr(sys.argv[1], 'user.note'))`,
      file,
    ]);
    expect(value.toString().trim()).toBe(String.raw`b'\x00\xffkept'`);
    expect(statSync(file).mode & 0o7777).toBe(0o2640);
  });

  test('writes nothing when there is nothing to write', async () => {
    const { run, left } = scene(mark);
    expect(await run()).toMatchObject({ kind: 'nothing', exchanges: 0 });
    expect(left()).toEqual([]);
  });
});

describe('a save that meets ours', () => {
  test('T1 a truncate-writer that saves before the exchange: its text is taken, ours is made again on it', async () => {
    const { file, run, text } = scene();
    const result = await run(once('exchange', () => writeFileSync(file, 'saved meanwhile\n')));
    expect(result).toMatchObject({ kind: 'written', caught: 1 });
    expect(text()).toBe(`saved meanwhile\n${mark}`);
  });

  test('T1 a truncate-writer in the middle of its save gets its file back at once', async () => {
    const { file, run, text } = scene();
    let fd = -1;
    const result = await run(
      once('exchange', () => {
        fd = openSync(file, 'w');
        writeSync(fd, 'first half, ');
      }),
    );
    expect(result).toMatchObject({ kind: 'later', why: 'open', caught: 1 });
    writeSync(fd, 'second half\n');
    closeSync(fd);
    expect(text()).toBe('first half, second half\n');
    expect(await run()).toMatchObject({ kind: 'written' });
    expect(text()).toBe(`first half, second half\n${mark}`);
  });

  test('T2 a rename-writer before the exchange', async () => {
    const { file, run, text } = scene();
    const save = () => {
      writeFileSync(`${file}.new`, 'renamed into place\n');
      renameSync(`${file}.new`, file);
    };
    expect(await run(once('exchange', save))).toMatchObject({ kind: 'written', caught: 1 });
    expect(text()).toBe(`renamed into place\n${mark}`);
  });

  test('T2 a rename-writer after the exchange: its text stands, ours is gone and can be made again', async () => {
    const { file, run, text } = scene();
    const save = () => {
      writeFileSync(`${file}.new`, 'renamed into place\n');
      renameSync(`${file}.new`, file);
    };
    expect(await run(once('exchange', save, 'after'))).toMatchObject({ kind: 'written' });
    expect(text()).toBe('renamed into place\n');
  });

  test('T3 the name is free for a moment (vim moves the file aside): nothing is written', async () => {
    const { file, run, text, left } = scene();
    const result = await run(once('exchange', () => renameSync(file, `${file}~`)));
    expect(result).toMatchObject({ kind: 'later', why: 'moving' });
    renameSync(`${file}~`, file);
    expect(text()).toBe('the person wrote this\n');
    expect(left()).toEqual([]);
  });

  test('T3 a save is caught and the name is free when it goes back: the save takes the name', async () => {
    const { file, run, text } = scene();
    let exchanges = 0;
    const on = hooked(({ name }) => {
      if (name !== 'exchange') return;
      exchanges += 1;
      if (exchanges === 1) writeFileSync(file, 'saved meanwhile\n');
      if (exchanges === 2) renameSync(file, `${file}~`);
    });
    expect(await run(on)).toMatchObject({ kind: 'written', caught: 1 });
    expect(text()).toBe(`saved meanwhile\n${mark}`);
  });

  test('T5 an appender before the exchange', async () => {
    const { file, run, text } = scene();
    const result = await run(once('exchange', () => appendFileSync(file, 'appended\n')));
    expect(result).toMatchObject({ kind: 'written', caught: 1 });
    expect(text()).toBe(`the person wrote this\nappended\n${mark}`);
  });

  test('T6 a file that is held open for writing is left for later, untouched', async () => {
    const { file, run, text } = scene();
    const fd = openSync(file, 'a');
    expect(await run()).toMatchObject({ kind: 'later', why: 'open', exchanges: 0 });
    closeSync(fd);
    expect(text()).toBe('the person wrote this\n');
    expect(await run()).toMatchObject({ kind: 'written' });
  });

  test('T36 a save of the same size within one tick of the clock is seen by its bytes', async () => {
    const { file, run, text } = scene('aaaa\n');
    const { atime, mtime } = statSync(file);
    const coarse = hooked(({ name, args }) => {
      // a disk whose time stamps do not move
      if (name === 'look' || name === 'lookAt') {
        const stamp = name === 'look' ? disk.look(args[0] as string) : disk.lookAt(args[0] as number);
        return { answer: { ...stamp, ctimeNs: 0n, mtimeNs: 0n } };
      }
      if (name === 'exchange' && readFileSync(file, 'utf8') === 'aaaa\n') {
        writeFileSync(file, 'bbbb\n');
        utimesSync(file, atime, mtime);
      }
      return undefined;
    });
    expect(await run(coarse)).toMatchObject({ kind: 'written', caught: 1 });
    expect(text()).toBe(`bbbb\n${mark}`);
  });

  test('two programs that disagree in the same moment: one text is the chat, the other a visible copy', async () => {
    const { root, file, run, text } = scene();
    let exchanges = 0;
    const on = hooked(({ name }) => {
      if (name !== 'exchange') return;
      exchanges += 1;
      if (exchanges === 1) writeFileSync(file, 'one program\n');
      // ours stands in the chat now, and another program saves over it
      if (exchanges === 2) writeFileSync(file, 'another program\n');
    });
    const result = await run(on);
    expect(result).toMatchObject({ kind: 'written', caught: 1 });
    expect(result.copies).toHaveLength(1);
    expect(text()).toBe(`one program\n${mark}`);
    expect(readFileSync(result.copies[0]!, 'utf8')).toBe('another program\n');
    expect(readdirSync(root).filter((name) => /^chat \(kept .*\)\.md$/.test(name))).toHaveLength(1);
  });

  test('a person who never stops saving is given up on for now, with every save in place', async () => {
    const { file, run, text } = scene();
    let saves = 0;
    const on = hooked(({ name }) => {
      if (name === 'exchange' && !readFileSync(file, 'utf8').includes(mark)) {
        saves += 1;
        writeFileSync(file, `save ${saves}\n`);
      }
    });
    expect(await run(on)).toMatchObject({ kind: 'later', why: 'moving', caught: 5 });
    expect(text()).toBe('save 5\n');
  });
});

describe('files that are left alone', () => {
  test('T21 read-only', async () => {
    const { file, run, text } = scene();
    chmodSync(file, 0o444);
    expect(await run()).toMatchObject({ kind: 'alone', why: 'read-only' });
    expect(text()).toBe('the person wrote this\n');
  });

  test('T22 not readable', async () => {
    const on = hooked(({ name }) => {
      if (name === 'open') throw systemError('EACCES');
    });
    expect(await scene().run(on)).toMatchObject({ kind: 'alone', why: 'read-only' });
  });

  test.each(['EPERM', 'EACCES'])('T23 immutable (%s)', async (code) => {
    const on = hooked(({ name }) => {
      if (name === 'exchange') throw systemError(code);
    });
    const { run, text, left } = scene();
    expect(await run(on)).toMatchObject({ kind: 'alone', why: 'protected' });
    expect(text()).toBe('the person wrote this\n');
    expect(left()).toEqual([]);
  });

  test('T24 owned by another user', async () => {
    const on = hooked(({ name }) => (name === 'user' ? { answer: 4242 } : undefined));
    expect(await scene().run(on)).toMatchObject({ kind: 'alone', why: 'owner' });
  });

  test('T25 with a second name: both names keep their text', async () => {
    const { file, run, text } = scene();
    linkSync(file, `${file}.second`);
    expect(await run()).toMatchObject({ kind: 'alone', why: 'hard-links' });
    expect(text()).toBe('the person wrote this\n');
    expect(readFileSync(`${file}.second`, 'utf8')).toBe('the person wrote this\n');
  });

  test('T28 a pipe, a link, a folder', async () => {
    const { file, run } = scene();
    unlinkSync(file);
    execFileSync('mkfifo', [file]);
    expect(await run()).toMatchObject({ kind: 'alone', why: 'not-a-file' });
    unlinkSync(file);
    symlinkSync('elsewhere.md', file);
    expect(await run()).toMatchObject({ kind: 'alone', why: 'not-a-file' });
  });

  test('T34 attributes that cannot be copied', async () => {
    const on = hooked(({ name }) => {
      if (name === 'dress') throw systemError('EPERM');
    });
    const { run, left } = scene();
    expect(await run(on)).toMatchObject({ kind: 'alone', why: 'attributes' });
    expect(left()).toEqual([]);
  });

  test.each(['EINVAL', 'ENOSYS', 'EXDEV', 'ENOTSUP'])(
    'a file system without exchange (%s), asked only once',
    async (code) => {
      let asked = 0;
      const on = hooked(({ name }) => {
        if (name !== 'exchange') return;
        asked += 1;
        throw systemError(code);
      });
      const { run, text } = scene();
      expect(await run(on)).toMatchObject({ kind: 'alone', why: 'no-exchange' });
      expect(await run(on)).toMatchObject({ kind: 'alone', why: 'no-exchange' });
      expect(asked).toBe(1);
      expect(text()).toBe('the person wrote this\n');
    },
  );

  test('the same with write: best-effort: written by compare and rename', async () => {
    const on = hooked(({ name }) => {
      if (name === 'exchange') throw systemError('ENOSYS');
    });
    const { run, text } = scene();
    expect(await run(on, plan, 'best-effort')).toMatchObject({ kind: 'written', exchanges: 0 });
    expect(text()).toBe(`the person wrote this\n${mark}`);
  });
});

describe('a disk that fails', () => {
  test.each([
    ['T17 full at the write', 'write', 'ENOSPC'],
    ['T18 over the file size limit', 'write', 'EFBIG'],
    ['T19 over quota', 'write', 'EDQUOT'],
    ['T19 at the sync', 'sync', 'EIO'],
    ['T17 no room for attributes', 'dress', 'ENOSPC'],
    ['T20 out of file numbers', 'open', 'EMFILE'],
  ] as const)('%s: the chat is untouched and nothing is left behind', async (_, name, code) => {
    const { run, text, left } = scene();
    const on = hooked((call) => {
      if (call.name === name) throw systemError(code);
    });
    await expect(run(on)).rejects.toThrow(code);
    expect(text()).toBe('the person wrote this\n');
    expect(left()).toEqual([]);
    expect(await run()).toMatchObject({ kind: 'written' });
  });

  test('every call failing once, for every number of the call: no text is ever lost, and the next try succeeds', async () => {
    let calls = Number.POSITIVE_INFINITY;
    for (let nth = 1; nth <= calls; nth += 1) {
      for (const code of ['EIO', 'ENOSPC', 'EACCES', 'EINTR']) {
        const { root, file, run, text } = scene();
        let total = 0;
        const on = hooked(({ name, count }) => {
          total = count;
          if (count === nth && !['now', 'wall', 'user'].includes(name)) throw systemError(code);
        });
        await run(on).catch(() => {});
        if (total < nth) calls = nth;
        const texts = [
          text(),
          ...readdirSync(root)
            .filter((name) => name !== 'chat.md' && name.endsWith('.md'))
            .map((name) => readFileSync(join(root, name), 'utf8')),
        ];
        expect(texts.some((each) => each.startsWith('the person wrote this\n'))).toBe(true);
        expect(await run()).toMatchObject({ kind: text().includes(mark) ? expect.any(String) : 'written' });
        expect(existsSync(file)).toBe(true);
      }
    }
    expect(calls).toBeGreaterThan(15);
  }, 120_000);
});

test('no file number is left open, whatever fails', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const { run } = scene();
  const before = open();
  for (let nth = 1; nth < 40; nth += 1) {
    const on = hooked(({ name, count }) => {
      if (count === nth && name !== 'close') throw systemError('EIO');
    });
    await run(on).catch(() => {});
  }
  expect(open()).toBe(before);
});

test('the bytes are spliced from slices, however many there are', async () => {
  const { run, text } = scene('x');
  const many = Array.from({ length: 3000 }, (_, at) => Buffer.from(`${at}\n`));
  expect(await run(disk, () => ({ kind: 'write', slices: many }))).toMatchObject({ kind: 'written' });
  expect(text()).toBe(many.join(''));
});
