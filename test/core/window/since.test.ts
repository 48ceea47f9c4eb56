import { describe, expect, test } from 'vitest';
import type { Conversation, Earlier, Message } from '../../../core/conversation.ts';
import { assemble } from '../../../core/window/assemble.ts';
import { type Limits, limits } from '../../../core/window/limits.ts';
import { type Receipt, receipt, type Since } from '../../../core/window/receipt.ts';
import { since } from '../../../core/window/since.ts';
import { bare, type Surround } from '../../../core/window/surround.ts';
import { chat, message } from '../../support/notation.ts';

type Asked = Partial<Limits> & { budget: number };

/** One request after another; each follows the one before, in the form in which receipts are kept. */
class Talk {
  before: Receipt | undefined;
  ask(conversation: Conversation, asked: Asked, around: Surround = bare): Since {
    const window = assemble(conversation, limits(asked), this.before);
    const made = receipt(window, asked.dialect ?? 'openai', around, this.before);
    this.before = JSON.parse(JSON.stringify(made));
    return made.since ?? { messages: -1, tokens: -1 };
  }
}

const asking = (conversation: Conversation, asked: Asked, around?: Surround): Talk => {
  const talk = new Talk();
  talk.ask(conversation, asked, around);
  return talk;
};
const changing = (conversation: Conversation, id: number, ...instead: Message[]): Conversation => ({
  ...conversation,
  messages: conversation.messages.flatMap((one) => (one.id === id ? instead : [one])),
});
const wide = { budget: 20_000 };
const plain = chat('(u10 a40)*5 u5');

