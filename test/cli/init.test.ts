import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parse, settle } from '../../core/index.ts';
import { place } from './run.ts';

describe('init', () => {
  it('makes a vault, says what it made, and makes nothing twice', () => {
    const { run, root, vault } = place();
    const first = run('init', '../garden');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain(`${root}/garden is a vault now.`);
    expect(readdirSync(join(root, 'garden')).sort()).toEqual([
      '.chatvault',
      '.gitattributes',
      'Welcome.md',
      'chatvault.yaml',
    ]);
    const before = snapshot(join(root, 'garden'));
    const again = run('init', '../garden', '--json');
    expect(again.json()).toEqual({ vault: join(root, 'garden'), created: [], trusted: false });
    expect(snapshot(join(root, 'garden'))).toEqual(before);
    expect(readdirSync(vault)).toEqual([]);
  });

  it('overwrites nothing that is there', () => {
    const { run, vault } = place();
    for (const name of ['.gitattributes', 'Welcome.md']) writeFileSync(join(vault, name), 'mine');
    expect(run('init', '--json').json()).toMatchObject({ created: ['chatvault.yaml'] });
    expect(readFileSync(join(vault, 'Welcome.md'), 'utf8')).toBe('mine');
    expect(readFileSync(join(vault, '.gitattributes'), 'utf8')).toBe('mine');
  });

  it('trusts the vault it makes, and keeps what else the config says', () => {
    const { run, vault, config } = place();
    mkdirSync(join(config, 'chatvault'), { recursive: true });
    const file = join(config, 'chatvault', 'config.yaml');
    writeFileSync(
      file,
      '# mine\ncompactor:\n  model: qwen3:8b # good one\ntrust: # folders\n    - /elsewhere\n',
    );
    expect(run('init', '--json').json()).toMatchObject({ trusted: true });
    expect(readFileSync(file, 'utf8')).toBe(
      `# mine\ncompactor:\n  model: qwen3:8b # good one\ntrust: # folders\n    - ${JSON.stringify(vault)}\n    - /elsewhere\n`,
    );
  });

  it('leaves a config alone that it cannot extend safely, and says what to add', () => {
    const { run, vault, config } = place();
    mkdirSync(join(config, 'chatvault'), { recursive: true });
    const file = join(config, 'chatvault', 'config.yaml');
    writeFileSync(file, 'trust: [/elsewhere]\n');
    const { out } = run('init');
    expect(out).toContain(`To trust it, add ${vault} to the list "trust:" in ${file}.`);
    expect(readFileSync(file, 'utf8')).toBe('trust: [/elsewhere]\n');
  });

  it("does not trust a vault that was there before: it may be a stranger's", () => {
    const { run, vault, config } = place();
    writeFileSync(join(vault, 'chatvault.yaml'), 'compactor:\n  endpoint: http://10.0.0.1/v1\n');
    expect(run('init', '--json').json()).toMatchObject({ created: ['.gitattributes'], trusted: false });
    expect(() => readFileSync(join(config, 'chatvault', 'config.yaml'))).toThrow('ENOENT');
  });

  it('makes the vault also where the config cannot be written, and says what to add', () => {
    const { run, config } = place();
    writeFileSync(config, 'a file where a folder should be');
    const ran = run('init');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/To trust it, add .* It cannot be written here \((ENOTDIR|EEXIST)\)\./);
  });

  it('keeps a config that is a link a link', () => {
    const { run, config, root } = place();
    mkdirSync(join(config, 'chatvault'), { recursive: true });
    writeFileSync(join(root, 'dotfile.yaml'), '');
    symlinkSync(join(root, 'dotfile.yaml'), join(config, 'chatvault', 'config.yaml'));
    run('init');
    expect(readFileSync(join(root, 'dotfile.yaml'), 'utf8')).toMatch(/^trust:\n {2}- "/);
  });

  it('sets up git too when asked, and says what is missing outside a repository', () => {
    const { run, vault } = place();
    const outside = run('init', '--git');
    expect(outside.code).toBe(2);
    expect(outside.out).toContain('is a vault now');
    expect(outside.err).toContain('git');
    execFileSync('git', ['init', '-q'], { cwd: vault });
    expect(run('init', '--git').out).toContain('This clone has the driver');
    expect(
      execFileSync('git', ['config', 'merge.chatvault.driver'], { cwd: vault, encoding: 'utf8' }),
    ).toContain('merge');
    expect(readFileSync(join(vault, '.gitattributes'), 'utf8').match(/merge=chatvault/g)).toHaveLength(1);
  });

  it('writes settings that hold exactly the defaults once their # is taken away', () => {
    const { run, vault } = place();
    run('init');
    const text = readFileSync(join(vault, 'chatvault.yaml'), 'utf8');
    const open = text
      .split('\n')
      .slice(2)
      .map((line) => line.replace(/^# /, ''))
      .join('\n');
    const data = load(open, { schema: CORE_SCHEMA });
    expect(settle([{ name: 'all', authority: 'user', data }])).toEqual(settle([]));
    expect(Object.keys(data as object)).toEqual(['window', 'compactor', 'earlier', 'write', 'watcher']);
  });

  it('makes a welcome chat in the format itself, with a message that is long enough to shorten', () => {
    const { run, vault } = place();
    run('init');
    const { messages, problems } = parse(readFileSync(join(vault, 'Welcome.md')));
    expect(problems).toEqual([]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(new Set(messages.map(({ uid }) => uid)).size).toBe(4);
  });
});

function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}
