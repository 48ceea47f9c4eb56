import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const home = join(import.meta.dirname, '../..');

/** The script as `npm run torture` runs it; its report is one JSON object. */
function torture(...args: readonly string[]): {
  code: number | null;
  report: Record<string, number>;
  err: string;
} {
  const ran = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/torture.ts', ...args], {
    cwd: home,
    encoding: 'utf8',
  });
  return { code: ran.status, report: JSON.parse(ran.stdout || '{}'), err: ran.stderr };
}

describe('torture', () => {
  test('T14 T15 T17 editors, kills and full disks, for some seconds: nothing is lost, doubled or written twice', () => {
    const { code, report, err } = torture('--seconds', '4', '--seed', '11');
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(report).toMatchObject({
      lost: 0,
      duplicatedBlocks: 0,
      selfCausedRewrites: 0,
      halfWorkFilesLeft: 0,
    });
    expect(report.edits).toBeGreaterThan(10);
  }, 120_000);

  test.skipIf(spawnSync('git', ['--version']).status !== 0)(
    'T42 git checks out while a compactor writes: the tree is the branch, git never fails (needs git)',
    () => {
      const { code, report } = torture('--checkouts', '40', '--seed', '11');
      expect([code, report]).toEqual([0, expect.objectContaining({ checkouts: 40, failed: 0, reverted: 0 })]);
    },
    120_000,
  );

  test('T16 kills, power cuts and failing calls on a disk in memory', () => {
    const { code, report } = torture('--rounds', '5000', '--seed', '11');
    expect([code, report.lost, report.visibleCopies, report.leftBehind]).toEqual([0, 0, 0, 0]);
    expect(report.caught).toBeGreaterThan(50);
  }, 120_000);
});
