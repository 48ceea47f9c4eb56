import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../core/index.ts';
import { place } from './run.ts';

const cases = join(import.meta.dirname, '../cases');

function vaultOf(name: string) {
  const made = place();
  cpSync(join(cases, name), made.vault, { recursive: true });
  return { ...made, text: (file: string) => readFileSync(join(made.vault, file), 'utf8') };
}

interface Checked {
  readonly files: number;
  readonly problems: readonly { path: string; line: number; code: string; text: string; fixable: boolean }[];
  readonly fixed: readonly { path: string; code: string }[];
  readonly backups: readonly string[];
}

describe('check', () => {
  it('says nothing is wrong when nothing is', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'note.md'), '# a note\n');
    run('add', 'a.md', '--role', 'user', '--text', 'Hi');
    expect(run('check')).toMatchObject({ code: 0, out: '1 file checked: nothing is wrong\n' });
  });

  it('names both files of one session id, and the copy of a sync tool (case 102)', () => {
    const { run } = vaultOf('102-copied-file-with-the-same-session-id');
    const { code, json } = run('check', '--json');
    const { problems } = json<Checked>();
    expect(code).toBe(1);
    expect(problems.filter((each) => each.code === 'session-id').map(({ path }) => path)).toEqual([
      'chat (conflicted copy 2026-10-14 081500).md',
      'chat.md',
    ]);
    expect(problems.find((each) => each.code === 'conflict-copy')?.text).toContain(
      "chatvault merge chat.md 'chat (conflicted copy 2026-10-14 081500).md'",
    );
  });

  it('reports an unmerged file with its lines and leaves its bytes (case 104)', () => {
    const { run, text } = vaultOf('104-git-conflict-markers');
    const before = text('conflict.md');
    const { problems } = run('check', '--fix', '--json').json<Checked>();
    expect(problems).toMatchObject([{ path: 'conflict.md', line: 11, code: 'git-conflict', fixable: false }]);
    expect(text('conflict.md')).toBe(before);
  });

  it('reports a double number and mends it only when told to, after a copy (case 106)', () => {
    const { run, text, vault } = vaultOf('106-same-message-number-twice');
    const before = text('chat.md');
    expect(run('check', '--json').json<Checked>().problems).toMatchObject([
      { path: 'chat.md', code: 'duplicate-id', fixable: true },
    ]);
    expect(text('chat.md')).toBe(before);
    const ran = run('check', '--fix', '--json');
    const { fixed, backups, problems } = ran.json<Checked>();
    expect([ran.code, fixed.length, problems]).toEqual([0, 1, []]);
    expect(readFileSync(join(vault, backups[0]!), 'utf8')).toBe(before);
    expect(parse(Buffer.from(text('chat.md'))).messages.map(({ id }) => id)).toEqual([1, 2, 3, 5, 4]);
  });

  it('reports front matter in other languages and runs none (case 080)', () => {
    const { run } = vaultOf('080-javascript-front-matter-is-not-run');
    const { problems } = run('check', '--json').json<Checked>();
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['a.md', 'front-matter'],
      ['b.md', 'front-matter'],
      ['d.md', 'front-matter'],
    ]);
  });

  it('says what is wrong with the settings, and looks at one file or folder', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'chatvault.yaml'), 'compactor:\n  quiet: soon\n');
    run('add', 'sub/a.md', '--role', 'user', '--text', 'Hi');
    expect(run('check').out).toMatch(/chatvault\.yaml: compactor\.quiet: found "soon"/);
    expect(run('check', 'sub')).toMatchObject({ code: 0, out: '1 file checked: nothing is wrong\n' });
    expect(run('check', '.').code).toBe(0);
    writeFileSync(join(vault, 'note.md'), '# a note\n');
    expect(run('check', 'note.md')).toMatchObject({ code: 1, out: expect.stringContaining('type: chat') });
    expect(run('check', '../other')).toMatchObject({ code: 2 });
    expect(run('check', 'missing.md')).toMatchObject({ code: 1 });
  });
});
