import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../core/index.ts';
import { type Place, place } from './run.ts';

const there = spawnSync('git', ['--version']).status === 0;

const message = (id: number, text: string, uid = `uid${String(id).padStart(9, 'a')}`) =>
  `<!-- clara:message -->\n{"id":${id},"uid":"${uid}","role":"user","created_at":"2026-11-02T08:14:${10 + id}Z","version":2,"simple":true}\n${text}\n<!-- clara:end-message -->\n`;
const start = `---\ntitle: x\n---\n${message(1, 'one')}${message(2, 'two')}`;

interface Clone {
  readonly dir: string;
  git(...args: readonly string[]): { code: number | null; out: string };
  write(text: string, file?: string): void;
  commit(text: string, file?: string): void;
  text(file?: string): string;
  texts(): string[];
}

function cloneAt(made: Place, dir: string): Clone {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: made.root,
    XDG_CONFIG_HOME: made.config,
    GIT_AUTHOR_NAME: 't',
    GIT_AUTHOR_EMAIL: 't@example.org',
    GIT_COMMITTER_NAME: 't',
    GIT_COMMITTER_EMAIL: 't@example.org',
  };
  const git = (...args: readonly string[]) => {
    const ran = spawnSync(
      'git',
      ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args],
      { cwd: dir, env, encoding: 'utf8' },
    );
    return { code: ran.status, out: ran.stdout + ran.stderr };
  };
  const text = (file = 'a.md') => readFileSync(join(dir, file), 'utf8');
  const write = (now: string, file = 'a.md') => writeFileSync(join(dir, file), now);
  return {
    dir,
    git,
    write,
    text,
    commit(now, file) {
      write(now, file);
      git('add', '-A');
      git('commit', '-q', '-m', 'x');
    },
    texts: () => parse(Buffer.from(text())).messages.map(({ parts }) => (parts[0] as { text: string }).text),
  };
}

/** Two clones of one repository with a chat and a note; `setUp` says which have the driver. */
function clones(setUp: readonly [boolean, boolean]) {
  const made = place();
  const one = cloneAt(made, made.vault);
  one.git('init', '-q');
  writeFileSync(join(made.vault, 'note.md'), '# note\n');
  made.run('git-setup');
  one.commit(start);
  const dir = join(made.root, 'second');
  one.git('clone', '-q', made.vault, dir);
  const two = cloneAt(made, dir);
  if (!setUp[0]) one.git('config', '--remove-section', 'merge.chatvault');
  if (setUp[1]) made.runWith({ cwd: dir }, 'git-setup');
  return { ...made, one, two };
}

/** Each of two clones takes in what the other has, without conflict lines. */
function expectMerged(one: Clone, two: Clone): void {
  one.git('remote', 'add', 'two', two.dir);
  one.git('fetch', '-q', 'two');
  two.git('fetch', '-q', 'origin');
  expect(one.git('merge', '-q', 'two/main').code).toBe(0);
  expect(two.git('merge', '-q', 'origin/main').code).toBe(0);
}

describe.skipIf(!there)('git-setup (needs git)', () => {
  it('sets up both halves, again changes nothing, and takes them back', () => {
    const { run, vault, root } = place();
    expect(run('git-setup')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not in a git repository'),
    });
    spawnSync('git', ['init', '-q', vault]);
    writeFileSync(join(vault, '.gitattributes'), '*.png binary');
    expect(run('git-setup', '--autostash').code).toBe(0);
    const attributes = readFileSync(join(vault, '.gitattributes'), 'utf8');
    expect(attributes).toMatch(/^\*\.png binary\n\*\.md .*merge=chatvault.*\n$/);
    const config = readFileSync(join(vault, '.git/config'), 'utf8');
    expect(config).toMatch(/\[merge "chatvault"\][\s\S]*merge-file[\s\S]*autoStash = true/);
    run('git-setup');
    expect(readFileSync(join(vault, '.gitattributes'), 'utf8')).toBe(attributes);
    expect(run('git-setup', '--undo').code).toBe(0);
    expect(readFileSync(join(vault, '.gitattributes'), 'utf8')).toBe('*.png binary\n');
    expect(readFileSync(join(vault, '.git/config'), 'utf8')).not.toContain('chatvault');
    expect(existsSync(join(root, 'config'))).toBe(false);
  });

  it('check names each missing half, and a driver that does not work', () => {
    const { run, runWith, one, two } = clones([true, false]);
    const codes = (cwd: string) =>
      runWith({ cwd }, 'check', '--json')
        .json<{ problems: { code: string; text: string }[] }>()
        .problems.map(({ text }) => text);
    expect(codes(one.dir)).toEqual([]);
    expect(codes(two.dir)).toEqual([expect.stringContaining('this clone has no driver')]);
    run('git-setup');
    writeFileSync(join(one.dir, '.gitattributes'), '');
    expect(codes(one.dir)).toEqual([expect.stringContaining('.gitattributes does not name it')]);
    run('git-setup');
    one.git('config', 'merge.chatvault.driver', 'exit 1');
    expect(codes(one.dir)).toEqual([expect.stringContaining('does not work (it ended with 1)')]);
  });
});

