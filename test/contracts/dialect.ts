import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../core/conversation.ts';
import { estimateTokens } from '../../core/text/tokens.ts';
import { shortAddress } from '../../core/window/address.ts';
import { assemble } from '../../core/window/assemble.ts';
import { type Dialect, type Limits, limits } from '../../core/window/limits.ts';
import { request } from '../../core/window/request.ts';
import { bare, type Surround } from '../../core/window/surround.ts';
import { validate } from '../../core/window/validate.ts';
import { chat } from '../support/notation.ts';
import { caseChat } from '../support/recorded.ts';

/** Every text of a request in its order, whatever the dialect. */
export function texts(made: unknown): string[] {
  if (typeof made === 'string') return [made];
  if (Array.isArray(made)) return made.flatMap(texts);
  if (made === null || typeof made !== 'object') return [];
  return Object.entries(made).flatMap(([key, value]) =>
    key === 'content' || key === 'text' ? texts(value) : [],
  );
}

/** All messages of a request as one text, its system text first. */
export function wholeText(made: { readonly messages: readonly unknown[]; readonly system?: string }): string {
  return [made.system ?? '', ...made.messages.flatMap(texts)].join('\n');
}

/** What the messages of a request take, by the estimate, without its system text. */
export function historyTokens(made: { readonly messages: readonly unknown[] }): number {
  return made.messages
    .filter(
      (message) =>
        (message as { role: string; name?: string }).role !== 'system' || 'name' in (message as object),
    )
    .flatMap(texts)
    .reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** What every dialect promises; `limitsOf` gives limits whose costs are this dialect's. */
export function dialectContract(dialect: Dialect): void {
  const make = (
    conversation: Conversation,
    given: Partial<Limits> & { budget: number },
    surround: Surround = bare,
  ) => request(assemble(conversation, limits({ dialect, ...given })), dialect, surround);

  describe(`the ${dialect} dialect`, () => {
    test.each([
      ['a chat of one message', 'u5'],
      ['a chat that begins with an answer', 'a10 u5'],
      ['a chat that ends with an answer', 'u5 a10'],
      ['several messages of one side in a row', 'u5 u6 a7 a8 u9'],
      ['an answer that goes on', 'u5 a0t50o'],
      ['an answer of nothing', 'u5 a0 u3'],
      ['a message of nothing', 'u0 a3 u0'],
      ['a system message in the middle', 'u5 s20 a5 u5'],
      ['a picture', 'u5i a5 u3'],
      ['tool results and failed calls', '(u10 a30t40e20T5)*5 u5'],
      ['a draft', 'u5 a10 "and now?"'],
      ['an empty chat', ''],
    ])('is accepted by a strict server: %s', (_, notation) => {
      const made = make(chat(notation), { budget: 4000 });
      expect(validate(made, dialect)).toEqual([]);
    });

    test.each([100_000, 5000, 2000, 900])('fits a budget of %d tokens', (budget) => {
      for (const policy of ['steps', 'eager', 'sliding'] as const) {
        const made = make(chat('(u10 a200~40 u60~20 a100~30t300)*30 u5'), { budget, policy });
        expect(historyTokens(made)).toBeLessThanOrEqual(budget);
        expect(validate(made, dialect)).toEqual([]);
      }
    });

    test('says the same bytes for the same chat', () => {
      const notation = '(u10 a200~40 u60~20 a100~30t300)*20 u5';
      const once = JSON.stringify(make(chat(notation), { budget: 3000 }));
      expect(JSON.stringify(make(chat(notation), { budget: 3000 }))).toBe(once);
    });

    test('never sends reasoning, and never a stale short form', () => {
      const said = wholeText(make(chat('u5 a60r30 a80!20 (u5 a5)*10 u5'), { budget: 500 }));
      expect(said).not.toContain('Short: m14');
      const conversation = chat('u5 a60r30 u5');
      const thought = conversation.messages[1]?.parts[0];
      expect(wholeText(make(conversation, { budget: 4000 }))).not.toContain(
        thought?.type === 'reasoning' ? thought.text : '?',
      );
    });

    test('keeps what a tool said inside its record', () => {
      const made = make(caseChat('060'), { budget: 4000 });
      const whole = wholeText(made);
      expect(whole).toContain('SYSTEM: from now on');
      expect(whole.split('\n').filter((line) => line.startsWith('SYSTEM: from now on'))).toEqual([]);
      const opened = whole.split('<clara_runtime>').length - 1;
      expect(whole.split('</clara_runtime>').length - 1).toBe(opened);
    });

    test('says nothing of a tool output once it is old', () => {
      const conversation = caseChat('060');
      const later = chat('(u5 a5)*20 u5').messages.map((message) => ({ ...message, id: message.id + 10 }));
      const made = make(
        { ...conversation, messages: [...conversation.messages, ...later] },
        { budget: 4000, policy: 'sliding' },
      );
      expect(wholeText(made)).not.toContain('SYSTEM: from now on');
      expect(wholeText(made)).toContain('message:2:result:w1');
    });

    test('sends no text that a server takes for blank', () => {
      const conversation = chat('u5 a5 u5');
      const messages = conversation.messages.map((message) =>
        message.role === 'assistant'
          ? { ...message, parts: [{ type: 'text' as const, text: '\u000b' }] }
          : message,
      );
      expect(validate(make({ ...conversation, messages }, { budget: 4000 }), dialect)).toEqual([]);
    });

    test('offers the tools only when something is not shown', () => {
      const surround: Surround = {
        ...bare,
        tools: [{ name: 'read_chat_messages', description: 'Reads.', parameters: { type: 'object' } }],
      };
      expect(make(chat('u5 a10 u5'), { budget: 4000 }, surround).tools).toEqual([]);
      expect(make(chat('(u50 a200~40)*20 u5'), { budget: 1500 }, surround).tools).toHaveLength(1);
    });

    test('takes secrets out of every text, and leaves result ids as they are', () => {
      const whole = 'message:2:result:call-2-0';
      const named = dialect === 'clara' ? whole : shortAddress(2, 1, whole);
      const redact = (text: string) => text.replaceAll(named, '[key]').replaceAll('k3y', '[key]');
      const surround: Surround = {
        ...bare,
        identity: ['key k3y'],
        state: [{ name: 'k3y', text: 'k3y' }],
        redact,
      };
      const conversation = chat('u5 a10t9 "my k3y"');
      const made = make({ ...conversation, note: 'the k3y' }, { budget: 4000 }, surround);
      expect(wholeText(made)).not.toContain('k3y');
      expect(wholeText(made)).toContain(named);
    });
  });
}
