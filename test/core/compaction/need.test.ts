import { describe, expect, test } from 'vitest';
import { freshness, untouched, usable } from '../../../core/compaction/freshness.ts';
import { type Need, need } from '../../../core/compaction/need.ts';
import { recipe } from '../../../core/compaction/recipe.ts';
import type { Message } from '../../../core/conversation.ts';
import { message } from '../../support/notation.ts';

const picked = recipe({
  method: 'extractive',
  model: 'm',
  prompt: 'p',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
});
const isLong = (markdown: string, words: number): boolean => markdown.split(/\s+/).length >= words;
const never = (): boolean => {
  throw new Error('Markdown was looked at');
};
const skip = (found: ReturnType<typeof need>): string => ('skip' in found ? found.skip : 'needed');
const ask = (token: string, words = isLong) => skip(need(message(token, 7), picked, 50, words));

describe('a message needs a short form', () => {
  test('when it is long and has none', () => {
    const found = need(message('a200', 7), picked, 50, isLong) as Need;
    expect(found.originals).toHaveLength(1);
    expect(found).toMatchObject({ messageId: 7, role: 'assistant', recipe: picked.hash, minSaving: 0.4 });
  });

  test('when the one it has was made with another recipe, or of other words', () => {
    expect([ask('a200?40'), ask('a200!40')]).toEqual(['needed', 'needed']);
  });

  test('not when it has a valid one, and then no Markdown is looked at', () => {
    expect(ask('a200~40', never)).toBe('valid');
    expect(ask('a200t500~40', never)).toBe('valid');
  });

  test('not when a person wrote its short form, also when its words have changed since', () => {
    const pinned = message('a200^40', 7);
    const edited: Message = { ...pinned, parts: [{ type: 'text', text: 'other words '.repeat(60) }] };
    expect(skip(need(pinned, picked, 50, never))).toBe('pinned');
    expect(skip(need(edited, picked, 50, never))).toBe('pinned');
    expect(usable(edited)).toBeUndefined();
  });

  test('not while it is open, damaged, or holds a block of another version', () => {
    expect(ask('a200o', never)).toBe('open');
    expect(skip(need({ ...message('a200', 7), blocked: 'pasted-marker' }, picked, 50, never))).toBe(
      'blocked',
    );
    const later = message('a200~40', 7);
    const unknown = { type: 'unknown', name: 'picture', text: '' } as const;
    for (const block of [{ version: 5 }, { version: 3 }, { segments: [unknown] }])
      expect(
        skip(need({ ...later, compaction: { ...later.compaction!, ...block } }, picked, 50, never)),
      ).toBe('blocked');
  });

  test('not below fifty visible words, or below the number set for its role', () => {
    expect([ask('a49'), ask('a50')]).toEqual(['short', 'needed']);
    const thresholds = { assistant: 100 };
    expect(skip(need(message('a99', 7), picked, thresholds, isLong))).toBe('short');
    expect(skip(need(message('u50', 7), picked, thresholds, isLong))).toBe('needed');
  });

  test('not when it has no words of its own', () => {
    expect(ask('a0t500', never)).toBe('no-text');
  });
});

describe('the sections of a need', () => {
  const long = (words: number): Message['parts'][number] => ({
    type: 'text',
    text: 'word '.repeat(words).trim(),
  });
  const cut: Message['parts'][number] = { type: 'tool_call', id: 'a', name: 'n', args: {} };
  const many = (...counts: number[]): Message => ({
    ...message('a200', 7),
    parts: counts.flatMap((count) => [long(count), cut]),
  });

  test('of fewer than twelve words are kept, and the others save more for it', () => {
    const found = need(many(11, 100, 12), picked, 50, isLong) as Need;
    expect(found.sections.map((section) => 'kept' in section && section.kept)).toEqual([true, false, false]);
    expect(found.originals).toHaveLength(2);
    expect(found.originalSaving).toBeGreaterThan(0.4);
    expect(found.originalSaving).toBeLessThan(0.5);
  });

  test('leave nothing to do when all of them are kept', () => {
    expect(skip(need(many(11, 11, 11, 11, 11), picked, 50, isLong))).toBe('short');
    expect(skip(need(many(11, 11, 11, 11, 11, 12), picked, 50, isLong))).toBe('short');
  });
});

describe('a short form in the file', () => {
  const fresh = (token: string) => freshness(message(token, 7), picked.hash);

  test('is valid, outdated, stale, pinned, or none, by its hashes', () => {
    expect(['a200~40', 'a200?40', 'a200!40', 'a200^40', 'a200', 'a200~40o'].map(fresh)).toEqual([
      'valid',
      'outdated',
      'stale',
      'pinned',
      'none',
      'open',
    ]);
  });

  test('is used when valid, outdated or pinned, and never when stale or in an open message', () => {
    const used = (token: string) => usable(message(token, 7)) !== undefined;
    expect(['a200~40', 'a200?40', 'a200^40'].map(used)).toEqual([true, true, true]);
    expect(['a200!40', 'a200', 'a200~40o'].map(used)).toEqual([false, false, false]);
  });

  test('is stale under another message, in another version, or with other segments than sections', () => {
    const own = message('a200t500~40', 7);
    const block = own.compaction!;
    const changed = [
      { ...block, messageId: 8 },
      { ...block, version: 3 },
      { ...block, segments: block.segments.slice(1) },
      { ...block, segments: [...block.segments].reverse() },
      { ...block, segments: [...block.segments, block.segments[0]!] },
    ];
    for (const compaction of changed) expect(freshness({ ...own, compaction }, picked.hash)).toBe('stale');
    const anchored = [...block.segments, { type: 'anchors' as const, text: '42' }];
    expect(freshness({ ...own, compaction: { ...block, segments: anchored } }, picked.hash)).toBe('valid');
  });

  test('is known to have been edited when its words are not those of its hash', () => {
    const block = message('a200~40', 7).compaction!;
    expect(untouched(block)).toBe(true);
    expect(untouched({ ...block, segments: [{ type: 'text', text: 'mine' }] })).toBe(false);
  });
});
