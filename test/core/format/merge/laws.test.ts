import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge } from '../../../../core/format/merge/merge.ts';
import { parse, read } from '../../../../core/format/parse.ts';
import { texts } from '../reading.ts';
import { emptyChat, join, run, sourceOf, step } from './clones.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const steps = fc.array(step, { maxLength: 5 });
const story = fc.record({ before: steps, ours: steps, theirs: steps, third: steps });

function clones({
  before,
  ours,
  theirs,
  third,
}: typeof story extends fc.Arbitrary<infer Value> ? Value : never) {
  const base = run(emptyChat, before, 'o');
  return { base, a: run(base, ours, 'a'), b: run(base, theirs, 'b'), c: run(base, third, 'c') };
}

/** Everything that somebody said: messages, pinned short forms, note and draft. */
function said(bytes: Buffer): Set<string> {
  const { conversation, messages } = read(bytes);
  const { note = '', draft = '' } = conversation;
  const forms = messages.flatMap((placed) => placed.compactions.map(({ compaction }) => compaction));
  const pinned = forms.filter((form) => form.pinned).map((form) => form.segments[1]!.text);
  return new Set([
    ...conversation.messages.flatMap(texts),
    ...pinned,
    ...note.split('\n'),
    ...draft.split('\n'),
  ]);
}

/** What earlier rounds have found, kept. */
const found: [typeof story extends fc.Arbitrary<infer Value> ? Value : never][] = [
  [
    {
      before: [{ do: 'add', role: 'user', text: 'blue', minutes: 0, uid: true }],
      ours: [{ do: 'edit', at: 0, text: 'blue' }],
      theirs: [{ do: 'compact', at: 0, text: 'blue', createdAt: 1, pinned: true }],
      third: [
        { do: 'edit', at: 0, text: 'blue' },
        { do: 'compact', at: 0, text: 'blue', createdAt: 1, pinned: false },
      ],
    },
  ],
  [
    {
      before: [{ do: 'add', role: 'user', text: 'blue', minutes: 0, uid: false }],
      ours: [{ do: 'add', role: 'user', text: 'blue', minutes: 0, uid: false }],
      theirs: [{ do: 'compact', at: 0, text: 'blue', createdAt: 1, pinned: true }],
      third: [
        { do: 'delete', at: 0 },
        { do: 'add', role: 'user', text: 'blue', minutes: 1, uid: false },
      ],
    },
  ],
];

describe('laws of the merge', () => {
  test('the sides may be swapped', () => {
    fc.assert(
      fc.property(story, (all) => {
        const { base, a, b } = clones(all);
        expect(join(base, b, a).toString()).toBe(join(base, a, b).toString());
      }),
      { numRuns },
    );
  });

  test('a side that changed nothing gives the other, and what is merged stays merged', () => {
    fc.assert(
      fc.property(story, (all) => {
        const { base, a, b } = clones(all);
        expect(join(base, a, base).toString()).toBe(a.toString());
        expect(join(base, a, a).toString()).toBe(a.toString());
        const merged = join(base, a, b);
        expect(join(base, merged, a).toString()).toBe(merged.toString());
        expect(join(a, merged, merged).toString()).toBe(merged.toString());
        expect(join(a, merged, a).toString()).toBe(merged.toString());
      }),
      { numRuns },
    );
  });

  test('no text that a side has written is lost', () => {
    fc.assert(
      fc.property(story, (all) => {
        const { base, a, b } = clones(all);
        const before = said(base);
        const after = said(join(base, a, b));
        for (const side of [a, b]) {
          for (const text of said(side)) if (!before.has(text)) expect([...after]).toContain(text);
        }
      }),
      { numRuns },
    );
  });

  test('what is merged reads without a problem, each message with an id of its own', () => {
    fc.assert(
      fc.property(story, (all) => {
        const { base, a, b } = clones(all);
        const { bytes, undecided } = merge(base, a, b, sourceOf);
        expect(undecided).toBe(false);
        const { problems, messages } = parse(bytes);
        expect(problems.filter(({ code }) => code !== 'duplicate-compaction')).toEqual([]);
        for (const { id, compaction } of messages) {
          if (compaction === undefined) continue;
          expect(compaction.messageId).toBe(id);
          expect(compaction.segments[0]!.text).toContain(`message:${id}:result:c`);
        }
      }),
      { numRuns },
    );
  });

  test('three clones end equal, in whatever order they are merged', () => {
    fc.assert(
      fc.property(story, (all) => {
        const { base, a, b, c } = clones(all);
        const first = join(base, join(base, a, b), c).toString();
        expect(join(base, join(base, b, c), a).toString()).toBe(first);
        expect(join(base, join(base, a, c), b).toString()).toBe(first);
      }),
      { numRuns, examples: found },
    );
  });
});
