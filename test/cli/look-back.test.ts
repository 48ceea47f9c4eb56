import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printChat } from '../../core/index.ts';
import { chatOf } from '../support/vault-folder.ts';
import { type Place, place, type Ran } from './run.ts';

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
    const { messages, next } = here
      .run('read', 'plot', '1-2', '--all', '--json')
      .json<{ messages: { text: string }[]; next: number | null }>();
    expect(messages.map(({ text }) => text).join('')).toMatch(/^Where.*The end\.$/s);
    expect(next).toBeNull();
  });

  test('prints the words alone, and beside them how to read on, until nothing is left', () => {
    const here = withChats();
    const whole = here.run('read', 'plot', '1-2', '--all');
    expect(whole.err).toBe('');
    let words = '';
    let offset: string | undefined = '0';
    for (let page = 0; offset !== undefined; page++) {
      const { out, err }: Ran = here.run('read', 'plot', '1-2', '--limit', '3000', '--offset', offset);
      words += out.replace(/^#2.*, from character [\d,]+\n/, '').replace(/\n$/, '');
      offset = /^chatvault: message 2 goes on; .* --offset (\d+), .* --all\.\n$/.exec(err)?.[1];
      expect(page).toBeLessThan(4);
      if (offset === undefined) expect(err).toBe('');
    }
    expect(`${words}\n`).toBe(whole.out);
    expect(here.run('read', 'plot', '1-2', '--limit', '24').err).toContain('more messages follow;');
  });

  test('of a range prints the messages that are there, and says which single ones are not', () => {
    const here = withChats();
    const range = here.run('read', 'plot', '2-5000', '1', '--json').json<{ messages: { id: number }[] }>();
    expect(range.messages.map(({ id }) => id)).toEqual([1, 2]);
    const some = here.run('read', 'plot', '1', '9');
    expect(some.out).toContain('quinces');
    expect(some.err).toBe('chatvault: there is no message 9 in this chat.\n');
    expect(here.run('read', 'dup', '1-5').err).toContain('more than one message has the number');
  });

  test('says how a saved output is read from here', () => {
    const here = withChats();
    expect(here.run('read', 'ids', '2').out).toContain(": chatvault result 'message:2:result:a/b c'");
  });

  test.each([
    [['read', 'plot', 'x'], '"x" is no message number'],
    [['read', 'plot', '5-2'], '"5-2" is no message number'],
    [['read', 'plot', '0'], '"0" is no message number'],
    [['read', 'plot', '1', '--before', '99'], '--before is "99"; expected a whole number, 0 to 20'],
    [['read', 'plot', '1', '--limit', '0'], '--limit is "0"; expected a whole number, 1 or more'],
    [['read', 'plot', '1', '--offset', 'next'], '--offset is "next"'],
    [['result', 'message:2:result:a', '--offset', '-1'], '--offset is "-1"'],
    [['result', 'call-1'], '"call-1" is no result id'],
    [['search', 'quince', '--limit', '99'], '--limit is "99"; expected a whole number, 1 to 20'],
    [['search', ' '], 'the words to look for are empty'],
  ])('%j is wrong use, and the message names the option', (args, says) => {
    const ran = withChats().run(...args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(says);
  });

  test('names no tool and no argument of a tool, whatever it prints', () => {
    const here = withChats();
    for (const args of [
      ['read', 'plot', '2'],
      ['read', 'plot', '99'],
      ['read', 'plot', '2', '--offset', '99999'],
      ['read', 'ids', '1-3'],
      ['result', 'message:2:result:x', '--chat', 'plot'],
      ['result', 'message:9:result:x', '--chat', 'plot'],
      ['search', 'quince'],
      ['search', 'quinze'],
      ['search', 'zebra'],
    ]) {
      const { out, err } = here.run(...args);
      expect(out + err, args.join(' ')).not.toMatch(
        /_chat_messages|read_tool_result|_ids?\b|"offset"|(?<!--)\boffset \d/,
      );
    }
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

  test('prints the output alone, so that a file can take it, and beside it what it is of', () => {
    const here = withChats();
    const output = 'line of output\n'.repeat(900);
    const result = { type: 'tool_result' as const, id: 'big', name: 'run', status: 'error', output };
    const messages = [{ id: 1, role: 'assistant' as const, createdAt: '', parts: [result] }];
    writeFileSync(join(here.vault, 'big.md'), printChat({ messages }));
    const first = here.run('result', 'message:1:result:big');
    expect(first.err).toMatch(
      /^chatvault: run \(error\), 13,500 characters\n.* --offset (\d+), .* --all\.\n$/,
    );
    const [, offset = ''] = / --offset (\d+)/.exec(first.err) ?? [];
    expect(first.out).toBe(`${output.slice(0, Number(offset))}\n`);
    expect(here.run('result', 'message:1:result:big', '--all')).toMatchObject({
      out: `${output}\n`,
      err: 'chatvault: run (error), 13,500 characters\n',
    });
    const rest = here.run('result', 'message:1:result:big', '--all', '--offset', offset);
    expect(rest.out).toBe(`${output.slice(Number(offset))}\n`);
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
      'garden.md #1 user',
    );
    expect(heading('--chat', 'garden.md')).toMatch(/^#1 user/);
  });

  test('says how to read on: the message, a saved output, more hits', () => {
    const here = withChats();
    expect(here.run('search', 'quince', '--limit', '1').err).toContain(
      '`chatvault read garden.md 1 --before 1 --after 1` prints it whole',
    );
    for (let at = 0; at < 9; at++)
      writeFileSync(join(here.vault, `more ${at}.md`), chatOf(`pomelo number ${at}`));
    const many = here.run('search', 'pomelo');
    expect(many.out).toMatch(/^9 messages match; the best 5 first\.\n/);
    expect(many.err).toMatch(/`chatvault read 'more \d\.md' 1 .*; --limit 20 shows more\.\n$/);
    const all = here.run('search', 'pomelo', '--limit', '20');
    expect(all.out).toMatch(/^9 messages match, the best first\.\n/);
    expect(all.out.match(/^more \d\.md #1/gm)).toHaveLength(9);
    expect(all.err).not.toContain('--limit');
  });

  test('names the words that a slip of the pen was read as, in whole', () => {
    const ran = withChats().run('search', 'quinzes');
    expect(ran.out).toContain('Nothing is written just so; read "quinzes" as "quinces".');
  });

  test('of a vault without chats says that, and how to make one', () => {
    const ran = place().run('search', 'quince');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/there is no chat in \S+ yet\. Make one with: chatvault add/);
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
