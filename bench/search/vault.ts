import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printChat } from '../../core/index.ts';
import { distractions, facts } from './facts.ts';
import { random } from './random.ts';
import { code, log, prose } from './speech.ts';

/** A folder of made chats with the facts strewn over them. */
export interface MadeVault {
  readonly planted: readonly { readonly query: string; readonly path: string; readonly id: number }[];
  readonly paths: readonly string[];
  readonly bytes: number;
}

/**
 * Writes `count` chats of 24 messages, about 38,000 characters each, with one fact in each of 40 of them; the same for the
 * same seed. Paragraphs are drawn from a pool, because making 76 million characters word by word would take minutes.
 */
export function makeVault(root: string, count: number, seed: number): MadeVault {
  const chance = random(seed);
  const pool = Array.from({ length: 3_000 }, (_, index) =>
    index % 4 === 0 ? code(chance, 700) : index % 4 === 1 ? log(chance, 700) : prose(chance, 500),
  );
  const planted: { query: string; path: string; id: number }[] = [];
  const paths: string[] = [];
  let bytes = 0;
  for (let number = 0; number < count; number++) {
    const path = `${String(number % 20).padStart(2, '0')}/chat-${String(number).padStart(5, '0')}.md`;
    const texts = Array.from({ length: 24 }, () =>
      Array.from({ length: 1 + Math.floor(chance.next() * 4.6) }, () => chance.pick(pool)).join('\n\n'),
    );
    if (chance.next() < 0.2) texts[chance.pick([1, 5, 9])] += `\n${chance.pick(distractions)}`;
    const fact = number % Math.floor(count / facts.length) === 0 ? facts[planted.length] : undefined;
    if (fact !== undefined) {
      const at = Math.floor(chance.next() * texts.length);
      texts[at] =
        `${fact.heading === undefined ? '' : `${fact.heading}:\n`}${texts[at]}\n${fact.text}\n${chance.pick(pool)}`;
      planted.push({ query: fact.query, path, id: at + 1 });
    }
    const text = chat(number, texts);
    bytes += Buffer.byteLength(text);
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    paths.push(path);
  }
  return { planted, paths, bytes };
}

function chat(number: number, texts: readonly string[]): string {
  const start = Date.UTC(2026, 0, 1) + number * 3_600_000;
  const date = (index: number) => new Date(start + index * 60_000).toISOString().replace('.000Z', 'Z');
  return printChat({
    sessionId: `made-${number}`,
    title: `Made chat ${number}`,
    createdAt: date(0),
    messages: texts.map((text, index) => ({
      ...{ id: index + 1, role: index % 2 === 0 ? 'user' : 'assistant', createdAt: date(index) },
      parts: [{ type: 'text', text }],
    })),
  });
}