describe('why a request does not share all of the one before', () => {
  test('a message was edited', () => {
    expect(asking(plain, wide).ask(changing(plain, 4, message('a9', 4)), wide)).toEqual({
      messages: 3,
      tokens: expect.any(Number),
      broke: 'message 4 was edited',
    });
  });

  test('a message was taken out, or put between two', () => {
    expect(asking(plain, wide).ask(changing(plain, 4), wide)).toMatchObject({
      messages: 3,
      broke: 'message 4 is no longer in the chat',
    });
    const between = changing(plain, 4, message('u5', 40), message('a40', 4));
    expect(asking(plain, wide).ask(between, wide)).toMatchObject({
      messages: 3,
      broke: 'message 4 is no longer where it was',
    });
  });

  test('an answer that had not ended went on, a draft got its date', () => {
    const open = chat('u5 a9o');
    expect(asking(open, wide).ask(changing(open, 2, message('a20', 2)), wide)).toMatchObject({
      messages: 1,
      broke: 'message 2 had not ended then',
    });
    const draft = chat('u5 a9 "m3."');
    expect(asking(draft, wide).ask(chat('u5 a9 u1'), wide)).toMatchObject({
      messages: 2,
      broke: 'message 3 had no date and has one now',
    });
  });

  test('short forms are taken at a step, outputs become records, old messages one line', () => {
    const whole = chat('(u30 a150~40)*120 u5');
    const until = (count: number): Conversation => ({ ...whole, messages: whole.messages.slice(0, count) });
    const talk = asking(until(1), { budget: 4000 });
    const reasons = new Set<string>();
    for (let count = 3; count <= 241; count += 2) {
      const { broke } = talk.ask(until(count), { budget: 4000 });
      if (broke !== undefined) reasons.add(broke.replace(/\d+/g, '#'));
    }
    expect([...reasons]).toEqual([
      'something is not shown word for word now, and the instructions say so',
      'the line where word for word begins no longer stands before message #',
      'the oldest messages left the window',
    ]);
    const tools: Surround = {
      ...bare,
      tools: [{ name: 'read_chat_messages', description: '', parameters: {} }],
    };
    expect(asking(until(3), wide, tools).ask(until(121), { budget: 4000 }, tools).broke).toBe(
      'the tools that are offered changed',
    );
  });

  test('a short form was made anew, or is used at last', () => {
    const old = chat('u5 a200~40 u9 a200 (u10 a60)*12 u5');
    const cold = { ...wide, cold: true };
    const talk = asking(old, cold);
    expect(talk.ask(changing(old, 2, message('a200~30', 2)), cold).broke).toBe(
      'the short form of message 2 was made anew',
    );
    const usable = changing(old, 4, message('a200~40', 4));
    expect(asking(old, cold).ask(usable, { ...cold, policy: 'eager', verbatim: 5 }).broke).toBe(
      'message 4 was as written and is shortened now (older than the newest messages); the policy is eager now, it was steps',
    );
  });

  test('outputs of tools become records, or get another room while an answer goes on', () => {
    const tools = chat('(u5 a9t300)*6 u5');
    const small = { ...wide, policy: 'sliding' as const, toolOutput: 900 };
    expect(asking(tools, small).ask(chat('(u5 a9t300)*7 u5'), small).broke).toBe(
      'the tool outputs of message 10 are records now',
    );
    const begun = '(u10 a60~20)*60 u5';
    const loop = asking(chat(begun), { budget: 3000 });
    const grown = chat(`${begun} a0t300`);
    expect(loop.ask(grown, { budget: 3000 }).broke).toBeUndefined();
    expect(
      loop.ask(changing(grown, 122, message('a0t300', 122), message('a0t900', 123)), { budget: 3000 }).broke,
    ).toBeUndefined();
    const long = changing(
      grown,
      122,
      message('a0t300', 122),
      message('a0t900', 123),
      message('a900t900', 124),
    );
    expect(loop.ask(long, { budget: 3000 }).broke).toBe(
      'the tool outputs of message 122 have another room now',
    );
  });

  test('the oldest left with a smaller budget, and are there again with a larger one', () => {
    const long = chat('(u30 a150)*20 u5');
    const talk = asking(long, { budget: 3000, policy: 'sliding' });
    expect(talk.ask(long, { budget: 2500, policy: 'sliding' })).toEqual({
      messages: 0,
      tokens: 0,
      broke: 'the oldest messages left the window; the budget is 2500 tokens now, it was 3000',
    });
    expect(talk.ask(long, { budget: 3000, policy: 'sliding' }).broke).toBe(
      'messages that had left are in the window again',
    );
    expect(talk.ask(changing(long, 1), { budget: 3000, policy: 'sliding' }).broke).toBe(
      'messages that are not shown were taken out of the chat or put into it',
    );
  });

  test('the account of what left changed, came or went; the messages that left are the same', () => {
    const long = chat('(u30 a150~40)*40 u5');
    const of = (text: string, to = 10): Earlier => ({
      ...{ version: 1, kind: 'bullets', from: 1, to, uids: [], pieces: [], recipe: '', methods: ['model'] },
      ...{ createdAt: 0, covered: [], text, line: 0 },
    });
    const told = (text: string, to?: number): Conversation => ({ ...long, earlier: [of(text, to)] });
    const small = { budget: 2000 };
    const talk = asking(told('- A house was built.'), small);
    const { gap } = talk.before ?? {};
    expect(gap).toBeDefined();
    expect(talk.before?.earlier).toBe('- A house was built.');
    expect(talk.ask(told('- A boat was built.'), small)).toEqual({
      messages: 0,
      tokens: 0,
      broke: 'the account of what left changed',
    });
    expect(talk.before?.gap).toEqual(gap);
    expect(talk.ask(told('- A boat was built.', 8), small).broke).toBe('the account of what left changed');
    const { before } = talk;
    expect(talk.ask(long, small).broke).toBe('the account of what left no longer stands before the messages');
    expect(talk.before?.gap).toEqual(gap);
    expect(since(talk.before as Receipt, before as Receipt).broke).toBe(
      'an account of what left stands before the messages now',
    );
  });

  test('the line where word for word begins moved although no message changed', () => {
    const eager = { ...wide, policy: 'eager' as const, verbatim: 4 };
    const notation = (count: number) => chat(`(u5 a10)*${count} u5`);
    const talk = asking(notation(4), eager);
    const broke: string[] = [];
    for (let count = 5; count < 14; count++) {
      const made = talk.ask(notation(count), eager);
      if (made.broke !== undefined) broke.push(`${made.messages} ${made.broke}`);
    }
    expect(broke).toEqual([
      '5 the line where word for word begins no longer stands before message 6',
      '11 the line where word for word begins no longer stands before message 12',
      '17 the line where word for word begins no longer stands before message 18',
    ]);
  });

  test('the instructions, the dialect, the names of records or what is taken out changed', () => {
    const brief: Surround = { ...bare, identity: ['Be brief.'] };
    const asked = (first: Surround, second: Surround, more: Partial<Limits> = {}, later = more) =>
      asking(plain, { ...wide, ...more }, first).ask(plain, { ...wide, ...later }, second).broke;
    expect(asked(brief, { ...brief, identity: ['Be long.'] })).toBe(
      'the instructions before the history changed',
    );
    expect(asked(brief, brief, {}, { dialect: 'anthropic' })).toBe('the dialect changed');
    expect(asked(brief, { ...brief, redact: (text) => text })).toBe('secrets are taken out now');
    expect(asked({ ...brief, redact: (text) => text }, brief)).toBe('secrets are no longer taken out');
    const clara = { dialect: 'clara' as const };
    expect(asked(brief, { ...brief, nameless: true }, clara)).toBe(
      'the runtime records have no name any more',
    );
    expect(asked({ ...brief, nameless: true }, brief, clara)).toBe(
      'the runtime records have their name again',
    );
    expect(
      asking(plain, { ...wide, ...clara }).ask(
        { ...plain, meta: { ...plain.meta, sessionId: 'other' } },
        { ...wide, ...clara },
      ).broke,
    ).toBe('the id of the session in the headers changed');
  });

  test('what changes each turn stands before the newest message in the dialect clara, behind it in others', () => {
    const state: Surround = { ...bare, state: [{ name: 'to-dos', text: 'buy felt' }] };
    const next = chat('(u10 a40)*5 u5 a5 u5');
    expect(asking(plain, wide, state).ask(next, wide, state).broke).toBeUndefined();
    const clara = { ...wide, dialect: 'clara' as const };
    expect(asking(plain, clara, state).ask(next, clara, state)).toMatchObject({
      messages: 10,
      broke: 'what changes each turn no longer stands before message 11',
    });
    expect(asking(plain, clara, state).ask(plain, clara, state).broke).toBeUndefined();
  });

  test('a number that stands more than once names no message', () => {
    const doubled: Conversation = { ...plain, messages: plain.messages.map((one) => ({ ...one, id: 3 })) };
    const edited = doubled.messages.map((one, index) => (index === 4 ? message('u3', 3) : one));
    expect(asking(doubled, wide).ask({ ...doubled, messages: edited }, wide)).toMatchObject({
      messages: 4,
      broke: 'message 3, whose number the chat has more than once, is not what it was there',
    });
  });
});
