import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printChat } from '../../core/index.ts';
import { type Place, place } from './run.ts';

/** A vault with two recorded chats, a chat of our own, and two files of one session. */
function withChats(): Place {
  const here = place();
  const cases = join(import.meta.dirname, '../cases');
  const copy = (name: string, to: string) =>
    writeFileSync(join(here.vault, to), readFileSync(join(cases, name)));
  copy('051-ids-with-colon-dot-pipe-slash/chat.md', 'ids.md');
  copy('003-interrupted-call-has-no-result/chat.md', 'stop.md');
  copy('106-same-message-number-twice/chat.md', 'dup.md');
  cpSync(join(cases, '102-copied-file-with-the-same-session-id'), join(here.vault, 'copies'), {
    recursive: true,
  });
  const texts = [
    'Where do the quinces go?',
    `By the south wall. ${'The soil is good there. '.repeat(400)}The end.`,
  ];
  const messages = texts.map((text, index) => ({
    ...{ id: index + 1, role: index === 0 ? ('user' as const) : ('assistant' as const) },
    ...{ createdAt: '2026-10-12T09:03:00Z', parts: [{ type: 'text' as const, text }] },
  }));
  writeFileSync(
    join(here.vault, 'garden.md'),
    printChat({ sessionId: 'plot', title: 'The garden', messages }),
  );
  return here;
}

describe('chatvault read', () => {
  test('takes a file, a file without .md, and a session id', () => {
    const here = withChats();
    for (const name of ['garden.md', 'garden', 'plot']) {
      expect(here.run('read', name, '1').out).toContain('Where do the quinces go?');
    }
  });

  test('gives every page with --all, and the exact words as JSON', () => {
    const here = withChats();
    expect(here.run('read', 'plot', '2').out).toContain('Ask the same again with "offset"');
    const { messages, next } = here
      .run('read', 'plot', '1-2', '--all', '--json')
      .json<{ messages: { text: string }[]; next: number | null }>();
    expect(messages.map(({ text }) => text).join('')).toMatch(/^Where.*The end\.$/s);
    expect(next).toBeNull();
  });

  test('answers 1 with a sentence for what is not there, and names both files of one session (102)', () => {
    const here = withChats();
    expect(here.run('read', 'plot', '99')).toMatchObject({ code: 1, out: '' });
    expect(here.run('read', 'plot', '99').err).toContain('Its numbers go from 1 to 2');
    const twice = here.run('read', 'copy-me', '1');
    expect(twice.code).toBe(1);
    expect(twice.err).toContain('copies/chat.md');
    expect(twice.err).toContain('conflicted copy');
    expect(here.run('read', 'copies/chat.md', '2').out).toContain('Original answer.');
  });

  test('reads nothing outside the vault', () => {
    const here = withChats();
    writeFileSync(join(here.root, 'secret.md'), printChat({ messages: [] }));
    for (const path of ['../secret.md', join(here.root, 'secret.md'), '/etc/passwd']) {
      expect(here.run('read', path, '1')).toMatchObject({ code: 2, out: '' });
    }
  });
});

describe('chatvault result', () => {
  test('prints what a tool printed, from the chat that has it', () => {
    const here = withChats();
    expect(here.run('result', 'message:2:result:functions.list_files:0').out).toContain('["x"]');
    expect(here.run('result', 'message:2:result:a/b c', '--chat', 'ids', '--json').json()).toMatchObject({
      output: 'yy',
    });
  });

  test('says "no such result" for a call that was never answered (003)', () => {
    const here = withChats();
    const ran = here.run('result', 'message:2:result:call-2', '--chat', 'stop.md');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/no such result/i);
  });

  test('asks for the chat when several have a result of this name', () => {
    const here = withChats();
    cpSync(join(here.vault, 'ids.md'), join(here.vault, 'again.md'));
    const ran = here.run('result', 'message:2:result:a/b c');
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('--chat');
  });
});

describe('chatvault search', () => {
  test('finds in the whole vault and in one chat', () => {
    const here = withChats();
    expect(
      here.run('search', 'quince', '--json').json<{ hits: { path: string; id: number }[] }>().hits[0],
    ).toMatchObject({
      path: 'garden.md',
      id: 1,
    });
    expect(here.run('search', 'quince', '--chat', 'ids.md')).toMatchObject({ code: 1, out: '' });
    expect(here.run('search', 'south', 'wall', '--all').out).toMatch(/^\d+ messages? match/);
    const heading = (...args: string[]) => here.run('search', 'quince', ...args).out.split('\n')[2];
    expect(heading('--all'), 'a vault names the chat of each hit, also when all are of one').toContain(
      'session "',
    );
    expect(heading('--chat', 'garden.md')).not.toContain('session');
  });

  test('answers 1 when nothing is found, with JSON too', () => {
    const here = withChats();
    const ran = here.run('search', 'zebra', '--json');
    expect(ran.code).toBe(1);
    expect(ran.json()).toEqual({ query: 'zebra', total: 0, hits: [] });
    expect(ran.err).toContain('Nothing was found');
  });

  test('marks what matched on a terminal with colours, and nothing elsewhere', () => {
    const here = withChats();
    const painted = here.runWith({ env: { FORCE_COLOR: '1' } }, 'search', 'quince').out;
    expect(painted).toContain('\u001b[33mquinces\u001b[39m');
    expect(here.run('search', 'quince').out).not.toContain('\u001b');
  });
});

describe('chatvault note', () => {
  test('prints, writes, adds to and takes away the note', () => {
    const here = withChats();
    expect(here.run('note', 'garden')).toMatchObject({ code: 1, out: '' });
    expect(here.run('note', 'garden', 'Quinces: south wall.').code).toBe(0);
    expect(here.runWith({ input: 'Soil: good.\n' }, 'note', 'garden', '-', '--append').code).toBe(0);
    expect(here.run('note', 'garden').out).toBe('Quinces: south wall.\nSoil: good.\n');
    expect(here.run('note', 'garden', '').code).toBe(0);
    expect(here.run('note', 'garden').code).toBe(1);
  });

  test('refuses a note that would fill every request', () => {
    const here = withChats();
    expect(here.run('note', 'garden', 'x'.repeat(8_001))).toMatchObject({ code: 2, out: '' });
  });
});
