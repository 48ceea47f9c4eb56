// Runs vitest and says, for programs and data a machine may lack, what is skipped for want of them.
import { spawnSync } from 'node:child_process';

const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
