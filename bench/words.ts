import { isLong, renderedWords } from '../core/index.ts';
import { plainWords } from '../core/text/plain-words.ts';
import { recorded, written } from '../test/core/text/corpus.ts';
import { atMost, faster, medians, type Row } from './row.ts';

const limit = 65_536;
const messages = 4000;
const min = 50;

/** The verdict "at least 50 visible words" against parsing with remark: the same on 4,000 messages, and its speed. */
export async function words(): Promise<Row[]> {
  const real = recorded().filter((text) => text.trim() !== '' && text.length <= limit);
  const all = [...real.slice(0, messages / 2), ...written(messages - Math.min(real.length, messages / 2), 1)];
  const agreeing = all.filter((text) => isLong(text, min) === renderedWords(text) >= min).length;
  const share = agreeing / all.length;
  const some = all.filter((_, index) => index % 8 === 0);
  const ms = await medians({
    verdict: () => some.filter((text) => isLong(text, min)).length,
    remark: () => some.filter((text) => renderedWords(text) >= min).length,
  });
  return [
    faster(
      `50-word verdict on ${some.length} of ${all.length} messages`,
      ms.verdict,
      ms.remark,
      'remark',
      30,
    ),
    {
      name: `the same verdict on ${all.length} messages, ${real.length === 0 ? 'none' : messages / 2} of them recorded`,
      value: share * 100,
      unit: '%',
      against: 'remark',
      ratio: share,
      goal: '100 %',
      ok: agreeing === all.length,
    },
    ...(await growth()),
  ];
}

/** Eight times the text, at most 8 × 1.3 the time, in scripts that the Segmenter parts. */
async function growth(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, text] of [
    ['English', 'the importer keeps every message and reports the lines, '],
    ['Chinese', '备份目录改成了夜间同步，不要用默认设置。'],
    ['Thai', 'เมื่อวานผมไปดูห้องเช่าใกล้สถานีมาแล้วห้องกว้างดี'],
  ] as const) {
    const small = text.repeat(Math.ceil(16_000 / text.length));
    const large = small.repeat(8);
    const ms = await medians({ small: () => plainWords(small), large: () => plainWords(large) }, 200);
    rows.push(atMost(`counting eight times as much ${name}`, ms.large, ms.small, 'once as much', 8 * 1.3));
  }
  return rows;
}
