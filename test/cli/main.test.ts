import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands/index.ts';
import { place } from './run.ts';

describe('the command line', () => {
  it('shows every command when none is named', () => {
    const { run } = place();
    const ran = run();
    expect(ran).toMatchObject({ code: 0, err: '' });
    for (const { name, says } of commands) {
      expect(ran.out).toContain(name);
      expect(ran.out.replace(/\s+/g, ' ')).toContain(says);
    }
  });

  it.each(commands.map(({ name }) => name))('%s has a help text with its options', (name) => {
    const ran = place().run(name, '--help');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain(`Usage: chatvault ${name}`);
    expect(ran.out).toContain('--vault');
  });

  it('tells its version', () => {
    expect(place().run('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('names a near command for a slip, and ends with 2', () => {
    const ran = place().run('imprt');
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('Did you mean import?');
  });

  it.each([
    ['--nonsense'],
    ['init', '--nonsense'],
    ['import'],
    ['add', 'a.md', '--vault', 'nowhere', '--role', 'user'],
  ])('calls %j wrong use: exit code 2, nothing on stdout', (...args) => {
    expect(place().run(...args)).toMatchObject({ code: 2, out: '' });
  });

  it('prints colours only when asked to', () => {
    const { run, runWith } = place();
    expect(run('init', 'a').out).not.toContain('\u001b[');
    expect(runWith({ env: { FORCE_COLOR: '1' } }, 'init', 'b').out).toContain('\u001b[1m');
    expect(runWith({ env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, 'init', 'c').out).not.toContain('\u001b[');
  });
});

it.skipIf(process.platform === 'win32')(
  'ends quietly when the reader of a pipe has seen enough (needs sh)',
  () => {
    const { vault, runWith } = place();
    runWith({ input: 'one word after another '.repeat(20_000) }, 'add', 'a.md', '--role', 'user');
    const main = join(import.meta.dirname, '../../dist/main.js');
    const line = `"${process.execPath}" "${main}" export a.md --to md | head -c 10`;
    const ran = spawnSync('sh', ['-c', line], { cwd: vault, encoding: 'utf8' });
    expect(Buffer.byteLength(ran.stdout)).toBe(10);
    expect(ran.stderr).toBe('');
  },
);
