// Runs the tests, then names each one that was skipped: its name says what it needs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'chatvault-test-'));
const report = join(folder, 'report.json');
const args = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
  stdio: 'inherit',
});

try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults);
  const skipped = tests.filter((test) => test.status === 'pending' || test.status === 'skipped');
  for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped.length} skipped`);
} catch {
  console.log('the tests did not come to their end');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status ?? 1);
