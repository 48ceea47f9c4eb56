import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the demo shortens its sample, shows window and request, and undoes it to the byte', () => {
  const demo = join(import.meta.dirname, '../../scripts/demo.mjs');
  const ran = spawnSync(process.execPath, [demo], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
  });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  expect(ran.stdout).toMatch(
    /\d+ messages have a short form: [\d,]+ characters became [\d,]+, [4-9]\d % less\./,
  );
  expect(ran.stdout).toMatch(/^ {2}~\d+ .*=\d+$/m);
  expect(ran.stdout).toContain('Debian, one ZFS pool called archive with both 8 TB disks as a mirror');
  expect(ran.stdout).toContain('bytes from before again, to the byte.');
});
