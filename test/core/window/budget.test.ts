import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { toolSchemas } from '../../../core/tools/schemas.ts';
import { shortAddress } from '../../../core/window/address.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { around, budget, type Means } from '../../../core/window/budget.ts';
import { type Dialect, leastBudget, limits } from '../../../core/window/limits.ts';
import { request } from '../../../core/window/request.ts';
import { bare, type Surround } from '../../../core/window/surround.ts';
import { validate } from '../../../core/window/validate.ts';
import { wholeText } from '../../contracts/dialect.ts';
import { chat } from '../../support/notation.ts';
import { caseChat, caseFile } from '../../support/recorded.ts';

const means: Means = { context: 'auto', answer: 0.25, margin: 0.05, cap: 'none' };
const history = (given: Partial<Means>, surround: Surround = bare) =>
  budget({ ...means, ...given }, surround, 0).budget;

describe('the window of a model', () => {
  test.each<[string, Partial<Means>, number, string]>([
    ['is what the person says', { context: 16_000, server: 4096 }, 16_000, 'setting'],
    ['else what the server says', { server: 4096 }, 4096, 'server'],
    ['else what is usual for a server of somebody else', { remote: true }, 131_072, 'default'],
    ['else what is usual for a local one', {}, 8192, 'default'],
    ['and never more than a refusal named', { context: 16_000, learned: 12_000 }, 12_000, 'refusal'],
    ['which only narrows', { context: 16_000, learned: 32_000 }, 16_000, 'setting'],
  ])('%s', (_, given, window, known) => {
    expect(history(given)).toMatchObject({ window, known });
  });

  test('leaves about 180,000 of 262,144 tokens to the prompt', () => {
    const { history: left, surround } = history({ context: 262_144 });
    expect(left + surround).toBeGreaterThan(183_000);
    expect(left + surround).toBeLessThan(184_000);
  });

  test('is used up to a cap, and less of it where real tokens are more than estimated ones', () => {
    const plain = history({ context: 100_000 });
    expect(history({ context: 100_000, cap: 20_000 }).history + plain.surround).toBe(20_000);
    expect(history({ context: 100_000, correction: 1.25 }).history).toBe(
      Math.floor(70_000 / 1.25) - plain.surround,
    );
  });
});

describe('what stands around the history', () => {
  test('is counted as it really is, in steps of a sixty-fourth of the window', () => {
    const identity = ['word '.repeat(1000)];
    const { surround } = history({ context: 32_768 }, { ...bare, identity });
    expect(surround).toBeGreaterThanOrEqual(around({ ...bare, identity }));
    expect(surround).toBeLessThan(around({ ...bare, identity }) + 32_768 / 64);
    const note = (behind: number) => budget({ ...means, context: 32_768 }, bare, behind).budget.history;
    expect(note(30)).toBe(note(35));
  });

  test('gives way in a very small window: a short prompt and the two reading tools', () => {
    const { budget: divided, surround } = budget(
      { ...means, context: 2048 },
      { ...bare, identity: ['word '.repeat(1500)], tools: toolSchemas },
      0,
    );
    expect(surround.tools.map(({ name }) => name)).toEqual(['read_chat_messages', 'read_tool_result']);
    expect(surround.identity.join('').length).toBeLessThan(100);
    expect(divided.notes.join()).toContain('a short prompt and the two reading tools stand in');
  });

  test('leaves as much as the dialect needs for one message, and says with numbers where that is not there', () => {
    const of = (dialect: Dialect) => budget({ ...means, context: 600, dialect }, bare, 0).budget;
    expect(of('openai').history).toBeLessThan(leastBudget('clara'));
    expect(of('openai').notes).toEqual([]);
    expect(of('clara').history).toBe(leastBudget('clara'));
    expect(of('clara').notes.join()).toMatch(
      /^a window of 600 tokens is too small for this conversation: \d+ would be left to it, and 200 is the least/,
    );
  });

  test('that fills the window alone is said once, and the newest message is sent all the same', () => {
    const given = JSON.parse(readFileSync(caseFile('011', 'settings.json'), 'utf8'));
    const identity = ['word '.repeat(given.system_prompt_tokens)];
    const ask = () =>
      budget(
        { ...means, context: given.window, answer: given.output_reserve, margin: given.safety_margin },
        { ...bare, identity, tools: toolSchemas },
        0,
      );
    const { budget: divided, surround } = ask();
    expect(divided.notes[0]).toContain('the room kept for the answer would leave no room');
    expect(ask()).toEqual({ budget: divided, surround });
    const made = request(assemble(caseChat('011'), limits({ budget: divided.history })), 'openai', surround);
    expect(JSON.stringify(made.messages.at(-1))).toContain('hi');
    expect(validate(made, 'openai')).toEqual([]);
  });
});

describe('one giant turn', () => {
  const huge = 'All work and no play makes a long message. '.repeat(250_000);

  test('ten megabytes in a 4k window keep their head and tail, and the middle says how to read it', () => {
    const { budget: divided, surround } = budget({ ...means, context: 4096 }, bare, 0);
    const conversation = { ...chat('u5 a10'), draft: `BEGIN ${huge} END` };
    const window = assemble(conversation, limits({ budget: divided.history }));
    const made = request(window, 'openai', surround);
    expect(validate(made, 'openai')).toEqual([]);
    expect(estimateTokens(wholeText(made))).toBeLessThan(4096 * 0.7);
    const last = JSON.stringify(made.messages.at(-1));
    expect(last).toContain('BEGIN All work');
    expect(last).toContain(' END');
    expect(last).toMatch(/\d+ characters left out here; read_chat_messages/);
    expect(window.slots.at(-1)?.why).toContain('too long for its room');
    expect(window.incomplete).toBe(true);
  });

  test("cuts tool results, never the model's own words", () => {
    const window = assemble(chat('u10 a300t9000'), limits({ budget: 2000 }));
    const answer = window.slots[1]?.pieces;
    const text = answer?.find((piece) => piece.kind === 'text');
    const result = answer?.find((piece) => piece.kind === 'result');
    expect(text?.kind === 'text' && text.text.split(' ')).toHaveLength(300);
    expect(result?.kind === 'result' && result.output).toContain(
      `read_tool_result({"result_id":"${shortAddress(2, 1, 'message:2:result:call-2-0')}"})`,
    );
  });

  test('fits with ten thousand tool results in one answer', () => {
    const window = assemble(chat(`u10 a30${'t5'.repeat(10_000)} u5`), limits({ budget: 3000 }));
    expect(window.tokens).toBeLessThanOrEqual(3000);
    expect(wholeText(request(window, 'openai'))).toMatch(/\[\d+ more tool results in message 2;/);
  });
});
