import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postings } from '../../../core/search/postings.ts';
import { bestMessages } from '../../../core/search/score.ts';
import { searchChat } from '../../../core/search/search-chat.ts';
import { chat } from '../../support/notation.ts';
import { message, said } from './messages.ts';

const ids = (texts: readonly string[], query: string): number[] =>
  searchChat(said(...texts), query).hits.map(({ id }) => id);

describe('what is found', () => {
  test.each([
    ['the same stem in English', 'delaying relocations', 'We delay the relocation.'],
    [
      'the same stem in German',
      'Ofenklappe öffnen',
      'Bitte am Montag die Ofenklappen öffnen, die sind noch zu.',
    ],
    ['without the accents', 'reunion reportee', 'La réunion des parents a été reportée au lundi.'],
    ['ß as ss', 'strasse', 'Die Größe der Straße ist nicht so wichtig wie das Haus.'],
    ['an identifier', 'max_wal_senders', 'Set max_wal_senders = 7 there.'],
    ['a part of a snake', 'senders', 'Set max_wal_senders = 7 there.'],
    ['a hump of a camel', 'reconcile', 'function reconcileLedgers() {}'],
    ['an acronym in a camel', 'http server', 'new HTTPServer()'],
    ['a version', '3.8.1', 'Rolling back to 3.8.1 cured it.'],
    ['a number written with commas', '2340', 'The deposit is 2,340 euros.'],
    ['a port inside a mapping', '8101', 'ports: "18101:8101"'],
    ['an error code by its number', '7731', 'It said E_QUOTA_7731.'],
    ['Chinese', '图书馆', '下周三下午三点在图书馆见面。'],
    ['one Han character', '猫', '猫の予防接種は来月です。'],
    ['Japanese between other words', '暗証番号', '会議室の暗証番号は変わりました。'],
    ['Korean with its endings', '도서관', '내일 도서관에서 만나요.'],
    ['Thai', 'ห้องริมสระน้ำ', 'ประชุมครั้งหน้าย้ายไปห้องริมสระน้ำชั้นสอง'],
    ['Russian in another case', 'библиотека', 'Мы встретимся в библиотеке, и это не так далеко.'],
    ['half-width kana', 'カフェ', 'ｶﾌｪで会いましょう。'],
    ['a word that only begins alike', 'expiry', 'The passport expires soon.'],
    ['signs alone', '->', 'Write a -> b here.'],
    ['only stop words', 'to be or not to be', 'He said: To be or not to be.'],
    ['a slip of the pen, when nothing else hits', 'penicilin', 'She is allergic to penicillin.'],
  ])('%s', (_what, query, text) => {
    expect(
      ids(['Nothing of that kind here at all.', text, 'Also about other things, as ever.'], query)[0],
    ).toBe(2);
  });

  test('what a tool printed and how it was called', () => {
    const messages = [
      ...said('hello'),
      message(2, [
        { type: 'tool_call', id: 'c', name: 'run', args: { command: 'systemctl restart lantern' } },
        { type: 'tool_result', id: 'c', name: 'run', status: 'completed', output: 'exit status 137' },
      ]),
    ];
    for (const query of ['lantern', 'exit status']) expect(searchChat(messages, query).hits[0]?.id).toBe(2);
    expect(searchChat(messages, 'exit status').hits[0]?.places[0]?.part).toBe(1);
  });

  test('never reasoning, never short forms', () => {
    const messages = [
      message(1, [{ type: 'reasoning', text: 'walrus' }], 'assistant'),
      message(2, [{ type: 'text', text: '<think>walrus</think>hello' }], 'assistant'),
    ];
    expect(searchChat(messages, 'walrus').hits).toEqual([]);
    const { messages: shortened } = chat('u10 a200~40');
    const short = shortened[1]?.compaction?.segments[0];
    const own = short?.type === 'text' ? short.text.split(' ')[0]! : '';
    expect(
      searchChat(shortened, own).hits.every(({ places }) => places.every(({ part }) => part === 0)),
    ).toBe(true);
  });

  test('nothing, when nothing is there', () => {
    expect(searchChat(said('one', 'two'), 'zebra')).toEqual({ hits: [], total: 0, corrections: [] });
    expect(searchChat([], 'zebra').hits).toEqual([]);
    expect(searchChat(said('one'), '').hits).toEqual([]);
  });

  test('only messages with a word of the query are counted, and weak neighbours are not shown', () => {
    const { layout } = postings(said('kite', 'a', 'b'));
    const given = { scores: Float64Array.of(10, 2.9, 3.1), own: Uint8Array.of(1, 0, 0) };
    const { best, total } = bestMessages(given, layout, 5);
    expect(best.map(({ message: index }) => index)).toEqual([0, 2]);
    expect(total).toBe(1);
  });

  test('accents that stand alone are nothing to look for', () => {
    const messages = said('\u1ffe\u0300');
    expect(searchChat(messages, '\u0300')).toEqual(
      searchChat(messages, '\u0300', { postings: postings(messages) }),
    );
  });

  test('says which word was taken for which', () => {
    expect(searchChat(said('She is allergic to penicillin.'), 'penicilin').corrections).toEqual([
      { from: 'penicilin', to: 'penicillin' },
    ]);
  });
});

