import { describe, expect, test } from 'vitest';
import { isChat, parse } from '../../../core/format/parse.ts';
import { scan } from '../../../core/format/scan.ts';
import { file, plain, simple, texts, troubles } from './reading.ts';

const reference = file(
  '---',
  'session_id: example-chat',
  'title: Retry settings',
  'created_at: 2026-11-02T08:14:00Z',
  '---',
  'free text',
  '',
  '@note',
  'Decided: three retries.',
  '@end-note',
  '',
  '@message',
  '{"id":2746,"role":"user","created_at":"2026-11-02T08:14:30Z","version":2,"simple":true}',
  'What do we retry, and for how long?',
  '@end-message',
  '',
  '@message',
  '{"id":2747,"role":"assistant","created_at":"2026-11-02T08:15:00Z","version":2,"simple":false}',
  '@part',
  '{"type":"text"}',
  '<think>I should read the configuration before answering.</think>',
  '@part',
  '{"type":"tool_call","id":"call-1","name":"read_file","args":{"path":"config.json"}}',
  '@part',
  '{"type":"tool_result","id":"call-1","name":"read_file"}',
  '{"retries":3,"timeout_seconds":30}',
  '@part',
  '{"type":"text"}',
  'The settings allow three retries ...',
  '@compacted',
  '{"version":4,"source":"s","recipe":"r","messageId":2747,"methods":["model"],"createdAt":1793607360000,"text":"t"}',
  '@segment',
  '{"type":"marker"}',
  '{"kind":"tool_result"}',
  '@segment',
  '{"type":"text"}',
  'Read config.json: three retries.',
  '@end-message',
  '',
  'a draft',
);

