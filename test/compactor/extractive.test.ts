import { expect, test } from 'vitest';
import { extractive } from '../../compactor/summarizers/extractive.ts';
import { accept, candidate, defaults, type Message, type Need, need, recipe } from '../../core/index.ts';
import { original, summarizerContract } from '../contracts/summarizer.ts';

const wish = { role: 'assistant', saving: 0.4 } as const;
const ways = recipe({ ...defaults().compactor, method: 'extractive' });

async function verdict(texts: readonly string[]) {
  const parts = texts.flatMap((text, at) => [
    { type: 'text' as const, text },
    { type: 'tool_call' as const, id: `c${at}`, name: 'look', args: {} },
  ]);
  const message: Message = { id: 1, role: 'assistant', createdAt: '', parts, line: 1 };
  const asked = need(message, ways, 50, () => true) as Need;
  const signal = new AbortController().signal;
  const replies = await Promise.all(asked.originals.map((one) => extractive.summarize(one, wish, signal)));
  return accept(
    asked,
    candidate(
      asked,
      'extractive',
      replies.flatMap((reply) => ('text' in reply ? [reply] : [])),
    ),
    0,
  );
}

const single = 'Let me look at the map and the partition table you saved before I guess any further.';
const several =
  'The disk has two partitions and the second one is mounted nowhere. I compared the table with the map you saved in March. The map names three partitions, so one was removed since then. The removed one held the old photos, and its space has not been used again. I would not write anything to this disk before the photos are copied. After that the partition can be made again with the numbers of the map.';

test('a section of one sentence stands whole beside those that were shortened', async () => {
  const done = await verdict([single, several]);
  expect(done).toHaveProperty('compaction');
  if ('compaction' in done)
    expect(done.compaction.segments.filter(({ type }) => type === 'text')[0]?.text).toBe(single);
});

test('a message that is nothing but one sentence is refused because nothing is saved', async () => {
  expect(await verdict([single])).toMatchObject({ refused: 'not-shorter' });
});

test('text without any sentence mark is refused, not given back as its own short form (case 036)', async () => {
  expect(await extractive.summarize(original('กขค'), wish, new AbortController().signal)).toMatchObject({
    finish: 'stop',
  });
  expect(await verdict(['เรือไม้ลำเก่า'.repeat(30)])).toHaveProperty('refused');
});

summarizerContract('extractive', () => extractive);
