import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Disk, disk, lock } from '../../vault/index.ts';
import { folder, hooked } from './disks.ts';

const kernel = disk;
const withoutKernel = hooked(({ name }) => (name === 'lock' ? { answer: undefined } : undefined));

/** A child that takes the lock and says so. */
async function holder(path: string, kernelLock: boolean) {
  const script = join(folder(), 'holder.mts');
  writeFileSync(
    script,
    `import { disk, lock } from ${JSON.stringify(join(import.meta.dirname, '../../vault/index.ts'))};
     const on = ${kernelLock} ? disk : { ...disk, lock: () => undefined };
     await lock(on, ${JSON.stringify(path)}, 1000);
     process.stdout.write('held');
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe.each([
  ['the kernel’s lock', kernel, true],
  ['a file that only one can create', withoutKernel, false],
] as const)('%s', (_, on: Disk, isKernel) => {
  test('T11 only one holds it; the other is told who', async () => {
    const path = join(folder(), 'lock');
    const first = await lock(on, path, 0);
    await expect(lock(on, path, 20)).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
    });
    first.release();
    (await lock(on, path, 0)).release();
  });

  test('T12 a holder that was killed is followed at once', async () => {
    const path = join(folder(), 'lock');
    const child = await holder(path, isKernel);
    await expect(lock(on, path, 20)).rejects.toMatchObject({ code: 'locked' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await lock(on, path, 1000)).release();
  });

  test('T13 a holder that sleeps keeps it', async () => {
    const path = join(folder(), 'lock');
    const child = await holder(path, isKernel);
    child.kill('SIGSTOP');
    await expect(lock(on, path, 50)).rejects.toMatchObject({ code: 'locked' });
    child.kill('SIGKILL');
  });
});

describe('a lock file without a kernel lock', () => {
  test('of another machine is never taken over', async () => {
    const path = join(folder(), 'lock');
    writeFileSync(`${path}.held`, JSON.stringify({ pid: 999_999_999, host: 'another-machine', start: '1' }));
    await expect(lock(withoutKernel, path, 20)).rejects.toThrow(/process 999999999 on another-machine/);
  });

  test('of a process number that another process has now is taken over', async () => {
    const path = join(folder(), 'lock');
    writeFileSync(`${path}.held`, JSON.stringify({ pid: process.pid, host: hostname(), start: 'long ago' }));
    const held = await lock(withoutKernel, path, 100);
    expect(JSON.parse(readFileSync(`${path}.held`, 'utf8'))).toMatchObject({ pid: process.pid });
    held.release();
    expect(existsSync(`${path}.held`)).toBe(false);
  });
});
