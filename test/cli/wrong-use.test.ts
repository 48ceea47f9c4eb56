import { expect, test } from 'vitest';
import { place } from './run.ts';

test.each([
  ['an option that is none', ['window', '--nope', 'a.md'], 'chatvault window --help'],
  ['a missing argument', ['read'], 'chatvault read --help'],
  ['a command that is none', ['nope'], 'chatvault --help'],
])('%s is answered with where to look', (_, args, help) => {
  const { code, err } = place().run(...args);
  expect(code).toBe(2);
  expect(err).toContain(help);
});

test.skipIf(process.platform !== 'linux')(
  'a vault in a folder where none can be made is refused in words, and the command ends (needs /proc)',
  () => {
    const { code, err } = place().run('init', '/proc/vault');
    expect(code).toBe(3);
    expect(err).toContain('/proc/vault is not there (ENOENT)');
  },
);

test('a merge of a file that is not there says so, and that nothing was changed', () => {
  const { code, err } = place().run('merge', 'base', 'ours', 'theirs');
  expect(code).toBe(3);
  expect(err).toMatch(/base is not there \(ENOENT\)\n {2}Nothing was changed/);
});

test('a server for a session that no chat has says so, and starts', () => {
  const { code, err } = place().run('mcp', '--session', 'nope');
  expect(code).toBe(0);
  expect(err).toContain('"nope" yet');
});
