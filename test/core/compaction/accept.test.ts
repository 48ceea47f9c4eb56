import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accept, candidate } from '../../../core/compaction/accept.ts';
import { freshness, untouched } from '../../../core/compaction/freshness.ts';
import { type Need, need } from '../../../core/compaction/need.ts';
import { recipe } from '../../../core/compaction/recipe.ts';
import { reuse } from '../../../core/compaction/reuse.ts';
import { codePoints } from '../../../core/compaction/room.ts';
import { source } from '../../../core/compaction/sections.ts';
import type { Verdict } from '../../../core/compaction/verdict.ts';
import type { Compaction, Message, Part } from '../../../core/conversation.ts';
import { isLong } from '../../../core/text/markdown.ts';
import { caseChat, caseReply } from '../../support/recorded.ts';

const settings = {
  method: 'model',
  model: 'm',
  prompt: 'p',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
} as const;
const byModel = recipe(settings);
const picked = recipe({ ...settings, method: 'extractive' });
const now = 1_793_607_360_000;

const needOf = (message: Message, by = byModel): Need => {
  const found = need(message, by, 50, isLong);
  if ('skip' in found) throw new Error(`skipped: ${found.skip}`);
  return found;
};
const says = (text: string) => ({ text, finish: 'stop' });
const compaction = (verdict: Verdict): Compaction => {
  if ('refused' in verdict) throw new Error(`refused: ${verdict.refused}: ${verdict.detail}`);
  return verdict.compaction;
};
const message = (parts: readonly Part[], id = 2747): Message => ({
  id,
  role: 'assistant',
  createdAt: '2026-11-02T08:15:00Z',
  parts,
  line: 1,
});

const settingsText =
  "The settings allow three retries and a thirty-second timeout per request. I have only read the file; I haven't changed it. These settings are stored in config.json. If you want to change either value, we can edit that file, but for now both values remain exactly as they were when I opened it.";
const reference = message([
  { type: 'tool_call', id: 'call-1', name: 'read_file', args: { path: 'config.json' } },
  { type: 'tool_result', id: 'call-1', name: 'read_file', status: 'completed', output: '{}' },
  { type: 'text', text: settingsText },
]);

describe('an accepted reply', () => {
  const reply = 'Read config.json: three retries, thirty-second timeout. No changes made.';

  test('becomes the block of the reference example: markers and texts in the order of the message', () => {
    const asked = needOf(reference);
    const block = compaction(accept(asked, candidate(asked, 'model', [says(reply)]), now));
    expect(block).toMatchObject({
      version: 4,
      source: source(reference),
      recipe: byModel.hash,
      messageId: 2747,
      methods: ['model'],
      createdAt: now,
    });
    expect(block.segments.slice(0, 2)).toEqual([
      {
        type: 'marker',
        text: '{"kind":"tool_result","name":"read_file","call_id":"call-1","status":"completed","compacted":true,"result_id":"message:2747:result:call-1","instruction":"Result compacted. Retrieve the original with read_tool_result({\\"result_id\\":\\"message:2747:result:call-1\\"})."}',
      },
      { type: 'text', text: reply },
    ]);
    expect(untouched(block)).toBe(true);
    expect(freshness({ ...reference, compaction: block }, byModel.hash)).toBe('valid');
  });

  test('has exact facts that it dropped behind it, and then still saves forty percent', () => {
    const asked = needOf(caseChat('074').messages[0]!);
    const short = says('The nightly copy fails for lack of inodes; pack the old mail into archives.');
    const block = compaction(accept(asked, candidate(asked, 'model', [short]), now));
    const anchors = block.segments.at(-1)!;
    expect(anchors.type).toBe('anchors');
    expect(anchors.text.split('\n')).toContain('2 October');
    expect(anchors.text).toMatch(/not delete the mail folder/i);
    const words = block.segments.map(({ text }) => text).join('\n');
    expect(codePoints(words)).toBeLessThanOrEqual(asked.originals[0]!.length * 0.6);
  });

  test('carries the message’s own time when sentences were picked, so that two machines write the same bytes', () => {
    const asked = needOf(reference, picked);
    const block = compaction(accept(asked, candidate(asked, 'extractive', [says(reply)]), now));
    expect(block.createdAt).toBe(Date.parse('2026-11-02T08:15:00Z'));
    const undated = { ...asked, createdAt: 'yesterday' };
    expect(compaction(accept(undated, candidate(undated, 'extractive', [says(reply)]), now)).createdAt).toBe(
      0,
    );
  });

  test('is measured after its thinking was taken out', () => {
    const asked = needOf(reference);
    const thought = says(`<think>${'hm '.repeat(400)}</think>${reply}`);
    expect(compaction(accept(asked, candidate(asked, 'model', [thought]), now)).segments[1]!.text).toBe(
      reply,
    );
  });
});