describe('what comes first', () => {
  test('rare words weigh more than frequent ones', () => {
    const texts = ['The lantern fell.', ...Array(8).fill('-'), ...Array(4).fill('The server fell.')];
    expect(ids(texts, 'server lantern')[0]).toBe(1);
  });

  test('words that stand together weigh more than the same words apart', () => {
    const near = 'Weather and money, then some other talk title.';
    const apart = 'Some talk, weather and then money other title.';
    const between = Array(6).fill('-');
    expect(ids([near, ...between, apart, ...between], 'talk title')[0]).toBe(1);
  });

  test('an answer is found by the words of its question', () => {
    const texts = ['Hi', 'Hello', 'What is the name of your tortoise?', 'Bartholomew!', 'ok', 'fine', 'bye'];
    expect(ids(texts, 'name of the tortoise').slice(0, 2)).toContain(4);
  });

  test('another sitting is no neighbour', () => {
    const near = said('tortoise', 'Bartholomew');
    const [first, second] = near as [(typeof near)[0], (typeof near)[0]];
    const later = [first, { ...second, createdAt: '2026-10-02T08:00:00Z' }];
    expect(searchChat(near, 'tortoise').hits).toHaveLength(2);
    expect(searchChat(later, 'tortoise').hits).toHaveLength(1);
  });

  test('a named speaker and a named date help', () => {
    const small = [1, 2, 3].flatMap(() => ['Ann: hm.', 'Bob: yes.']);
    const messages = said('Bob: I bought a kite.', ...small, 'Ann: I bought a kite.');
    expect(searchChat(messages, 'Which kite did Bob buy').hits[0]?.id).toBe(1);
    expect(searchChat(messages, 'Which kite did Ann buy').hits[0]?.id).toBe(8);
    const dated = said('We met the gardener.', 'x', 'y', 'z', 'w', 'v', 'u', 'We met the gardener.').map(
      (one, index) => ({
        ...one,
        createdAt: `2026-0${1 + (index % 8)}-15T08:00:00Z`,
      }),
    );
    expect(searchChat(dated, 'the gardener on 15 January').hits[0]?.id).toBe(1);
  });

  test('of equals the newest', () => {
    expect(ids(['kite', ...Array(6).fill('-'), 'kite'], 'kite')[0]).toBe(8);
  });
});

describe('laws', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'the',
      'studies',
      'study',
      'happily',
      'dying',
      'skies',
      'running',
      'files',
      'Größe',
      'naïve',
      '2,340',
      '18101:8101',
      'max_wal',
      'camelCase',
      '図書館',
      'ไทย',
      'don’t',
      '🙂',
      'die',
      'Straßen',
      'généralement',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.stringMatching(/^[a-z]{1,12}$/),
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));

  test('a search without an index finds exactly what one with an index finds', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (texts, query) => {
        const messages = said(...texts);
        expect(searchChat(messages, query)).toEqual(
          searchChat(messages, query, { postings: postings(messages) }),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('every place is a piece of the original, its marks lie inside it and do not overlap', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), text, (texts, query) => {
        for (const { index, places } of searchChat(said(...texts), query).hits) {
          for (const place of places) {
            expect(texts[index]?.includes(place.text)).toBe(true);
            let last = 0;
            for (const [from, to] of place.marks) {
              expect(from >= last && to > from && to <= place.text.length).toBe(true);
              last = to;
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the same search gives the same answer', () => {
    const messages = said('one kite', 'two kites', 'a kite');
    expect(searchChat(messages, 'kite')).toEqual(searchChat(messages, 'kite'));
  });
});

describe('hostile queries', () => {
  const messages = said('a quiet text', `${'x'.repeat(100_000)} end`, '('.repeat(50_000));
  test.each([
    ['1 MB of one letter', 'a'.repeat(1_000_000)],
    ['1 MB of words', 'word another '.repeat(80_000)],
    ['1 MB of different words', Array.from({ length: 150_000 }, (_, index) => `w${index}`).join(' ')],
    ['a regular expression that never ends', `(${'a+'.repeat(50)})+$`],
    ['NUL', '\0\0\0'],
    ['lone surrogates', '\ud800 \udc00'],
    ['a path', '../../etc/passwd'],
    ['the names of object properties', '__proto__ constructor toString hasOwnProperty'],
    ['1 MB without spaces in Chinese', '图'.repeat(1_000_000)],
  ])('%s is answered', (_what, query) => {
    expect(Array.isArray(searchChat(messages, query).hits)).toBe(true);
    expect(Array.isArray(searchChat(messages, query, { postings: postings(messages) }).hits)).toBe(true);
  });

  test('only so many words of a query count', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(' ');
    expect(searchChat(said('w1', 'w2500'), many).hits.map(({ id }) => id)).toContain(1);
  });
});
