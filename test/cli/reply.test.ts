import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import requestCommand from '../../cli/commands/request.ts';
import statusCommand from '../../cli/commands/status.ts';
import windowCommand from '../../cli/commands/window.ts';
import { printChat } from '../../core/index.ts';
import { disk, everyLearned, keepLearned } from '../../vault/index.ts';
import { runOn } from '../support/command.ts';
import { chat } from '../support/notation.ts';
import { caseFile } from '../support/recorded.ts';
import { type Given, type VaultFolder, vaultFolder } from '../support/vault-folder.ts';

let folder: VaultFolder;
afterEach(() => folder?.remove());

const endpoint = 'http://10.0.0.7:8000/v1';
const talk: Given = { window: { endpoint, model: 'talk' } };
const long = '(u60 a200~40)*60 u5';

function place(notation = long, settings = talk): void {
  folder = vaultFolder(
    { 'a.md': printChat({ sessionId: 'a', messages: chat(notation).messages }) },
    settings,
  );
}

const request = (options: object = {}) => runOn(folder, requestCommand, options);
const made = async (options: object = {}) => JSON.parse((await request({ receipt: true, ...options })).out);

/** What the command does with this answer of a server to the last request. */
async function reply(answer: unknown, options: object = {}) {
  folder.write('../reply.json', typeof answer === 'string' ? answer : JSON.stringify(answer));
  return request({ reply: '../reply.json', ...options });
}

