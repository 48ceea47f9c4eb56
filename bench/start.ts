import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chatFile } from './corpus.ts';
import { atMost, type Row } from './row.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const rounds = 15;

/** How long a command takes from nothing to its end, against `node -e 0` in the same rounds: the least of 15. */
export async function start(): Promise<Row[]> {
  const vault = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  try {
    writeFileSync(join(vault, 'chat.md'), chatFile(50_000));
    const commands: Record<string, readonly string[]> = {
      '--help': ['--help'],
      window: ['window', 'chat.md'],
      request: ['request', 'chat.md'],
      search: ['search', 'retry'],
      'compact (nothing to do)': ['compact', '--json'],
    };
    run(vault, [main, 'compact']);
    const least = new Map<string, number>();
    const keep = (name: string, ms: number) =>
      least.set(name, Math.min(ms, least.get(name) ?? Number.POSITIVE_INFINITY));
    for (let round = 0; round < rounds; round++) {
      keep('node', run(vault, ['-e', '0']));
      for (const [name, args] of Object.entries(commands)) keep(name, run(vault, [main, ...args]));
    }
    const bare = least.get('node') ?? 0;
    return Object.keys(commands).map((name) =>
      atMost(
        `chatvault ${name}`,
        least.get(name) ?? Number.NaN,
        bare,
        'node -e 0',
        name.startsWith('compact') ? 1.9 : 1.6,
      ),
    );
  } finally {
    rmSync(vault, { recursive: true, force: true });
  }
}

function run(cwd: string, args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
