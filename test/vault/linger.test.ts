import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Recovered } from '../../vault/index.ts';
import type { Planner } from '../../vault/write/replace.ts';
import { Writer } from '../../vault/write/writer.ts';
import { folder, hooked } from './disks.ts';

const mark = 'SHORT FORM\n';
const plan: Planner = (bytes) => ({ kind: 'write', slices: [bytes, Buffer.from(mark)] });

function scene() {
  const root = folder();
  const file = join(root, 'chat.md');
  writeFileSync(file, 'old\n');
  let ahead = 0;
  let leases = true;
  const on = hooked(({ name }) => {
    if (name === 'now') return { answer: performance.now() + ahead };
    if (name === 'wall') return { answer: Date.now() + ahead };
    return name === 'unwritten' && !leases ? { answer: undefined } : undefined;
  });
  const found: Recovered[] = [];
  const writer = new Writer(on, root, 1000, (each) => found.push(each));
  return {
    file,
    found,
    writer,
    write: () => writer.replace({ file, path: 'chat.md' }, 'lossless', true, plan),
    pass: (ms: number) => {
      ahead += ms;
    },
    withoutLeases: () => {
      leases = false;
    },
    text: () => readFileSync(file, 'utf8'),
    left: () =>
      readdirSync(join(root, '.chatvault/tmp'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.swap'),
      ),
    visible: () => readdirSync(root).filter((name) => name.endsWith('.md')),
  };
}

describe('the replaced file lingers', () => {
  test('for 30 seconds, and is then gone', async () => {
    const { writer, write, pass, left } = scene();
    await write();
    pass(29_000);
    await writer.settle();
    expect(left()).toHaveLength(1);
    pass(2_000);
    await writer.settle();
    expect(left()).toEqual([]);
    await writer.close();
  });

  test('a writer whom no lease showed, and who wrote into it meanwhile: the text is the chat again', async () => {
    const { file, writer, write, pass, text, left, found, withoutLeases } = scene();
    withoutLeases();
    const fd = openSync(file, 'a');
    expect(await write()).toMatchObject({ kind: 'written' });
    writeSync(fd, 'written late\n');
    closeSync(fd);
    pass(31_000);
    await writer.settle();
    expect(text()).toBe('old\nwritten late\n');
    expect(found).toMatchObject([{ path: 'chat.md', settled: { kind: 'put-back' } }]);
    pass(31_000);
    await writer.settle();
    expect(left()).toEqual([]);
    await writer.close();
  });

  test('the same where the chat was saved since: a visible copy', async () => {
    const { file, writer, write, pass, visible, found, withoutLeases } = scene();
    withoutLeases();
    const fd = openSync(file, 'a');
    await write();
    writeSync(fd, 'written late\n');
    closeSync(fd);
    appendFileSync(file, 'saved since\n');
    pass(31_000);
    await writer.settle();
    expect(found).toMatchObject([{ settled: { kind: 'copied' } }]);
    expect(visible()).toHaveLength(2);
    await writer.close();
  });

  test('while somebody holds it open it stays', async () => {
    const { file, writer, write, pass, left, text } = scene();
    await write();
    const swap = left()[0]!;
    const fd = openSync(join(file, '../.chatvault/tmp', swap), 'a');
    pass(31_000);
    await writer.settle();
    expect(left()).toEqual([swap]);
    writeSync(fd, 'late\n');
    closeSync(fd);
    pass(31_000);
    await writer.settle();
    expect(text()).toBe('old\nlate\n');
    await writer.close();
  });

  test('an end of the process leaves it to the next start', async () => {
    const { writer, write, left, pass, found } = scene();
    await write();
    await writer.close();
    expect(left()).toHaveLength(1);
    pass(31_000);
    await writer.recover();
    expect([left(), found]).toEqual([[], []]);
  });
});

test('opening a vault that may not be written to does not fail', async () => {
  const root = folder();
  mkdirSync(join(root, '.chatvault/tmp'), { recursive: true });
  const on = hooked(({ name }) => {
    if (name === 'open') throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    return undefined;
  });
  await expect(new Writer(on, root, 0, () => {}).recover()).resolves.toBeUndefined();
});