describe.skipIf(!there)('T46 two clones with the driver (needs git)', () => {
  it('both append: both messages, the same bytes in both directions', () => {
    const { one, two } = clones([true, true]);
    one.commit(start + message(3, 'from one', 'uidoneoneone'));
    two.commit(start + message(3, 'from two', 'uidtwotwotwo'));
    expectMerged(one, two);
    expect(one.text()).toBe(two.text());
    expect(one.texts().sort()).toEqual(['from one', 'from two', 'one', 'two']);
    expect(parse(Buffer.from(one.text())).problems).toEqual([]);
  });

  it.each([
    ['rebase', (clone: Clone) => clone.git('rebase', '-q', 'origin/main')],
    ['cherry-pick', (clone: Clone) => clone.git('cherry-pick', 'origin/main')],
    [
      'pull with autostash',
      (clone: Clone) => {
        clone.git('reset', '-q', '--soft', 'HEAD~1');
        return clone.git('pull', '-q', '--rebase', '--autostash', 'origin', 'main');
      },
    ],
  ])('%s keeps an edit, an added message and a deletion', (_, act) => {
    const { one, two } = clones([true, true]);
    one.commit(`---\ntitle: x\n---\n${message(1, 'one, edited')}${message(2, 'two')}`);
    two.commit(`---\ntitle: x\n---\n${message(1, 'one')}${message(3, 'three')}`);
    two.git('fetch', '-q', 'origin');
    const { code, out } = act(two);
    expect([code, out]).toEqual([0, expect.any(String)]);
    expect(two.texts()).toEqual(['one, edited', 'three']);
  });

  it('stash pop', () => {
    const { one } = clones([true, true]);
    one.write(start + message(3, 'uncommitted'));
    one.git('stash', '-q');
    one.commit(start + message(4, 'committed'));
    expect(one.git('stash', 'pop', '-q').code).toBe(0);
    expect(one.texts()).toEqual(['one', 'two', 'uncommitted', 'committed']);
  });

  it('two edits of one message become two messages, in both clones the same', () => {
    const { one, two } = clones([true, true]);
    one.commit(start.replace('\ntwo\n', '\ntwo, by one\n'));
    two.commit(start.replace('\ntwo\n', '\ntwo, by two\n'));
    expectMerged(one, two);
    expect(one.text()).toBe(two.text());
    expect(one.texts()).toEqual(expect.arrayContaining(['one', 'two, by one', 'two, by two']));
  });

  it('ordinary notes are merged as text, with conflict lines where git would leave them', () => {
    const { one, two } = clones([true, true]);
    one.commit('# note\nfrom one\n', 'note.md');
    two.commit('# note\nfrom two\n', 'note.md');
    two.git('fetch', '-q', 'origin');
    expect(two.git('merge', '-q', 'origin/main').code).toBe(1);
    expect(two.text('note.md')).toBe(
      `# note\n${'<'.repeat(32)} ours\nfrom two\n${'='.repeat(32)}\nfrom one\n${'>'.repeat(32)} theirs\n`,
    );
  });
});

