import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findVault, openVault, userConfigFile } from '../../vault/index.ts';
import { folder } from './disks.ts';

interface Files {
  readonly vault?: string;
  readonly user?: string;
}

async function opened({ vault = '', user = '' }: Files) {
  const root = folder();
  const config = folder();
  const env = { HOME: config, XDG_CONFIG_HOME: config };
  mkdirSync(join(config, 'chatvault'));
  writeFileSync(join(root, 'chatvault.yaml'), vault);
  writeFileSync(userConfigFile(env), user.replaceAll('ROOT', root));
  return openVault(root, { env });
}

describe('settings of a vault', () => {
  test('defaults, then the person’s config, then the vault’s file', async () => {
    const vault = await opened({
      user: 'window: {context: 8192, answer: 0.3}\ncompactor: {quiet: 5m}\n',
      vault: 'window:\n  context: 32768\n',
    });
    const { window, compactor } = vault.settings;
    expect([window.context, window.answer, window.verbatim, compactor.quiet]).toEqual([
      32_768, 0.3, 20, 300_000,
    ]);
    expect(vault.settingsFound.problems).toEqual([]);
  });

  test('a stranger’s vault may not name an endpoint, the person’s config and a trusted vault may', async () => {
    const vaultFile = 'compactor:\n  endpoint: http://evil.example/v1\n';
    const stranger = await opened({ vault: vaultFile });
    expect(stranger.settings.compactor.endpoint).toBe('http://127.0.0.1:11434/v1');
    expect(stranger.settingsFound.problems).toMatchObject([{ key: 'compactor.endpoint' }]);
    const trusted = await opened({ vault: vaultFile, user: 'trust: [ROOT]\n' });
    expect(trusted.settings.compactor.endpoint).toBe('http://evil.example/v1');
    expect((await opened({ user: vaultFile })).settings.compactor.endpoint).toBe('http://evil.example/v1');
  });

  test('trust is for the real folder, also through a link or ~', async () => {
    const root = folder();
    const config = folder();
    mkdirSync(join(config, 'chatvault'));
    symlinkSync(root, join(config, 'notes'));
    writeFileSync(join(root, 'chatvault.yaml'), 'compactor: {provider: anthropic}\n');
    const env = { HOME: config, XDG_CONFIG_HOME: config };
    writeFileSync(userConfigFile(env), 'trust: ["~/notes"]\n');
    expect((await openVault(root, { env })).settings.compactor.provider).toBe('anthropic');
    writeFileSync(userConfigFile(env), 'trust: yes\n');
    const vault = await openVault(root, { env });
    expect(vault.settings.compactor.provider).toBe('openai');
    expect(vault.settingsFound.problems[0]).toMatchObject({
      key: 'trust',
      text: expect.stringContaining('expected a list'),
    });
  });

  test.each([
    ['compactor:\n  quiet: soon\n', 'compactor.quiet', /found "soon".*such as 500ms/],
    ['compactor:\n  min_wrds: 3\n', 'compactor.min_wrds', /not a setting.*compactor.min_words/],
    ['- a\n- b\n', '', /found \["a","b"\], expected keys/],
    ['a: [\n', '', /is not YAML/],
    ['a: 1\na: 2\n', '', /is not YAML/],
  ])('says file, key, what was found and what was expected: %j', async (text, key, says) => {
    const vault = await opened({ vault: text });
    const [problem] = vault.settingsFound.problems;
    expect(problem).toMatchObject({ source: join(vault.root, 'chatvault.yaml'), key });
    expect(problem?.text).toMatch(says);
    expect(vault.settings.compactor.min_words).toBe(50);
  });

  test('T64 a YAML bomb and a file of megabytes cost nothing', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`).join('\n')}\n`;
    expect((await opened({ vault: bomb })).settingsFound.problems.length).toBeGreaterThan(0);
    const large = await opened({ vault: `a: ${'x'.repeat(300_000)}\n` });
    expect(large.settingsFound.problems[0]?.text).toMatch(/larger than/);
  });

  test('front matter sets window numbers for its chat, and nothing else', async () => {
    const vault = await opened({});
    const chat = (yaml: string) => `---\ntype: chat\n${yaml}---\n`;
    writeFileSync(
      join(vault.root, 'a.md'),
      chat('chatvault:\n  window:\n    verbatim: 4\n  compactor:\n    method: model\n'),
    );
    const { settings, problems } = vault.settingsFor(await vault.read('a.md'));
    expect([settings.window.verbatim, settings.compactor.method]).toEqual([4, 'extractive']);
    expect(problems).toMatchObject([{ source: 'front matter of a.md', key: 'compactor.method' }]);
    writeFileSync(join(vault.root, 'a.md'), chat('chatvault: no\n'));
    expect(vault.settingsFor(await vault.read('a.md')).problems).toHaveLength(1);
  });
});

describe('finding the vault', () => {
  test('the nearest folder above with a chatvault.yaml, else the current one', () => {
    const root = folder();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    expect(findVault(join(root, 'a/b'))).toBe(join(root, 'a/b'));
    writeFileSync(join(root, 'chatvault.yaml'), '');
    expect(findVault(join(root, 'a/b'))).toBe(root);
    expect(findVault(join(root, 'a/b'), '..')).toBe(join(root, 'a'));
    expect(() => findVault(root, 'missing')).toThrow(/missing: does not exist/);
    expect(() => findVault(root, 'chatvault.yaml')).toThrow(/is not a folder/);
  });
});
