import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { edit } from '../../../../core/format/edit.ts';
import { merge } from '../../../../core/format/merge/merge.ts';
import { resolveMarks, resolveStages } from '../../../../core/format/merge/resolve.ts';
import { parse } from '../../../../core/format/parse.ts';
import type { NewEarlier } from '../../../../core/format/print.ts';
import { applySplices } from '../../../../core/format/splice.ts';
import { caseFile } from '../../../support/recorded.ts';
import { file, simple, texts, troubles } from '../reading.ts';
import { join, sourceOf } from './clones.ts';

const said = (id: number, text: string, more: object = {}): string[] => [
  '@message',
  JSON.stringify({
    id,
    role: 'user',
    created_at: `2026-11-02T08:${10 + id}:00Z`,
    version: 2,
    simple: true,
    ...more,
  }),
  text,
  '@end-message',
  '',
];
const chat = (...messages: string[][]): Buffer => file(...messages.flat());
const words = (bytes: Uint8Array): [number, string][] =>
  parse(bytes).messages.map((one) => [one.id, texts(one).join('|')]);

/** Both ways round, because every merge must not care. */
function both(base: Buffer, ours: Buffer, theirs: Buffer): Buffer {
  const merged = join(base, ours, theirs);
  expect(join(base, theirs, ours).toString()).toBe(merged.toString());
  return merged;
}

