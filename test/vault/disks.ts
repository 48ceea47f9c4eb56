import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder that goes away with the test. */
export function folder(below = tmpdir()): string {
  mkdirSync(below, { recursive: true });
  const made = mkdtempSync(join(below, 'chatvault-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export { type Call, hooked } from '../../scripts/torture/hooked.ts';

/** The error that a system call throws. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code, syscall: 'injected' });
}
