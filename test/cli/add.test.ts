import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../core/index.ts';
import { place } from './run.ts';

describe('add', () => {
  it('makes the file, then adds to it, from --text and from standard input', () => {
    const { run, runWith, vault } = place();
    expect(run('add', 'plans/garden.md', '--role', 'user', '--text', 'Where were we?').out).toBe(
      'plans/garden.md: made, with message 1 (user)\n',
    );
    expect(
      runWith({ input: 'At the shed.\nIt was green.\n' }, 'add', 'plans/garden', '--role', 'assistant').out,
    ).toBe('plans/garden.md: added message 2 (assistant)\n');
    const { messages, problems } = parse(readFileSync(join(vault, 'plans/garden.md')));
    expect(problems).toEqual([]);
    expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ type: 'text', text: 'Where were we?' }]],
      ['assistant', [{ type: 'text', text: 'At the shed.\nIt was green.' }]],
    ]);
    expect(messages.every(({ uid }) => /^[a-z2-7]{12}$/.test(uid ?? ''))).toBe(true);
  });

  it('puts the message before the draft and changes no other byte', () => {
    const { run, vault } = place();
    run('add', 'a.md', '--role', 'user', '--text', 'One');
    const file = join(vault, 'a.md');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}\nmy draft, no line end`);
    expect(run('add', 'a.md', '--role', 'assistant', '--text', 'Two', '--json').json()).toMatchObject({
      path: 'a.md',
      id: 2,
      created: false,
    });
    const after = readFileSync(file, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.endsWith('my draft, no line end')).toBe(true);
    expect(parse(readFileSync(file)).draft).toBe('my draft, no line end');
  });

  it('takes a path from the folder it is called in', () => {
    const { runWith, run, vault } = place();
    run('init');
    mkdirSync(join(vault, 'sub'));
    const ran = runWith({ cwd: join(vault, 'sub') }, 'add', 'x.md', '--role', 'user', '--text', 'Hi');
    expect(ran.out).toBe('sub/x.md: made, with message 1 (user)\n');
  });

  it('fills an empty file, and keeps its hands off an ordinary note', () => {
    const { run, vault } = place();
    writeFileSync(join(vault, 'empty.md'), '');
    expect(run('add', 'empty.md', '--role', 'user', '--text', 'Hi').code).toBe(0);
    writeFileSync(join(vault, 'note.md'), '# A note\n');
    const ran = run('add', 'note.md', '--role', 'user', '--text', 'Hi');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('ordinary Markdown file');
    expect(readFileSync(join(vault, 'note.md'), 'utf8')).toBe('# A note\n');
  });

  it('says why a chat cannot be written, and leaves it as it is', () => {
    const { run, vault } = place();
    run('add', 'a.md', '--role', 'user', '--text', 'One');
    const file = join(vault, 'a.md');
    linkSync(file, join(vault, 'other name'));
    const before = readFileSync(file, 'utf8');
    const ran = run('add', 'a.md', '--role', 'user', '--text', 'Two');
    expect(ran).toMatchObject({ code: 3, out: '' });
    expect(ran.err).toContain('a.md has more than one name (hard links)');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each([
    [['a.md', '--text', 'x'], '--role'],
    [['a.md', '--role', 'robot', '--text', 'x'], 'user, assistant'],
    [['a.md', '--role', 'user', '--text', ' \n '], 'the message is empty'],
    [['a.md', '--role', 'user'], 'the message is empty'],
    [['../a.md', '--role', 'user', '--text', 'x'], 'not a file of this vault'],
    [['.chatvault/a.md', '--role', 'user', '--text', 'x'], 'not a file of this vault'],
    [['--role', 'user', '--text', 'x'], 'missing required argument'],
  ])('refuses %j with exit code 2 and a sentence', (args, says) => {
    const { run } = place();
    const ran = run('add', ...args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(says);
  });
});
