import { afterEach, beforeEach, expect, test } from 'vitest';
import check from '../../cli/commands/check.ts';
import compact from '../../cli/commands/compact.ts';
import exportCommand from '../../cli/commands/export.ts';
import merge from '../../cli/commands/merge.ts';
import note from '../../cli/commands/note.ts';
import read from '../../cli/commands/read.ts';
import request from '../../cli/commands/request.ts';
import result from '../../cli/commands/result.ts';
import search from '../../cli/commands/search.ts';
import undo from '../../cli/commands/undo.ts';
import window from '../../cli/commands/window.ts';
import { nearNames } from '../../cli/near-names.ts';
import type { ChatvaultError } from '../../core/index.ts';
import { runOn } from '../support/command.ts';
import { chatOf, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder;

beforeEach(() => {
  folder = vaultFolder({ 'plans.md': chatOf('Where were we?'), 'work/retry.md': chatOf('How often?') });
});
afterEach(() => folder.remove());

/** Each command that takes the name of a chat, called with one. */
const commands: readonly (readonly [string, object, (name: string) => readonly unknown[], object])[] = [
  ['window', window, (name) => [name], {}],
  ['request', request, (name) => [name], { dialect: 'openai' }],
  ['read', read, (name) => [name, ['1']], {}],
  ['result', result, () => ['message:1:result:call-1'], {}],
  ['search --chat', search, () => [['words']], {}],
  ['note', note, (name) => [name], {}],
  ['export', exportCommand, (name) => [name], { to: 'md' }],
  ['undo', undo, (name) => [name, []], {}],
  ['compact', compact, (name) => [[name]], {}],
  ['check', check, (name) => [[name]], {}],
  ['merge FILE', merge, (name) => [name, 'work/retry.md'], {}],
  ['merge COPY', merge, (name) => ['work/retry.md', name], {}],
];

test.each(commands)(
  '%s names the chat that is nearest to a name that none has',
  async (_, command, args, options) => {
    const refused = async (name: string) =>
      runOn(folder, command, { ...options, chat: name }, args(name)).then(
        () => undefined,
        (error: ChatvaultError) => error,
      );
    const near = await refused('plnas.md');
    expect(near).toMatchObject({ code: 'not-found', message: expect.stringContaining('"plnas.md"') });
    expect(near?.remedy).toContain('Did you mean plans.md?');
    const far = await refused('quince-harvest.md');
    expect(far).toMatchObject({ code: 'not-found', remedy: expect.stringContaining('chatvault search') });
    for (const error of [near, far])
      expect(`${error?.message} ${error?.remedy}`).not.toMatch(/_chat_messages|session_id/);
  },
);

test('a message or result that a chat does not have is told in words for a person', async () => {
  for (const [command, args] of [
    [read, ['plans.md', ['99']]],
    [result, ['message:99:result:call-1']],
  ] as const) {
    const { code, err } = await runOn(folder, command, { chat: 'plans.md' }, args);
    expect(code).toBe(1);
    expect(err).toContain('chatvault search');
    expect(err).not.toMatch(/_chat_messages|read_tool_result/);
  }
});

test('merge names a copy that is nearest to a name that none has', async () => {
  folder.write('plans (conflicted copy 2026-10-14).md', chatOf('Where were we?'));
  await expect(
    runOn(folder, merge, {}, ['plans.md', 'plans (conflict copy 2026-10-14).md']),
  ).rejects.toMatchObject({ remedy: expect.stringContaining('plans (conflicted copy 2026-10-14).md') });
});

test('an empty name is no chat, also where the vault has only one', async () => {
  const one = vaultFolder({ 'plans.md': chatOf('Where were we?') });
  try {
    await expect(runOn(one, window, {}, [''])).rejects.toMatchObject({ code: 'usage' });
  } finally {
    one.remove();
  }
});

test('a vault without chats says how to make one', async () => {
  const empty = vaultFolder();
  try {
    await expect(runOn(empty, window, {}, ['plans'])).rejects.toMatchObject({
      remedy: expect.stringContaining('chatvault add'),
    });
  } finally {
    empty.remove();
  }
});

test.each([
  ['plnas', ['plans.md']],
  ['PLANS.MD', ['plans.md', 'old/plans-2024.md']],
  ['retry', ['work/retry.md']],
  ['2024', ['old/plans-2024.md']],
  ['example', ['work/retry.md']],
  ['zzzz', []],
  ['', []],
])('nearest to %j are %j', (typed, expected) => {
  const chats = [
    { path: 'plans.md', sessionId: 'plans' },
    { path: 'work/retry.md', sessionId: 'example-chat' },
    { path: 'old/plans-2024.md', sessionId: 'old/plans-2024' },
  ];
  expect(nearNames(typed, chats)).toEqual(expected);
});

test('a name of a hundred thousand letters is near to none', () => {
  expect(nearNames('x'.repeat(100_000), [{ path: 'x.md', sessionId: 'x' }])).toEqual([]);
});

test('names at most three', () => {
  const chats = Array.from({ length: 9 }, (_, at) => ({ path: `plan-${at}.md`, sessionId: `plan-${at}` }));
  expect(nearNames('plan', chats)).toEqual(['plan-0.md', 'plan-1.md', 'plan-2.md']);
});
