import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle, compactor } from './child.ts';
import { newChat, originals } from './texts.ts';

export interface CheckoutOptions {
  readonly seed: number;
  readonly dir: string;
  readonly count: number;
  readonly byRename: boolean;
}

/** git switches between two branches of a 40 KB chat while a compactor writes into it without a pause. */
export async function checkouts({
  seed,
  dir,
  count,
  byRename,
}: CheckoutOptions): Promise<{ result: object; bad: number }> {
  const root = join(dir, `checkouts-${seed}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const file = join(root, 'chat.md');
  const texts = [newChat(150), newChat(180).replaceAll('some words', 'other words')];
  await git(root, 'init', '-q');
  for (const [at, text] of texts.entries()) {
    await git(root, 'checkout', '-q', '-b', `branch-${at}`);
    writeFileSync(file, text);
    await git(root, 'add', 'chat.md');
    await git(root, 'commit', '-q', '-m', String(at));
  }
  if (byRename) writeFileSync(join(root, 'chatvault.yaml'), 'write: best-effort\n');
  const script = await bundle(`${root}-compactor`);
  let child: ChildProcess | undefined;
  const life = { root, seed, dieAt: 0, fullOneIn: 0, mode: 'run', byRename, killAfter: 0 } as const;
  const ended = compactor(script, life, (started) => {
    child = started;
  });
  const sum = { checkouts: 0, failed: 0, reverted: 0 };
  for (let at = 1; at <= count; at += 1) {
    sum.checkouts += 1;
    if ((await git(root, 'checkout', '-q', '-f', `branch-${at % 2}`)) !== 0) sum.failed += 1;
    else if (originals(readFileSync(file, 'utf8')) !== texts[at % 2]) sum.reverted += 1;
  }
  child?.kill('SIGTERM');
  const writes = (await ended).said.filter(
    ([what, outcome]) => what === 'edit' && outcome === 'written',
  ).length;
  rmSync(root, { recursive: true, force: true });
  rmSync(dirname(script), { recursive: true, force: true });
  return { result: { ...sum, writesMeanwhile: writes }, bad: sum.failed + sum.reverted };
}

function git(root: string, ...args: readonly string[]): Promise<number | null> {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'gc.auto=0'];
  const child = spawn('git', [...identity, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.on('exit', resolve));
}
