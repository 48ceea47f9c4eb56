import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../core/index.ts';
import { readmes, recorded, written } from '../test/core/text/corpus.ts';
import { proseSamples } from '../test/core/text/prose-samples.ts';
import { atMost, faster, medians, type Row } from './row.ts';

const plain = { disallowedSpecial: new Set<string>() };
const counted = (text: string): number => countTokens(text, plain);

/** The token estimate against gpt-tokenizer (o200k): speed, spread of its error, and what one long run costs. */
export async function tokens(): Promise<Row[]> {
  const sources = { recorded: recorded(), readmes: readmes(), written: written(300, 4) };
  const all = Object.values(sources)
    .flatMap((texts) => texts.filter((text) => text.length > 40 && text.length < 20_000).slice(0, 800))
    .concat(Object.values(proseSamples));
  const run = 'a'.repeat(100_000);
  const ordinary = all.join('\n').slice(0, 100_000);
  const ms = await medians({
    estimate: () => all.reduce((sum, text) => sum + estimateTokens(text), 0),
    peer: () => all.reduce((sum, text) => sum + counted(text), 0),
    run: () => estimateTokens(run),
    ordinary: () => estimateTokens(ordinary),
  });
  return [
    faster(`token estimate of ${all.length} messages`, ms.estimate, ms.peer, 'gpt-tokenizer', 15),
    atMost('100,000 equal characters', ms.run, ms.ordinary, '100,000 characters of messages', 3),
    ...Object.entries(sources).flatMap(([name, texts]) => (texts.length === 0 ? [] : spread(name, texts))),
  ];
}

/** The error of nine messages of ten. */
function spread(name: string, texts: readonly string[]): Row[] {
  const errors = texts
    .filter((text, index) => index % 3 === 0 && text.length < 20_000 && counted(text) >= 20)
    .map((text) => estimateTokens(text) / counted(text) - 1)
    .sort((a, b) => a - b);
  return [0.05, 0.5, 0.95].map((place) => {
    const error = errors[Math.floor(errors.length * place)] ?? 0;
    return {
      name: `error of the estimate, ${name}, p${place * 100}`,
      value: error * 100,
      unit: '%',
      against: 'gpt-tokenizer',
      ratio: 1 + error,
      goal: 'within ±15 %',
      ok: Math.abs(error) <= 0.15,
    };
  });
}