describe('what stands between and behind the words', () => {
  const result = (id: string): Part => ({
    type: 'tool_result',
    id,
    name: 'run',
    status: 'error',
    output: 'x',
  });
  const picture: Part = { type: 'image', path: 'assets/a.png', mediaType: 'image/png', sha256: 'ab12' };
  const mixed = message([
    { type: 'text', text: 'Let me look at it.' },
    result('c'),
    result('c'),
    { type: 'text', text: settingsText },
    picture,
  ]);

  test('is marked by code; a call id that repeats is told apart by its count', () => {
    const asked = needOf(mixed);
    const block = compaction(
      accept(asked, candidate(asked, 'model', [says('Three retries; config.json only read.')]), now),
    );
    expect(block.segments.map(({ type }) => type).slice(0, 5)).toEqual([
      'text',
      'marker',
      'marker',
      'text',
      'marker',
    ]);
    const ids = block.segments.slice(1, 3).map(({ text }) => JSON.parse(text).result_id);
    expect(ids).toEqual(['message:2747:result:c', 'message:2747:result:c#2']);
    expect(block.segments[4]!.text).toBe('{"kind":"image","sha256":"ab12","compacted":true}');
  });

  test('is kept as it is where it has fewer than twelve words', () => {
    const asked = needOf(mixed);
    expect(asked.originals).toEqual([settingsText]);
    const block = compaction(
      accept(asked, candidate(asked, 'model', [says('Three retries; config.json only read.')]), now),
    );
    expect(block.segments[0]!.text).toBe('Let me look at it.');
  });

  test('holds no secret, neither in the words nor in the anchors', () => {
    const key = 'AKIAIOSFODNN7EXAMPL3';
    const asked = needOf(
      message([{ type: 'text', text: `${settingsText} The upload uses the key ${key}, see \`aws.env\`.` }]),
    );
    const block = compaction(
      accept(asked, candidate(asked, 'model', [says(`Three retries; the upload key is ${key}.`)]), now),
    );
    expect(JSON.stringify(block)).not.toContain(key);
    expect(block.segments[0]!.text).toContain('[redacted:');
    expect(block.segments.at(-1)!.text).toContain('aws.env');
  });
});

describe('a reply is refused', () => {
  test('when it is longer than the message (case 005), or not forty percent shorter', () => {
    const asked = needOf(caseChat('005').messages[1]!);
    const refused = (text: string) => accept(asked, candidate(asked, 'model', [says(text)]), now);
    expect(accept(asked, candidate(asked, 'model', [caseReply('005')]), now)).toMatchObject({
      refused: 'not-shorter',
    });
    const original = asked.originals[0]!;
    const cut = original.slice(0, original.indexOf('I have not'));
    expect(refused(cut)).toMatchObject({ refused: 'not-shorter' });
  });

  test('when one of its sections is, whatever the others', () => {
    const two = message([
      { type: 'text', text: settingsText },
      { type: 'tool_call', id: 'a', name: 'n', args: {} },
      { type: 'text', text: settingsText },
    ]);
    const asked = needOf(two);
    const good = says('Read config.json: three retries. No changes.');
    expect(accept(asked, candidate(asked, 'model', [good, says('')]), now)).toMatchObject({
      refused: 'empty',
    });
    expect(accept(asked, candidate(asked, 'model', [good, { ...good, toolCalls: true }]), now)).toMatchObject(
      {
        refused: 'tool-call',
      },
    );
    expect(accept(asked, candidate(asked, 'model', [good, good]), now)).toHaveProperty('compaction');
  });

  test('never with a word of the message in the detail', () => {
    const asked = needOf(caseChat('025').messages[0]!);
    const verdict = accept(asked, candidate(asked, 'model', [says('I cannot help with that.')]), now);
    expect(verdict).toMatchObject({ refused: 'refusal' });
    expect('detail' in verdict && verdict.detail).not.toMatch(/copy|folder|mail|inode/i);
  });

  test('loudly, as a bug, when there are not as many replies as sections', () => {
    const asked = needOf(reference);
    expect(() => candidate(asked, 'model', [])).toThrow(/found 0 replies/);
    expect(() => accept(asked, { method: 'model', sections: [] }, now)).toThrow(/found 0 replies/);
    expect(() => accept(asked, { method: 'model', sections: [{ kept: true }] }, now)).toThrow(/found 1/);
  });
});

describe('a short form of the same words elsewhere', () => {
  test('is used again with the markers and the id of the new message', () => {
    const asked = needOf(reference);
    const first = compaction(
      accept(asked, candidate(asked, 'model', [says('Three retries; config.json only read.')]), now),
    );
    const moved = { ...reference, id: 9 };
    const again = reuse(needOf(moved), first)!;
    expect(again.messageId).toBe(9);
    expect(again.segments[0]!.text).toContain('"result_id":"message:9:result:call-1"');
    expect(again.segments.slice(1)).toEqual(first.segments.slice(1));
    expect(untouched(again)).toBe(true);
    expect(freshness({ ...moved, compaction: again }, byModel.hash)).toBe('valid');
  });

  test('is not used for other words or another recipe', () => {
    const asked = needOf(reference);
    const first = compaction(
      accept(asked, candidate(asked, 'model', [says('Three retries; config.json only read.')]), now),
    );
    expect(reuse(needOf(reference, picked), first)).toBeUndefined();
    expect(reuse({ ...asked, source: '0'.repeat(64) }, first)).toBeUndefined();
  });
});

test('whatever a summarizer says, what is accepted saves forty percent and fits the message', () => {
  const asked = needOf(reference);
  const words = settingsText.split(' ');
  const pieces = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 60 });
  fc.assert(
    fc.property(pieces, fc.constantFrom('stop', 'length', ''), (reply, finish) => {
      const verdict = accept(asked, candidate(asked, 'model', [{ text: reply.join(' '), finish }]), now);
      if ('refused' in verdict) return;
      expect(finish).toBe('stop');
      const text = verdict.compaction.segments.filter(({ type }) => type !== 'marker').map((one) => one.text);
      expect(codePoints(text.join('\n'))).toBeLessThanOrEqual(codePoints(settingsText) * 0.6);
      expect(freshness({ ...reference, compaction: verdict.compaction }, byModel.hash)).toBe('valid');
    }),
  );
});