const answer = (prompt: number) => ({
  choices: [{ message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: prompt, completion_tokens: 3 },
});
const refusal = (message: string) => ({ error: { message, type: 'invalid_request_error' } });
const kept = async () => (await everyLearned(disk, folder.root))[0]?.learned;
const window = async (options: object = {}) =>
  JSON.parse((await runOn(folder, windowCommand, { json: true, ...options })).out).budget;

describe('a request', () => {
  test('is made for the window that the server told, else for what is usual at that address', async () => {
    place();
    expect(await window()).toMatchObject({ window: 8192, known: 'default' });
    await keepLearned(disk, folder.root, { endpoint, model: 'talk' }, 0, () => ({ told: 16_384 }));
    expect(await window()).toMatchObject({ window: 16_384, known: 'server' });
    expect(await window({ model: 'other' })).toMatchObject({ window: 8192, known: 'default' });
    expect(await window({ context: '4096' })).toMatchObject({ window: 4096, known: 'setting' });
    folder.write(
      'chatvault.yaml',
      JSON.stringify({ window: { ...talk.window!, endpoint: 'https://api.example.com/v1' } }),
    );
    expect(await window()).toMatchObject({ window: 131_072, known: 'default' });
  });

  test('takes the form that a server asks for, unless the person asks for another', async () => {
    place();
    await keepLearned(disk, folder.root, { endpoint, model: 'talk' }, 0, () => ({
      dialect: 'openai',
      nameless: true,
    }));
    expect((await made()).receipt.dialect).toBe('openai');
    const asked = await request({ dialect: 'clara', receipt: true });
    expect(JSON.parse(asked.out).receipt.dialect).toBe('clara');
    expect(asked.out).not.toContain('"name": "clara_runtime"');
    expect(asked.err).toContain('refused a request in the form clara before');
  });

  test('for a server of Anthropic has its form', async () => {
    place(long, { window: { ...(talk.window as object), provider: 'anthropic' } });
    expect((await made()).receipt.dialect).toBe('anthropic');
  });
});

describe('a reply', () => {
  test('that counts more tokens than were estimated leaves less room to the next request', async () => {
    place();
    const { receipt } = await made();
    const before = await window();
    const { code, out, err } = await reply(answer(Math.round(receipt.prompt.tokens * 1.4)));
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(`${receipt.prompt.tokens} were estimated`);
    expect((await window()).history).toBeLessThan(before.history * 0.8);
    expect((await window({ model: 'other' })).history).toBe(before.history);
  });

  test('names a window: a request that fits it is printed, and the window is kept', async () => {
    place();
    const first = await made();
    const { code, out, err } = await reply(refusal("This model's maximum context length is 4096 tokens."), {
      receipt: true,
    });
    expect([code, err]).toEqual([0, expect.stringContaining('Send it once')]);
    const second = JSON.parse(out);
    expect(second.receipt.prompt.tokens).toBeLessThan(4096 * 0.7 + 100);
    expect(second.receipt.prompt.tokens).toBeLessThan(first.receipt.prompt.tokens);
    expect(second.messages.length).toBeGreaterThan(1);
    expect((await kept())?.named).toBe(4096);
    expect(await window()).toMatchObject({ window: 4096, known: 'refusal' });
    const asked = await request({ context: '32768' });
    expect(asked.err).toContain(
      'a window of 4096 tokens when it refused a longer request; that holds, not 32768',
    );
  });

  test('names no window: the request is halved and no window is learned', async () => {
    place();
    const first = await made();
    const second = JSON.parse((await reply(refusal('prompt is too long'), { receipt: true })).out);
    expect(second.receipt.prompt.tokens).toBeLessThanOrEqual(first.receipt.prompt.tokens / 2 + 100);
    expect(await kept()).toBeUndefined();
    expect(await window()).toMatchObject({ window: 8192, known: 'default' });
  });

  test.each([
    ['that names a window', "This model's maximum context length is 4096 tokens."],
    ['that names none', 'prompt is too long'],
  ])('refuses the smaller request too, %s: the error says what to do', async (_, says) => {
    place();
    await made();
    await reply(refusal(says));
    await expect(reply(refusal(says))).rejects.toMatchObject({
      code: 'endpoint',
      message: expect.stringContaining('refused the request twice as too long'),
      remedy: expect.stringContaining('start a new chat'),
    });
    await made();
    expect((await reply(refusal(says))).out).not.toBe('');
  });

  test('refuses a request that cannot be made smaller', async () => {
    place('u5');
    await made();
    await expect(reply(refusal('prompt is too long'))).rejects.toThrow('cannot be made smaller');
  });

  test.each([
    ['045', /^(?!.*clara_runtime)/s, { dialect: 'openai' }],
    ['047', /^(?!.*"name": "clara_runtime")/s, { nameless: true }],
    ['049', /^(?!.*clara_runtime)/s, { dialect: 'openai' }],
  ])(
    'refuses the form: the same in another form is printed once, and it is kept (case %s)',
    async (number, form, learned) => {
      const recorded = JSON.parse(readFileSync(caseFile(number, 'error.json'), 'utf8'));
      place('u10 a20 u5');
      await made({ dialect: 'clara' });
      const again = await reply(recorded, { dialect: 'clara' });
      expect(again.out).toMatch(form);
      expect(again.err).toContain('refused in that form');
      expect(await kept()).toEqual(learned);
      await expect(reply(recorded, { dialect: 'clara' })).rejects.toThrow(
        'the model server refused the request',
      );
    },
  );

  test.each([
    ['a rate limit', refusal('Rate limit reached, please try again in 2s'), 'asks to wait'],
    ['a code alone', { error: { message: 'slow down', code: 429 } }, 'asks to wait'],
    ['a key', { error: { message: 'Incorrect API key provided', code: 401 } }, 'Incorrect API key'],
    ['output tokens', refusal('max_tokens must be less than or equal to 4096'), 'fewer tokens'],
    ['anything else', { detail: 'teapot' }, 'teapot'],
  ])('is about %s: it is told and nothing is made smaller', async (_, body, says) => {
    place();
    await made();
    await expect(reply(body)).rejects.toMatchObject({
      code: 'endpoint',
      message: expect.stringContaining(says),
    });
    expect(await kept()).toBeUndefined();
  });

  test('counts far less than was sent: an alarm in status and in the next receipt, until all was counted', async () => {
    place();
    const { receipt } = await made();
    const { code, out, err } = await reply(answer(1024));
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('it may have cut the prompt')]);
    const next = await request({ receipt: true });
    expect(next.err).toContain('it may have cut the prompt');
    expect(JSON.parse(next.out).receipt.alarms).toEqual([
      expect.stringContaining('counted 1024 prompt tokens'),
    ]);
    const status = async (options: object = {}) => (await runOn(folder, statusCommand, options, [])).out;
    expect(await status()).toContain(`Alarm: ${endpoint}, model talk`);
    expect(JSON.parse(await status({ json: true })).alarms).toMatchObject([
      { model: 'talk', text: expect.stringContaining('1024') },
    ]);
    await reply(answer(receipt.prompt.tokens));
    expect(await status()).not.toContain('Alarm');
    expect((await made()).receipt.alarms).toEqual([]);
  });

  test('is healed also when it is not known which model answered, and nothing is kept', async () => {
    place(long, {});
    await made();
    const { out, err } = await reply(refusal("This model's maximum context length is 4096 tokens."));
    expect(JSON.parse(out).messages.length).toBeGreaterThan(1);
    expect(err).toContain('set window.endpoint and window.model');
    expect(await kept()).toBeUndefined();
  });

  test('is healed also where nothing can be kept, and that is told', async () => {
    place();
    await made();
    folder.write('.chatvault/learned.lock/x', 'a folder where the lock should be');
    const { code, out, err } = await reply(refusal("This model's maximum context length is 4096 tokens."));
    expect([code, JSON.parse(out).messages.length > 1]).toEqual([0, true]);
    expect(err).toContain('what the reply teaches could not be kept: ');
  });

  test('is taken for the model that the request was made for', async () => {
    place();
    const { receipt } = await made({ model: 'other' });
    await reply(answer(receipt.prompt.tokens));
    expect((await everyLearned(disk, folder.root)).map(({ model }) => model)).toEqual(['other']);
  });

  test.each([
    ['a page', '<html>Bad gateway</html>', 'holds no JSON: <html>Bad gateway</html>'],
    ['nothing', '', 'holds no JSON: it is empty'],
    ['a stream', 'data: {"choices":[]}\n\ndata: [DONE]\n', 'it is a stream of events'],
    ['other JSON', '{"hello":1}', 'is neither an answer of a model nor an error'],
    ['a number', '7', 'is neither an answer of a model nor an error'],
  ])('that is %s is wrong use', async (_, text, says) => {
    place();
    await made();
    await expect(reply(text)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(says),
    });
  });

  test('without a request before it, or that is not there, is told', async () => {
    place();
    await expect(reply(answer(5))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('no request of a.md is kept'),
    });
    await expect(request({ reply: 'gone.json' })).rejects.toThrow(
      'gone.json cannot be read (it is not there)',
    );
  });
});
