import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../core/index.ts';
import { readmes, recorded, written } from '../test/core/text/corpus.ts';
import { proseSamples } from '../test/core/text/prose-samples.ts';
import { atMost, beside, faster, medians, type Row } from './row.ts';

const plain = { disallowedSpecial: new Set<string>() };
const counted = (text: string): number => countTokens(text, plain);

/**
 * The token estimate against gpt-tokenizer (o200k): speed, spread of its error, and what one long run costs. The peer
 * keeps the words it has seen, so texts that come again and again are faster there than texts of a real chat, which are
 * new: the goal is for texts that no task sees twice before all lists have had their turn.
 */
export async function tokens(): Promise<Row[]> {
  const sources = { recorded: recorded(), readmes: readmes(), written: written(300, 4) };
  const all = Object.values(sources)
    .flatMap((texts) => texts.filter((text) => text.length > 40 && text.length < 20_000).slice(0, 800))
    .concat(Object.values(proseSamples));
  const run = 'a'.repeat(100_000);
  const ordinary = all.join('\n').slice(0, 100_000);
  const lists = textLists();
  const inTurns = (of: (text: string) => number) => {
    let turn = 0;
    return () => lists[turn++ % lists.length]!.reduce((sum, text) => sum + of(text), 0);
  };
  const ms = await medians({
    estimateOnce: inTurns(estimateTokens),
    peerOnce: inTurns(counted),
    estimate: () => all.reduce((sum, text) => sum + estimateTokens(text), 0),
    peer: () => all.reduce((sum, text) => sum + counted(text), 0),
    run: () => estimateTokens(run),
    ordinary: () => estimateTokens(ordinary),
  });
  return [
    faster(
      `token estimate of 0.5 MB of texts, ${lists.length} lists in turns`,
      ms.estimateOnce,
      ms.peerOnce,
      'gpt-tokenizer',
      15,
    ),
    beside(
      `token estimate of ${all.length} messages, again and again`,
      ms.estimate,
      ms.peer,
      'gpt-tokenizer, its words kept',
    ),
    atMost('100,000 equal characters', ms.run, ms.ordinary, '100,000 characters of messages', 3),
    ...Object.entries(sources).flatMap(([name, texts]) => (texts.length === 0 ? [] : spread(name, texts))),
  ];
}

const listLength = 500_000;
const mostLists = 24;

/** Lists of equal length of the texts and sources of the packages installed here, each file in one list. */
function textLists(): string[][] {
  const folder = join(import.meta.dirname, '../node_modules');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|ts|js|json)$/.test(name))
    .sort();
  const lists = Array.from({ length: mostLists }, () => ({ texts: [] as string[], length: 0 }));
  for (const [index, name] of files.entries()) {
    const list = lists[index % mostLists]!;
    if (list.length === listLength) continue;
    const text = textOf(join(folder, name)).slice(0, listLength - list.length);
    if (text.length > 20_000) continue;
    list.texts.push(text);
    list.length += text.length;
  }
  return lists.filter(({ length }) => length === listLength).map(({ texts }) => texts);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
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