describe('messages', () => {
  test('T47 two clones that both went on end with both messages, by time, the later one with the next free id', () => {
    const base = chat(said(1, 'a'));
    const late = { created_at: '2026-11-02T09:00:00Z' };
    const merged = both(
      base,
      chat(said(1, 'a'), said(2, 'ours', late)),
      chat(said(1, 'a'), said(2, 'theirs')),
    );
    expect(words(merged)).toEqual([
      [1, 'a'],
      [2, 'theirs'],
      [3, 'ours'],
    ]);
    expect(merged.toString()).toContain('"was":2');
    expect(troubles(merged)).toEqual([]);
  });

  test('an edit here and a new message there both stand', () => {
    const merged = both(chat(said(1, 'a')), chat(said(1, 'edited')), chat(said(1, 'a'), said(2, 'b')));
    expect(words(merged)).toEqual([
      [1, 'edited'],
      [2, 'b'],
    ]);
  });

  test('two different edits of one message become two messages, the one with the new id marked', () => {
    for (const more of [{}, { uid: 'abcdefghijkl' }]) {
      const version = (text: string) => chat(said(1, text, more), said(2, 'b'));
      const merged = both(version('a'), version('ours'), version('theirs'));
      expect(words(merged).map(([id]) => id)).toEqual([1, 3, 2]);
      expect(new Set(words(merged).map(([, text]) => text))).toEqual(new Set(['ours', 'theirs', 'b']));
      expect(merged.toString().match(/"was":1/g)).toHaveLength(1);
      const uids = parse(merged).messages.flatMap(({ uid }) => uid ?? []);
      expect(new Set(uids).size).toBe(uids.length);
    }
  });

  test('who edits a message wins over who takes it out; an untouched one goes', () => {
    const uid = { uid: 'abcdefghijkl' };
    expect(
      words(
        both(
          chat(said(1, 'a', uid), said(2, 'b')),
          chat(said(2, 'b')),
          chat(said(1, 'edited', uid), said(2, 'b')),
        ),
      ),
    ).toEqual([
      [1, 'edited'],
      [2, 'b'],
    ]);
    expect(
      words(
        both(
          chat(said(1, 'a'), said(2, 'b')),
          chat(said(2, 'b')),
          chat(said(1, 'a'), said(2, 'b'), said(3, 'c')),
        ),
      ),
    ).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  test('what a newer version wrote, and keys and blocks nobody knows, stay to the byte', () => {
    const odd = [
      '@future',
      'x',
      '',
      '@message',
      '{"id":9,"role":"user","version":7}',
      'unreadable',
      '@end-message',
      '',
    ];
    const base = file(...said(1, 'a', { colour: 'blue' }), ...odd, ...said(2, 'b'));
    const merged = both(
      base,
      file(...said(1, 'a', { colour: 'blue' }), ...odd, ...said(2, 'b'), ...said(3, 'c')),
      file(...said(1, 'new', { colour: 'blue' }), ...odd, ...said(2, 'b')),
    );
    expect(merged.toString()).toContain(file(...odd).toString());
    expect(merged.toString()).toContain('"colour":"blue"');
  });

  test('messages out of order or without a date keep the order of their side', () => {
    const undated = { created_at: undefined };
    const base = chat(said(1, 'a'), said(2, 'b', undated), said(3, 'c'));
    const ours = chat(
      said(1, 'a'),
      said(2, 'b', undated),
      said(3, 'c'),
      said(4, 'd', undated),
      said(5, 'e', { created_at: '2020-01-01T00:00:00Z' }),
    );
    const merged = both(base, ours, chat(said(1, 'a'), said(2, 'b', undated), said(3, 'changed')));
    expect(words(merged).map(([, text]) => text)).toEqual(['a', 'b', 'changed', 'd', 'e']);
  });

  test('a number given again after its message was taken out is another message', () => {
    const at = (minute: number): object => ({ created_at: `2026-11-02T08:${minute}:00Z` });
    const base = chat(said(1, 'a', at(10)));
    const merged = both(base, chat(said(1, 'a', at(10)), said(2, 'b', at(20))), chat(said(1, 'c', at(30))));
    expect(words(merged)).toEqual([
      [2, 'b'],
      [1, 'c'],
    ]);
  });

  test('T47 an id that a file had twice already stays as it is', () => {
    const twice = chat(said(1, 'a'), said(1, 'b'));
    const merged = both(
      twice,
      chat(said(1, 'a'), said(1, 'b'), said(2, 'c')),
      chat(said(1, 'a'), said(1, 'b'), said(3, 'd')),
    );
    expect(words(merged)).toEqual([
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ]);
  });

  test('numbers given by one merge are kept by the next', () => {
    const base = chat(said(1, 'a'));
    const later = { created_at: '2026-11-02T08:30:00Z' };
    const first = both(base, chat(said(1, 'a'), said(2, 'x')), chat(said(1, 'a'), said(2, 'y', later)));
    const more = (text: string, minute: number): Buffer =>
      Buffer.concat([first, chat(said(4, text, { created_at: `2026-11-02T10:${minute}:00Z` }))]);
    expect(words(both(first, more('p', 10), more('q', 20)))).toEqual([
      [1, 'a'],
      [2, 'x'],
      [3, 'y'],
      [4, 'p'],
      [5, 'q'],
    ]);
  });

  test('a reply without its end stays open as the last one and is ended when text follows', () => {
    const open = file('@message', simple(2), 'half a reply');
    const base = chat(said(1, 'a'));
    const ours = Buffer.concat([base, open]);
    const theirs = file(...said(1, 'edited'), 'a draft');
    const merged = both(base, ours, theirs);
    expect(words(merged)).toEqual([
      [1, 'edited'],
      [2, 'half a reply'],
    ]);
    expect(parse(merged).draft).toBe('a draft');
    expect(parse(both(base, ours, chat(said(1, 'edited')))).messages[1]!.open).toBe(true);
  });
});

describe('short forms and accounts', () => {
  const compact = (bytes: Buffer, id: number, text: string, createdAt: number): Buffer => {
    const message = parse(bytes).messages.find((one) => one.id === id)!;
    const source = sourceOf(message);
    const compaction = {
      version: 4,
      source,
      recipe: 'r',
      messageId: id,
      methods: ['m'],
      createdAt,
      text: '',
      segments: [{ type: 'text' as const, text }],
    };
    return Buffer.from(
      applySplices(
        bytes,
        edit(bytes, [{ kind: 'compact', messageId: id, source, compaction }], sourceOf).splices,
      ),
    );
  };

  test('a short form here and an edit there do not meet; the edit has none', () => {
    const base = chat(said(1, 'a'), said(2, 'b'));
    const merged = both(base, compact(base, 2, 'short b', 1), chat(said(1, 'edited'), said(2, 'b')));
    expect(words(merged)).toEqual([
      [1, 'edited'],
      [2, 'b'],
    ]);
    expect(parse(merged).messages[1]!.compaction!.segments[0]!.text).toBe('short b');
  });

  test('an account stays while nothing came between what it covers, and goes otherwise', () => {
    const account: NewEarlier = {
      version: 1,
      kind: 'range',
      from: 1,
      to: 2,
      uids: [],
      pieces: [],
      recipe: 'r',
      methods: [],
      createdAt: 1,
      covered: [],
      text: 'They met.',
    };
    const base = chat(said(1, 'a'), said(2, 'b'), said(3, 'c'));
    const ours = Buffer.from(
      applySplices(base, edit(base, [{ kind: 'earlier', earlier: account }], sourceOf).splices),
    );
    const after = both(base, ours, chat(said(1, 'a'), said(2, 'b'), said(3, 'c'), said(4, 'd')));
    expect(parse(after).earlier.map(({ text, line }) => [text, line])).toEqual([['They met.', 10]]);
    expect(parse(both(base, ours, chat(said(1, 'a'), said(2, 'changed'), said(3, 'c')))).earlier).toEqual([]);
    expect(parse(both(base, ours, chat(said(2, 'b'), said(3, 'c')))).earlier).toEqual([]);
  });
});

describe('everything else', () => {
  test('front matter goes key by key; the smaller of two new values stands and the other below it', () => {
    const head = (...lines: string[]): Buffer => file('---', ...lines, '---', '', ...said(1, 'a'));
    const base = head('title: x', '# mine', 'tags:', '  - a', 'type: chat');
    const merged = both(
      base,
      head('title: ours', '# mine', 'tags:', '  - a', '  - b', 'type: chat'),
      head('title: theirs', '# mine', 'tags:', '  - a', 'type: chat', 'new: 1'),
    );
    expect(parse(merged).meta.data).toEqual({ title: 'ours', tags: ['a', 'b'], type: 'chat', new: 1 });
    expect(merged.toString()).toContain('title: ours\n# mine\n# or: "title: theirs\\n# mine\\n"\n');
  });

  test('both notes and both drafts stand, in one order', () => {
    const with_ = (note: string, draft: string): Buffer =>
      file('@note', note, '@end-note', '', ...said(1, 'a'), draft);
    const merged = both(with_('n', 'd'), with_('n ours', 'd ours'), with_('n theirs', 'd theirs'));
    const line = '<!-- also written elsewhere at the same time: -->';
    expect(parse(merged)).toMatchObject({
      note: `n ours\n\n${line}\n\nn theirs`,
      draft: `d ours\n\n${line}\n\nd theirs`,
    });
    const again = both(with_('n', 'd'), merged, with_('n third', 'd third'));
    expect(parse(again).note!.split(line)).toHaveLength(3);
  });

  test('line ends follow who changed them, the byte order mark and a missing last line end too', () => {
    const base = chat(said(1, 'a'));
    const crlf = Buffer.from(`\uFEFF${base.toString().replaceAll('\n', '\r\n')}`);
    const merged = both(base, crlf, chat(said(1, 'a'), said(2, 'b')));
    expect(merged.toString()).toBe(
      `\uFEFF${chat(said(1, 'a'), said(2, 'b')).toString().trimEnd().replaceAll('\n', '\r\n')}\r\n`,
    );
    const bare = Buffer.from(chat(said(1, 'changed')).toString().trimEnd());
    expect(both(base, bare, chat(said(1, 'a'), said(2, 'b'))).toString()).toMatch(/end-message -->$/);
  });

  test('without a common version everything of both copies stands, once', () => {
    const merged = both(Buffer.alloc(0), chat(said(1, 'a'), said(2, 'b')), chat(said(1, 'a'), said(2, 'c')));
    expect(
      words(merged)
        .map(([, text]) => text)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
  });

  test('what is no chat, not UTF-8 or in conflict itself is left to a person, with both sides in the file', () => {
    const base = chat(said(1, 'a'));
    for (const bad of [
      Buffer.from('no chat\n'),
      Buffer.concat([base, Buffer.from([0xff])]),
      file('<<<<<<< x', ...said(1, 'b'), '=======', '>>>>>>> y'),
    ]) {
      const result = merge(base, bad, chat(said(1, 'c')), sourceOf, 9);
      expect(result.undecided).toBe(true);
      const text = Buffer.from(result.bytes);
      expect(text.includes(bad)).toBe(true);
      expect(text.includes(chat(said(1, 'c')))).toBe(true);
      expect(text.toString()).toMatch(/^<{9} /m);
      expect(Buffer.from(merge(base, chat(said(1, 'c')), bad, sourceOf, 9).bytes).equals(text)).toBe(true);
    }
  });
});

describe('conflict marks', () => {
  test('are resolved from the three stages of git', () => {
    const base = chat(said(1, 'a'));
    const [ours, theirs] = [chat(said(1, 'a'), said(2, 'b')), chat(said(1, 'edited'))];
    expect(resolveStages({ base, ours, theirs }, sourceOf)!.bytes).toEqual(join(base, ours, theirs));
    expect(words(resolveStages({ ours, theirs }, sourceOf)!.bytes)).toHaveLength(3);
    expect(resolveStages({ base, theirs }, sourceOf)!.bytes).toBe(theirs);
    expect(resolveStages({ base }, sourceOf)).toBeUndefined();
  });

  test('104: are resolved from what stands between them', () => {
    const bytes = readFileSync(caseFile('104', 'conflict.md'));
    const { bytes: merged, undecided } = resolveMarks(bytes, sourceOf)!;
    expect(undecided).toBe(false);
    expect(troubles(merged)).toEqual([]);
    expect(words(merged).map(([id, text]) => [id, text.slice(0, 6)])).toEqual([
      [1, 'Colour'],
      [2, 'Green.'],
      [4, 'Brown,'],
      [3, 'The ha'],
    ]);
    expect(resolveMarks(merged, sourceOf)).toBeUndefined();
  });

  test('inside one message block are resolved too, with the base that diff3 shows', () => {
    const mark = (sign: string): string => sign.repeat(7);
    const bytes = file(
      '@message',
      `${mark('<')} ours`,
      ...said(1, 'ours').slice(1, 3),
      `${mark('|')} base`,
      ...said(1, 'a').slice(1, 3),
      mark('='),
      ...said(1, 'a').slice(1, 3),
      `${mark('>')} theirs`,
      '@end-message',
    );
    expect(words(resolveMarks(bytes, sourceOf)!.bytes)).toEqual([[1, 'ours']]);
  });
});
