import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseChat } from '../../../core/tools/session.ts';

const chats = [
  { sessionId: 'garden', path: 'garden.md' },
  { sessionId: 'copy-me', path: 'chat.md' },
  { sessionId: 'copy-me', path: 'chat (conflicted copy 2026-10-14 081500).md' },
];

test('a session id or a listed path names a chat', () => {
  expect(chooseChat(chats, 'garden')).toEqual({ chat: chats[0] });
  expect(chooseChat(chats, 'chat.md')).toEqual({ chat: chats[1] });
});

test('two files with one session id are not mixed: both paths are named (102)', () => {
  const chosen = chooseChat(chats, 'copy-me');
  expect(chosen).toHaveProperty('refused');
  for (const { path } of chats.slice(1)) expect(JSON.stringify(chosen)).toContain(path);
});

test('a sealed session is the only one, whatever is asked', () => {
  expect(chooseChat(chats, undefined, { session: 'garden' })).toEqual({ chat: chats[0] });
  expect(chooseChat(chats, 'copy-me', { session: 'garden' })).toHaveProperty('refused');
  expect(chooseChat(chats, 'chat.md', { session: 'garden' })).toHaveProperty('refused');
});

test('without a name one chat is taken, of several none', () => {
  expect(chooseChat(chats.slice(0, 1), undefined)).toEqual({ chat: chats[0] });
  expect(chooseChat(chats, undefined)).toHaveProperty('refused');
  expect(chooseChat([], undefined)).toEqual({ refused: 'There is no chat here yet.' });
});

test('paths that lead out, long names and broken text name nothing and break nothing', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '../garden.md',
      '/etc/passwd',
      './garden.md',
      'garden.md\0',
      '..',
      'GARDEN',
      '\ud800',
      'x'.repeat(1_000_000),
    ),
    fc.string({ unit: 'binary' }).filter((name) => name !== ''),
  );
  fc.assert(
    fc.property(hostile, (name) => {
      const chosen = chooseChat(chats, name);
      const known = chats.some(({ sessionId, path }) => sessionId === name || path === name);
      if (!known) expect(JSON.stringify(chosen).length).toBeLessThan(1_000);
      expect('chat' in chosen).toBe(known && name !== 'copy-me');
    }),
  );
});