describe.skipIf(!there)('T45 the driver is missing or breaks (needs git)', () => {
  it('not configured on this clone: git leaves conflict lines, and check --fix merges from what git keeps', () => {
    const { runWith, one, two } = clones([true, false]);
    one.commit(start + message(3, 'from one', 'uidoneoneone'));
    two.commit(start + message(3, 'from two', 'uidtwotwotwo'));
    two.git('fetch', '-q', 'origin');
    expect(two.git('merge', '-q', 'origin/main').code).toBe(1);
    expect(two.text()).toContain('<<<<<<<');
    const inConflict = two.text();
    const checked = runWith({ cwd: two.dir }, 'check', 'a.md', '--fix', '--json').json<{
      fixed: object[];
      backups: string[];
      problems: object[];
    }>();
    expect(checked).toMatchObject({ fixed: [{ code: 'git-conflict' }], problems: [] });
    expect(readFileSync(join(two.dir, checked.backups[0]!), 'utf8')).toBe(inConflict);
    expect(two.texts().sort()).toEqual(['from one', 'from two', 'one', 'two']);
    two.git('add', 'a.md');
    expect(two.git('commit', '-q', '--no-edit').code).toBe(0);
  });

  it('a file that a person has begun to resolve is left to them', () => {
    const { runWith, one, two } = clones([true, false]);
    one.commit(start + message(3, 'from one', 'uidoneoneone'));
    two.commit(start + message(3, 'from two', 'uidtwotwotwo'));
    two.git('pull', '-q', '--no-rebase', 'origin', 'main');
    const begun = `${two.text()}a line of mine\n`;
    two.write(begun);
    expect(runWith({ cwd: two.dir }, 'check', 'a.md', '--fix').code).toBe(1);
    expect(two.text()).toBe(begun);
  });

  it.each([
    ['exits with 3', '#!/bin/sh\nexit 3\n'],
    ['is killed', '#!/bin/sh\nkill -9 $$\n'],
  ])('chatvault %s: git’s text merge takes over with lines of both sides', (_, script) => {
    const { one, two, root } = clones([true, true]);
    const bin = join(root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'chatvault'), script);
    chmodSync(join(bin, 'chatvault'), 0o755);
    one.commit(start + message(3, 'from one', 'uidoneoneone'));
    two.commit(start + message(3, 'from two', 'uidtwotwotwo'));
    two.git('fetch', '-q', 'origin');
    const ran = spawnSync('git', ['merge', '-q', 'origin/main'], {
      cwd: two.dir,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: root },
    });
    expect(ran.status).toBe(1);
    expect(two.text()).toMatch(/<{32} ours\n[\s\S]*from two[\s\S]*from one[\s\S]*>{32} theirs\n/);
  });
});

describe('T48 merge FILE COPY', () => {
  it('joins a sync tool’s copy by message, keeps both files and takes the copy away', () => {
    const { run, vault } = place();
    const copy = 'a.sync-conflict-20261130-034501-ABCDEF2.md';
    writeFileSync(join(vault, 'a.md'), start + message(3, 'here', 'uidherehereh'));
    writeFileSync(join(vault, copy), start + message(3, 'there', 'uidtherether'));
    expect(run('check', '--json').json()).toMatchObject({
      problems: [{ code: 'conflict-copy', path: copy }],
    });
    expect(run('merge', 'a.md', copy)).toMatchObject({ code: 0 });
    expect(readdirSync(vault).sort()).toEqual(['.chatvault', 'a.md']);
    const { messages } = parse(readFileSync(join(vault, 'a.md')));
    expect(messages.map(({ parts }) => (parts[0] as { text: string }).text)).toEqual(
      expect.arrayContaining(['one', 'two', 'here', 'there']),
    );
    const backups = readdirSync(join(vault, '.chatvault/backup'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((name) => /[0-9a-f]{16}\.md$/.test(name));
    expect(backups).toHaveLength(2);
    expect(run('check').code).toBe(0);
  });

  it('refuses what cannot be joined, and leaves both', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'a.md'), start);
    writeFileSync(join(vault, 'note.md'), '# note\n');
    expect(run('merge', 'a.md', 'note.md')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be joined'),
    });
    expect(run('merge', 'a.md', 'a.md').code).toBe(1);
    expect(readFileSync(join(vault, 'a.md'), 'utf8')).toBe(start);
  });
});
