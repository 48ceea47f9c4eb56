import { afterEach, describe, expect, test } from 'vitest';
import requestCommand from '../../cli/commands/request.ts';
import windowCommand from '../../cli/commands/window.ts';
import { printChat } from '../../core/index.ts';
import { runOn } from '../support/command.ts';
import { chat } from '../support/notation.ts';
import { type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder | undefined;
afterEach(() => folder?.remove());

/** Runs a command on a vault with one chat, the notation's, and gives what it printed. */
async function run(command: unknown, notation: string, options: object = {}, draft = '') {
  const { messages } = chat(notation);
  folder = vaultFolder({ 'a.md': printChat({ sessionId: 'a', messages }) + draft });
  return rerun(command, options);
}

/** Runs a command once more on the vault that is there. */
async function rerun(command: unknown, options: object = {}) {
  if (folder === undefined) throw new Error('no vault yet');
  return runOn(folder, command, { dialect: 'openai', ...options });
}

describe('window', () => {
  test('draws the chat on one line and tells what each form takes', async () => {
    const { code, out } = await run(windowCommand, '(u10 a200~40)*30 u5', { context: '4096' });
    expect(code).toBe(0);
    const [line, , head, ...rest] = out.split('\n');
    expect(line).toMatch(/^(-\d+ )?:\d+ .*=\d+$/);
    expect(head).toMatch(/form +messages +tokens +ids/);
    expect(rest.join('\n')).toContain('word for word');
  });

  test('prints every message with its form as JSON', async () => {
    const { out } = await run(windowCommand, 'u10 a200~40 u5', { json: true });
    const found = JSON.parse(out);
    expect(found.window).toBe('=3');
    expect(found.messages).toHaveLength(3);
    expect(found.messages[0]).toMatchObject({ id: 1, role: 'user', form: 'verbatim' });
  });

  test('says what is wrong with a context that is no number', async () => {
    await expect(run(windowCommand, 'u5', { context: 'big' })).rejects.toThrow(
      '--context is "big"; expected',
    );
  });
});

describe('request', () => {
  test('prints messages and tools', async () => {
    const { code, out } = await run(requestCommand, 'u10 a20 u5');
    expect(code).toBe(0);
    const made = JSON.parse(out);
    expect(Object.keys(made)).toEqual(['messages', 'tools']);
    expect(made.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(made.tools).toEqual([]);
  });

  test('takes the draft at the end of the file as the newest message', async () => {
    const { out, err } = await run(requestCommand, 'u10 a20', {}, '\nAnd what is left?\n');
    expect(JSON.parse(out).messages.at(-1).content).toContain('And what is left?');
    expect(err).toBe('');
  });

  test('says when a message from the person is missing', async () => {
    const { err } = await run(requestCommand, 'u10 a20');
    expect(err).toContain('not from the person');
  });

  test('names the tools once something is not shown', async () => {
    const { out } = await run(requestCommand, '(u60 a200~40)*30 u5', { context: '8192' });
    const made = JSON.parse(out);
    expect(made.tools.map((tool: { function: { name: string } }) => tool.function.name)).toContain(
      'search_chat_messages',
    );
  });

  test('takes secrets out unless they are wanted', async () => {
    const draft = '\nmy key is AKIAIOSFODNN7EXAMPLQ\n';
    expect((await run(requestCommand, 'u10 a20', {}, draft)).out).not.toContain('AKIAIOSFODNN7EXAMPLQ');
    folder?.remove();
    expect((await run(requestCommand, 'u10 a20', { keepSecrets: true }, draft)).out).toContain(
      'AKIAIOSFODNN7EXAMPLQ',
    );
  });

  test('tells with --receipt how each message stands, and follows the receipt of the request before', async () => {
    const notation = '(u60 a200~40)*30 u5';
    const { out } = await run(requestCommand, notation, { context: '8192', receipt: true });
    const { receipt } = JSON.parse(out);
    expect(receipt.shown.at(-1)).toMatchObject({ messageId: 61, form: 'verbatim' });
    folder?.write('../receipt.json', out);
    const again = await rerun(requestCommand, {
      context: '8192',
      receipt: true,
      previous: '../receipt.json',
    });
    expect(JSON.parse(again.out).receipt.since).toMatchObject({ messages: receipt.shown.length });
    folder?.write('../words.txt', 'words');
    await expect(rerun(requestCommand, { previous: '../words.txt' })).rejects.toThrow(
      'is no receipt (it holds no JSON)',
    );
  });

  test('sends instructions before the history and what is so now behind it; a state that is missing is a line', async () => {
    await run(requestCommand, 'u10 a20 u5');
    folder?.write('SOUL.md', 'You are kind.');
    folder?.write('todos.md', 'buy felt');
    const { out } = await rerun(requestCommand, { state: ['todos.md', 'gone.md'] });
    const { messages } = JSON.parse(out);
    expect(messages[0].content).toMatch(/^You are kind\./);
    expect(messages.at(-1).content).toContain(
      '[state: todos]\n> buy felt\n[state: gone]\n> could not be read (it is not there)',
    );
    await expect(rerun(requestCommand, { system: ['gone.md'] })).rejects.toThrow('gone.md cannot be read');
  });

  test('looks back by itself for what the person asks about', async () => {
    const draft = '\nWhat did we say about the Zanzibar ferry timetable?\n';
    const { messages } = chat('(u60 a200~40)*30 u5');
    const asked = messages.map((one) =>
      one.id === 4 ? { ...one, parts: [{ type: 'text' as const, text: zanzibar }] } : one,
    );
    folder = vaultFolder({ 'a.md': printChat({ sessionId: 'a', messages: asked }) + draft });
    const { out } = await rerun(requestCommand, { context: '8192', receipt: true });
    const { messages: sent, receipt } = JSON.parse(out);
    expect(sent.at(-1).content).toContain('[recalled from message 4');
    expect(receipt.around.recalled[0]).toMatchObject({ messageId: 4, score: expect.any(Number) });
  });
});

const zanzibar = `The Zanzibar ferry timetable changes in winter: the first boat leaves at 07:15 from the old pier. ${'Nothing else is known about it so far and we should ask again. '.repeat(20)}`;
