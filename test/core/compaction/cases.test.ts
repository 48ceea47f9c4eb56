import { describe, expect, test } from 'vitest';
import { judge } from '../../../core/compaction/accept/judge.ts';
import { freshness, usable } from '../../../core/compaction/freshness.ts';
import { need } from '../../../core/compaction/need.ts';
import { recipe } from '../../../core/compaction/recipe.ts';
import { sections } from '../../../core/compaction/sections.ts';
import type { Reply } from '../../../core/compaction/verdict.ts';
import { isRemembered, type RefusalReason } from '../../../core/compaction/verdict.ts';
import { isLong } from '../../../core/text/markdown.ts';
import { caseChat, caseReplies, caseReply } from '../../support/recorded.ts';

/** The reason for which the first long message of a case refuses this reply, or its text. */
function judged(number: string, reply: Reply): string {
  const message = caseChat(number).messages.find(
    (one) =>
      sections(one).reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0) > 200,
  )!;
  const section = sections(message).find((part) => part.type === 'text')!;
  if (section.type !== 'text') throw new Error('no text');
  const verdict = judge(section.text, reply, message.role);
  return 'refused' in verdict ? `refused: ${verdict.refused}` : verdict.text;
}

describe('recorded replies', () => {
  test.each([
    ['007', 'reply.json', 'cut-copy'],
    ['013', 'reply.json', 'incomplete'],
    ['015', 'reply.json', 'overflow'],
    ['015', 'reply-unknown.json', 'incomplete'],
    ['027', 'reply-empty.json', 'empty'],
    ['027', 'reply-null.json', 'empty'],
    ['027', 'reply-blank.json', 'empty'],
    ['031', 'reply-sentence.json', 'repetition'],
    ['031', 'reply-word.json', 'repetition'],
    ['034', 'reply-en.json', 'other-language'],
    ['038', 'reply-open.json', 'incomplete'],
    ['074', 'reply-wrong.json', 'changed-number'],
  ])('case %s, %s is refused: %s', (number, file, reason) => {
    expect(judged(number, caseReply(number, file))).toBe(`refused: ${reason}`);
  });

  test.each([
    ['007', 'reply-good.json'],
    ['019', 'reply.json'],
    ['021', 'reply.json'],
    ['023', 'reply-good.json'],
    ['027', 'reply-array.json'],
    ['031', 'reply-list-ok.json'],
    ['034', 'reply-pt.json'],
    ['038', 'reply-closed.json'],
    ['074', 'reply-good.json'],
  ])('case %s, %s is kept word for word', (number, file) => {
    const reply = caseReply(number, file);
    expect(judged(number, reply)).toBe(reply.text);
  });

  test('an answer instead of a summary is refused (case 023)', () => {
    const reply = caseReply('023', 'reply-answer.json');
    expect(judged('023', reply)).toMatch(/^refused: (answer|changed-number)$/);
    const withoutNumber = { ...reply, text: reply.text.replace('thirty metres', 'the limit') };
    expect(judged('023', withoutNumber)).toBe('refused: answer');
  });

  test('a turned negation is refused also when every number is right (case 074)', () => {
    const reply = caseReply('074', 'reply-wrong.json');
    const rightNumbers = {
      ...reply,
      text: reply.text.replace('12 October', '2 October').replace('2002', '2020'),
    };
    expect(judged('074', rightNumbers)).toBe('refused: changed-negation');
  });

  test('of a reply that thinks first only what follows is kept (case 017)', () => {
    const summary =
      'South beds dry first, so the drip line goes there. Two half-inch timers and eleven metres of hose are left; asks if one timer can feed both rows.';
    expect(judged('017', caseReply('017'))).toBe(summary);
    expect(judged('017', caseReply('017', 'reply-only-close.json'))).toBe(summary);
  });

  test('refusals are refused in whatever dress (case 025)', () => {
    const found = caseReplies('025').map((reply) => [reply.label, judged('025', reply)]);
    expect(found).toEqual(found.map(([label]) => [label, 'refused: refusal']));
  });

  test('an error said as content is the endpoint’s trouble and not remembered (case 029)', () => {
    const found = caseReplies('029').map((reply) => [reply.label, judged('029', reply)]);
    expect(found).toEqual(found.map(([label]) => [label, 'refused: endpoint']));
    expect(isRemembered('endpoint')).toBe(false);
    expect((['refusal', 'incomplete', 'empty'] satisfies RefusalReason[]).map(isRemembered)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each([
    'Nightly copy fails for lack of inodes; check each archive and keep the mail fol',
    'Nightly copy fails. Pack the old years, check each arch',
    'Nightly copy fails since 2 October because the disk has run out of',
  ])('a reply that ends inside a word or sentence is refused whatever its finish reason: …%s', (text) => {
    expect(judged('074', { text, finish: 'stop' })).toBe('refused: incomplete');
  });

  test('rules around a reply are cleaned away (case 040)', () => {
    expect(judged('040', caseReply('040'))).toBe(
      'Loaf flat; kitchen cold. Next: warm shelf, more starter, shape at half growth.',
    );
  });
});

const picked = recipe({
  method: 'extractive',
  model: 'm',
  prompt: 'p',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
});
const wants = (number: string): readonly string[] =>
  caseChat(number).messages.map((message) => {
    const found = need(message, picked, 50, isLong);
    return 'skip' in found ? found.skip : 'needed';
  });

describe('recorded chats', () => {
  test('only visible words make a message long, not reasoning and not tool results (case 009)', () => {
    expect(wants('009')).toEqual(['short', 'needed', 'short', 'short']);
  });

  test('Thai without spaces has words too (case 036)', () => {
    expect(wants('036')).toEqual(['needed', 'short']);
  });

  test('tags that are quoted are words, the block that opens a part is not (case 019)', () => {
    const texts = sections(caseChat('019').messages[1]!).flatMap((part) =>
      part.type === 'text' ? [part.text] : [],
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]).not.toContain('Explain the template problem');
    expect(texts[0]).toContain('<think>\ncount the apples\n</think>\nseven');
  });

  test.each([
    ['056', 'a short form of an older text'],
    ['058', 'a short form that was moved to another message'],
  ])('case %s: %s is never used and is made again', (number) => {
    const [message] = caseChat(number).messages;
    expect(freshness(message!, picked.hash)).toBe('stale');
    expect(usable(message!)).toBeUndefined();
    expect(wants(number)[0]).toBe('needed');
  });
});
