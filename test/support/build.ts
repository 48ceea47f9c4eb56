import { execFileSync } from 'node:child_process';

/**
 * Builds dist/ once before the tests when a source is newer than it: commands and workers are tested as they ship.
 * CHATVAULT_NO_BUILD=1 leaves it as it is, for quick rounds on pure functions.
 */
export default function build(): void {
  if (process.env.CHATVAULT_NO_BUILD === '1') return;
  execFileSync(process.execPath, ['scripts/setup.mjs', '--build', '--programs'], { stdio: ['ignore', 2, 2] });
}