describe('parse', () => {
  test('reads the reference example', () => {
    const chat = plain(parse(reference));
    expect(chat).toEqual({
      meta: {
        sessionId: 'example-chat',
        title: 'Retry settings',
        createdAt: '2026-11-02T08:14:00Z',
        data: {
          session_id: 'example-chat',
          title: 'Retry settings',
          created_at: '2026-11-02T08:14:00Z',
        },
      },
      note: 'Decided: three retries.',
      draft: 'a draft',
      earlier: [],
      problems: [],
      messages: [
        {
          id: 2746,
          role: 'user',
          createdAt: '2026-11-02T08:14:30Z',
          line: 12,
          parts: [{ type: 'text', text: 'What do we retry, and for how long?' }],
        },
        {
          id: 2747,
          role: 'assistant',
          createdAt: '2026-11-02T08:15:00Z',
          line: 17,
          parts: [
            { type: 'text', text: '<think>I should read the configuration before answering.</think>' },
            { type: 'tool_call', id: 'call-1', name: 'read_file', args: { path: 'config.json' } },
            {
              type: 'tool_result',
              id: 'call-1',
              name: 'read_file',
              status: 'completed',
              output: '{"retries":3,"timeout_seconds":30}',
            },
            { type: 'text', text: 'The settings allow three retries ...' },
          ],
          compaction: {
            version: 4,
            source: 's',
            recipe: 'r',
            messageId: 2747,
            methods: ['model'],
            createdAt: 1793607360000,
            text: 't',
            segments: [
              { type: 'marker', text: '{"kind":"tool_result"}' },
              { type: 'text', text: 'Read config.json: three retries.' },
            ],
          },
        },
      ],
    });
  });

  test('an empty file, a blank one and a note are no chats', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from(' \n\n'), Buffer.from('# Note\n\ntext')]) {
      expect(isChat(bytes)).toBe(false);
      expect(troubles(bytes)).toEqual(['not-a-chat:1']);
    }
  });

  test('front matter decides: type chat makes a chat of anything, another type of nothing', () => {
    expect(isChat(file('---', 'type: chat', '---'))).toBe(true);
    expect(isChat(file('---', 'type: kanban', '---', '@message', simple(1), 'a', '@end-message'))).toBe(
      false,
    );
    expect(isChat(file('---', 'title: x', '---', '@message', simple(1), 'a', '@end-message'))).toBe(true);
    expect(
      parse(file('---', 'type: kanban', '---', '@message', simple(1), 'a', '@end-message')).messages,
    ).toEqual([]);
  });

  test('names front matter values that are no text, and leaves them out', () => {
    const { meta, problems } = parse(file('---', 'title: 2024', 'session_id: a', 'type: chat', '---'));
    expect(meta.title).toBeUndefined();
    expect(meta).toMatchObject({ sessionId: 'a', data: { title: 2024 } });
    expect(problems).toMatchObject([{ code: 'front-matter', line: 1 }]);
    expect(problems[0]!.text).toContain('title: 2024');
  });

  test('front matter that is never closed, or no YAML, is free text with a problem', () => {
    const open = file('---', 'title: x', '@message', simple(1), 'a', '@end-message');
    expect(parse(open).meta.data).toEqual({});
    expect(troubles(open)).toEqual(['front-matter:1']);
    const bad = file('---', 'title: "x', '---', '@message', simple(1), 'a', '@end-message');
    expect(troubles(bad)).toEqual(['front-matter:1']);
    const list = file('---', '- a', '---', '@message', simple(1), 'a', '@end-message');
    expect(troubles(list)).toEqual([]);
  });

  test('says where a second front matter stands', () => {
    const head = ['---', 'title: x', '---'];
    const one = ['@message', simple(1), 'a', '@end-message'];
    expect(troubles(file(...head, ...one, ...head, '@message', simple(2), 'b', '@end-message'))).toEqual([
      'two-front-matters:8',
    ]);
  });

  test('a message without its end is open, shown, and with its successor not written to', () => {
    const bytes = file(
      '@message',
      simple(1),
      'a',
      '',
      '@message',
      simple(2),
      'b',
      '@end-message',
      '@message',
      simple(3),
      'c',
    );
    const { messages } = parse(bytes);
    expect(messages.map(({ id, open, blocked }) => [id, open, blocked])).toEqual([
      [1, true, 'missing-end'],
      [2, undefined, 'missing-end'],
      [3, true, 'missing-end'],
    ]);
    expect(messages.map((one) => texts(one))).toEqual([['a\n'], ['b'], ['c']]);
    expect(troubles(bytes)).toEqual(['missing-end:1', 'missing-end:9']);
  });

  test('a message line in a text opens a message only where a header or nothing follows', () => {
    const pasted = file('@message', simple(1), 'see', '@message', 'that', '@end-message');
    expect(texts(parse(pasted).messages[0]!)).toEqual(['see\n<!-- clara:message -->\nthat']);
    expect(troubles(pasted)).toEqual(['pasted-marker:4']);
    expect(parse(pasted).messages[0]!.blocked).toBe('pasted-marker');
    expect(troubles(file('@message', simple(1), 'see', '@message'))).toEqual([
      'missing-end:1',
      'unreadable-header:4',
    ]);
  });

  test('a header that cannot be understood keeps its block out, and says why', () => {
    for (const [header, word] of [
      ['{"id":1,', 'JSON object'],
      ['["id",1]', 'JSON object'],
      ['{"role":"user"}', 'its id is missing'],
      ['{"id":0,"role":"user"}', 'its id is 0'],
      ['{"id":9007199254740993,"role":"user"}', 'its id is'],
      ['{"id":"1","role":"user"}', 'its id is "1"'],
      ['{"id":1}', 'its role is missing'],
      ['{"id":1,"role":"tool"}', 'its role is "tool"'],
    ]) {
      const bytes = file(
        '@message',
        header!,
        'x',
        '@end-message',
        '@message',
        simple(2),
        'y',
        '@end-message',
      );
      const { messages, problems } = parse(bytes);
      expect(messages.map(({ id }) => id)).toEqual([2]);
      expect(problems).toMatchObject([{ code: 'unreadable-header', line: 1 }]);
      expect(problems[0]!.text).toContain(word);
      expect(problems[0]!.text).toContain('mend the line');
    }
  });

  test('what a newer version wrote is kept and named, not guessed at', () => {
    const newer = file('@message', '{"id":1,"role":"user","version":3,"simple":true}', 'x', '@end-message');
    expect(parse(newer).messages).toEqual([]);
    expect(troubles(newer)).toEqual(['unknown-version:1']);
    const parts = file(
      '@message',
      '{"id":1,"role":"user","version":2}',
      '@part',
      '{"type":"video"}',
      'x',
      '@future',
      'y',
      '@part',
      '{"type":"text"}',
      'z',
      '@end-message',
    );
    expect(plain(parse(parts).messages[0]!.parts)).toEqual([
      { type: 'unknown', name: 'video' },
      { type: 'text', text: 'z' },
    ]);
    expect(troubles(parts)).toEqual(['unknown-part:3', 'unknown-block:6']);
    expect(parse(parts).messages[0]!.blocked).toBeUndefined();
    const short = file(
      '@message',
      simple(1),
      'x',
      '@compacted',
      '{"version":5,"messageId":1}',
      '@segment',
      '{"type":"rune"}',
      'y',
      '@end-message',
    );
    expect(troubles(short)).toEqual(['unknown-version:4', 'unknown-segment:6']);
    expect(parse(short).messages[0]).toMatchObject({
      blocked: 'unknown-version',
      compaction: { version: 5 },
    });
  });

  test('an unknown block at the top ends nothing but itself and is not the draft', () => {
    const bytes = file(
      '@message',
      simple(1),
      'a',
      '@end-message',
      '@future',
      'x',
      '@message',
      simple(2),
      'b',
      '@end-message',
      '@future',
      'y',
    );
    expect(parse(bytes).messages.map((one) => texts(one)[0])).toEqual(['a', 'b']);
    expect(parse(bytes).draft).toBeUndefined();
    expect(troubles(bytes)).toEqual(['unknown-block:5', 'unknown-block:11']);
  });

  test('simple is a hint: text before parts and parts in a simple message count, with a problem', () => {
    const before = file(
      '@message',
      '{"id":1,"role":"user","version":2,"simple":false}',
      'a',
      '@part',
      '{"type":"text"}',
      'b',
      '@end-message',
    );
    expect(texts(parse(before).messages[0]!)).toEqual(['a', 'b']);
    expect(troubles(before)).toEqual(['text-before-part:3']);
    const inside = file('@message', simple(1), 'a', '@part', '{"type":"text"}', 'b', '@end-message');
    expect(texts(parse(inside).messages[0]!)).toEqual(['a', 'b']);
    expect(troubles(inside)).toEqual(['parts-in-simple:4']);
    const blank = file(
      '@message',
      '{"id":1,"role":"user","version":2,"simple":false}',
      '',
      ' ',
      '@part',
      '{"type":"text"}',
      'b',
      '@end-message',
    );
    expect(texts(parse(blank).messages[0]!)).toEqual(['b']);
    expect(troubles(blank)).toEqual([]);
  });

  test('the pinned of two short forms is used, else the first that belongs to the message', () => {
    const form = (more: object, text: string) => [
      '@compacted',
      JSON.stringify({
        version: 4,
        source: 's',
        recipe: 'r',
        messageId: 1,
        methods: [],
        createdAt: 1,
        text: 't',
        ...more,
      }),
      '@segment',
      '{"type":"text"}',
      text,
    ];
    const two = (a: object, b: object) =>
      file('@message', simple(1), 'x', ...form(a, 'a'), ...form(b, 'b'), '@end-message');
    const chosen = (bytes: Buffer) => plain(parse(bytes).messages[0]!.compaction!.segments)[0]!;
    expect(chosen(two({}, {}))).toMatchObject({ text: 'a' });
    expect(chosen(two({}, { pinned: true }))).toMatchObject({ text: 'b' });
    expect(chosen(two({ messageId: 9 }, {}))).toMatchObject({ text: 'b' });
    expect(troubles(two({}, {}))).toEqual(['duplicate-compaction:9']);
    expect(parse(two({}, {})).messages[0]!.blocked).toBeUndefined();
  });

  test('what stands behind a short form is kept and not read', () => {
    const bytes = file(
      '@message',
      simple(1),
      'x',
      '@compacted',
      '{"version":4,"messageId":1}',
      '@part',
      '{"type":"text"}',
      'late',
      '@end-message',
    );
    expect(texts(parse(bytes).messages[0]!)).toEqual(['x']);
    expect(troubles(bytes)).toEqual(['misplaced-block:6']);
  });

  test('markers outside of what they belong to are text with a problem', () => {
    const bytes = file(
      '@part',
      '@message',
      simple(1),
      'a',
      '@segment',
      '@end-note',
      '@end-message',
      '@compacted',
      'draft',
    );
    expect(texts(parse(bytes).messages[0]!)).toEqual(['a\n<!-- clara:segment -->\n<!-- clara:end-note -->']);
    expect(troubles(bytes)).toEqual([
      'pasted-marker:1',
      'pasted-marker:5',
      'pasted-marker:6',
      'pasted-marker:8',
    ]);
    expect(parse(bytes).draft).toBe('<!-- clara:compacted -->\ndraft');
  });

  test('a note that is not ended ends at the next message; a second and a late one are misplaced', () => {
    const bytes = file(
      '@note',
      'first',
      '@note',
      'second',
      '@message',
      simple(1),
      'a',
      '@end-message',
      '@note',
      'late',
      '@end-note',
    );
    expect(parse(bytes).note).toBe('first');
    expect(troubles(bytes)).toEqual([
      'missing-end:1',
      'misplaced-block:3',
      'missing-end:3',
      'misplaced-block:9',
    ]);
  });

  test('reads accounts of earlier messages, where they fit', () => {
    const header = {
      version: 1,
      kind: 'range',
      from: 1,
      to: 33,
      uids: ['first', 'last'],
      pieces: [{ to: 17, source: 'p' }],
      recipe: 'r',
      methods: ['model'],
      createdAt: 5,
      covered: [{ id: 12, kind: 'paste', chars: 3607, first: 'services:' }],
    };
    const bytes = file(
      '@earlier',
      JSON.stringify(header),
      'They talked.',
      '@end-earlier',
      '@earlier',
      '{"version":1,"from":"1"}',
      '@end-earlier',
      '@earlier',
      '{"version":2,"from":1,"to":2}',
      '@message',
      simple(1),
      'a',
      '@end-message',
    );
    expect(plain(parse(bytes).earlier)).toEqual([{ ...header, text: 'They talked.', line: 1 }]);
    expect(troubles(bytes)).toEqual(['unreadable-header:5', 'unknown-version:8']);
  });

  test('guards are taken off in messages, notes and accounts, not in the draft', () => {
    const guarded = '<!-- \\clara:part -->';
    const bytes = file(
      '@note',
      guarded,
      '@end-note',
      '@earlier',
      '{"version":1,"from":1,"to":1}',
      guarded,
      '@end-earlier',
      '@message',
      simple(1),
      `<!-- \\\\clara:x -->  `,
      '@end-message',
      guarded,
    );
    const chat = parse(bytes);
    expect(chat.note).toBe('<!-- clara:part -->');
    expect(chat.earlier[0]!.text).toBe('<!-- clara:part -->');
    expect(texts(chat.messages[0]!)).toEqual(['<!-- \\clara:x -->  ']);
    expect(chat.draft).toBe(guarded);
  });

  test('a JSON body is decoded; one that is none is read as lines, with a problem', () => {
    const header = '{"id":1,"role":"user","version":2,"simple":true,"enc":"json"}';
    expect(texts(parse(file('@message', header, '"a\\rb\\r\\nc"', '@end-message')).messages[0]!)).toEqual([
      'a\rb\r\nc',
    ]);
    const broken = file('@message', header, 'a', '@end-message');
    expect(texts(parse(broken).messages[0]!)).toEqual(['a']);
    expect(troubles(broken)).toEqual(['unreadable-header:1']);
  });

  test('blank lines between a marker and its header are kept and skipped', () => {
    const bytes = file('@message', '', ' \t', simple(1), 'a', '@end-message');
    expect(texts(parse(bytes).messages[0]!)).toEqual(['a']);
    expect(troubles(bytes)).toEqual([]);
  });

  test('the draft is what stands behind the last block, without outer blank lines', () => {
    const one = ['@message', simple(1), 'a', '@end-message'];
    expect(parse(file(...one, '', '  indented', '', 'more  ', '', ' ')).draft).toBe('  indented\n\nmore  ');
    expect(parse(file(...one, '', '')).draft).toBeUndefined();
    expect(parse(file('---', 'type: chat', '---', '', 'first words')).draft).toBe('first words');
    expect(parse(file('---', 'type: chat', '---', '@note', 'n', '@end-note', 'first words')).draft).toBe(
      'first words',
    );
  });

  test('bytes that are not UTF-8 are read, shown as U+FFFD, and lock the file', () => {
    const bytes = Buffer.concat([
      file('@message', simple(1), 'a'),
      Buffer.from([0xff, 0x0a]),
      file('@end-message'),
    ]);
    expect(texts(parse(bytes).messages[0]!)).toEqual(['a\n\uFFFD']);
    expect(troubles(bytes)).toEqual(['not-utf8:4']);
    expect(parse(bytes).messages[0]!.blocked).toBe('not-utf8');
  });

  test('a git conflict inside a message block is seen, with the base of diff3 and long marks', () => {
    const mark = (sign: string) => sign.repeat(32);
    const bytes = file(
      '@message',
      simple(1),
      `${mark('<')} ours`,
      'a',
      `${mark('|')} base`,
      'b',
      mark('='),
      'c',
      `${mark('>')} theirs`,
      '@end-message',
    );
    expect(troubles(bytes)).toEqual(['git-conflict:3']);
    const uneven = file('@message', simple(1), '<<<<<<< a', '========', '>>>>>>> b', '@end-message');
    expect(troubles(uneven)).toEqual([]);
    const heading = file('@message', simple(1), 'Heading', '=======', '@end-message');
    expect(troubles(heading)).toEqual([]);
  });

  test('both sides of a conflict inside a message block are read, as git leaves them there', () => {
    const bytes = file(
      ...[
        '@message',
        simple(1),
        'a',
        '@end-message',
        '',
        '@message',
        '<<<<<<< ours',
        simple(2),
        'b',
        '=======',
      ],
      ...[simple(2, 'assistant'), 'c', '>>>>>>> theirs', '@end-message', '', '@message', simple(3), 'd'],
      ...['<<<<<<< ours', 'x', '=======', 'y', '>>>>>>> theirs', '@end-message'],
    );
    const { messages } = parse(bytes);
    expect(messages.map(({ id, role, line }) => [id, role, line])).toEqual([
      [1, 'user', 1],
      [2, 'user', 6],
      [2, 'assistant', 6],
      [3, 'user', 16],
      [3, 'user', 16],
    ]);
    expect(messages.map((one) => texts(one)[0])).toEqual(['a', 'b', 'c', 'd\nx', 'd\ny']);
    expect(messages.every(({ blocked }) => blocked === 'git-conflict')).toBe(true);
    expect(troubles(bytes)).toEqual(['git-conflict:7', 'git-conflict:19']);
  });

  test('an open fence in one message does not hide a conflict in the next', () => {
    const bytes = file(
      '@message',
      simple(1),
      '```',
      '@end-message',
      '<<<<<<< a',
      '@message',
      simple(2),
      'b',
      '@end-message',
      '=======',
      '>>>>>>> b',
    );
    expect(troubles(bytes)).toEqual(['git-conflict:5']);
  });

  test('decodes a text each time, so what is not asked for is never decoded', () => {
    const bytes = Buffer.from(file('@message', simple(1), 'aaaa', '@end-message'));
    const [message] = parse(bytes).messages;
    bytes.write('bbbb', bytes.indexOf('aaaa'));
    expect(texts(message!)).toEqual(['bbbb']);
  });
});

describe('growth', () => {
  const blocksOf = (bytes: Uint8Array): number => scan(bytes).length;

  test('50,000 blocks in one message, one line of a megabyte and 100,000 look-alikes are read', () => {
    const parts = Buffer.concat([
      file('@message', '{"id":1,"role":"user","version":2}'),
      Buffer.from('<!-- clara:part -->\n{"type":"text"}\nx\n'.repeat(50_000)),
      file('@end-message'),
    ]);
    expect(blocksOf(parts)).toBe(50_002);
    expect(parse(parts).messages[0]!.parts).toHaveLength(50_000);
    const line = file('@message', simple(1), 'x'.repeat(1_000_000), '@end-message');
    expect(texts(parse(line).messages[0]!)[0]).toHaveLength(1_000_000);
    const alike = file('@message', simple(1), '<!-- clara:'.repeat(100_000), '@end-message');
    expect(parse(alike).problems).toEqual([]);
    const pasted = Buffer.concat([
      file('@message', simple(1)),
      Buffer.from('<!-- clara:message -->\n\n'.repeat(50_000)),
      file('x', '@end-message'),
    ]);
    expect(parse(pasted).problems).toHaveLength(50_000);
  });
});
