import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../core/conversation.ts';
import { postings } from '../../../core/search/postings.ts';
import { estimateTokens } from '../../../core/text/tokens.ts';
import { questionOf, recall } from '../../../core/window/recall.ts';
import { readLocomo } from '../../../scripts/locomo/read.ts';
import { said } from '../search/messages.ts';

/** Small talk with one fact in it, long enough that words are rare or frequent. */
const talk: readonly Message[] = said(
  ...Array.from({ length: 120 }, (_, index) =>
    index === 30
      ? 'The label printer in the annex answers on port 9917, said Ilka.'
      : `We talked about ${['weather', 'lunch', 'trains', 'music', 'paper'][index % 5]} and ${['plans', 'money', 'sleep'][index % 3]} again.`,
  ),
);
const nothing = () => false;
const wish = { question: 'On which port does the label printer answer?', shown: nothing, tokens: 600 };

describe('automatic recall', () => {
  test('brings back the passage that answers, with its id, date and score', () => {
    const [first] = recall(talk, wish).snippets;
    expect(first).toMatchObject({ messageId: 31, at: talk[30]?.createdAt, index: 30, role: 'user' });
    expect(first?.text).toContain('port 9917');
    expect(first?.score).toBeGreaterThan(0);
  });

  test('is silent about what was never spoken of', () => {
    const { snippets, evidence } = recall(talk, {
      ...wish,
      question: 'Who won the chess tournament in Reykjavik?',
    });
    expect(snippets).toEqual([]);
    expect(evidence).toBeLessThan(1);
  });

  test('is silent when only frequent words meet', () => {
    expect(recall(talk, { ...wish, question: 'Shall we talk again about lunch money?' }).snippets).toEqual(
      [],
    );
  });

  test('never repeats what is shown word for word', () => {
    const snippets = recall(talk, { ...wish, shown: (index) => index >= 25 }).snippets;
    expect(snippets.every(({ index }) => index < 25)).toBe(true);
  });

  test('passes over what is shown and takes the next best', () => {
    const twice = talk.map((one, index) => (index === 90 ? { ...one, parts: talk[30]!.parts } : one));
    expect(
      recall(twice, wish)
        .snippets.map(({ index }) => index)
        .slice(0, 2)
        .sort(),
    ).toEqual([30, 90]);
    const left = recall(twice, { ...wish, shown: (index) => index > 60 }).snippets.map(({ index }) => index);
    expect(left[0]).toBe(30);
    expect(left).not.toContain(90);
  });

  test('0 tokens turn it off, and it stays within any other number', () => {
    expect(recall(talk, { ...wish, tokens: 0 }).snippets).toEqual([]);
    for (const tokens of [20, 60, 200, 600]) {
      const found = recall(talk, { ...wish, tokens });
      const spent = found.snippets.reduce((sum, { messageId, at, text }) => {
        return sum + estimateTokens(`[recalled from message ${messageId}, ${at.slice(0, 10)}]\n> ${text}`);
      }, 0);
      expect(spent).toBeLessThanOrEqual(tokens);
      expect(found.tokens).toBeLessThanOrEqual(tokens);
    }
  });

  test('gives the same with an index and without', () => {
    expect(recall(talk, wish)).toEqual(recall(talk, { ...wish, postings: postings(talk) }));
  });

  test('cuts a long passage around what matched, between words', () => {
    const filler = 'Nothing of any weight was said there for a while. ';
    const long = said(
      ...talk.map(({ parts }) => (parts[0]?.type === 'text' ? parts[0].text : '')),
      filler.repeat(200) + wish.question.slice(0, -1) + filler.repeat(200),
    );
    const snippets = recall(long, wish).snippets;
    expect(snippets.every(({ text }) => text.length <= 704)).toBe(true);
    expect(snippets.some(({ text }) => text.startsWith('… '))).toBe(true);
  });

  test('hears the question at the end of a long paste, and the one in its middle', () => {
    const paste = 'lorem ipsum dolor sit amet, nothing to see. '.repeat(400);
    for (const question of [
      `${paste}\n${wish.question}`,
      `${paste}\n${wish.question}\n${paste.slice(0, 300)}`,
    ]) {
      expect(recall(talk, { ...wish, question }).snippets[0]?.messageId).toBe(31);
    }
  });

  test('takes questions and the end of a long message for more than the rest', () => {
    const [asked, end, rest] = questionOf(
      `${'We drove on. '.repeat(60)}Where is the key? ${'We drove on. '.repeat(60)}`,
    );
    expect(asked?.text).toBe('Where is the key?');
    expect(end?.weight).toBe(1);
    expect(rest?.weight).toBeLessThan(0.5);
  });

  test.each([['\0'], ['\ud800'], ['?'.repeat(100_000)], ['a'.repeat(1_000_000)], ['((((a+)+)+)+$']])(
    'answers a hostile question (%#)',
    (question) => {
      expect(recall(talk, { ...wish, question }).tokens).toBeLessThanOrEqual(600);
    },
  );
});

const locomo = '../shared/data/locomo/locomo-a.json';
describe.skipIf(!existsSync(locomo))(
  'LoCoMo, one conversation of the check half (needs ../shared/data)',
  () => {
    test('the evidence is among what is recalled for most questions, and other questions recall nothing', () => {
      const samples = readLocomo(locomo);
      const [other, sample] = samples as [(typeof samples)[0], (typeof samples)[0]];
      const index = postings(sample.messages);
      const ask = (question: string) =>
        recall(sample.messages, { question, shown: nothing, tokens: 600, postings: index }).snippets;
      const found = sample.questions.filter(({ text, evidence }) =>
        ask(text).some(({ index: turn }) => evidence.includes(turn)),
      );
      const falsely = other.questions.filter(({ text }) => ask(text).length > 0);
      expect(found.length / sample.questions.length).toBeGreaterThan(0.7);
      expect(falsely.length / other.questions.length).toBeLessThan(0.05);
    });
  },
);
