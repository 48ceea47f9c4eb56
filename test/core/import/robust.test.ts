import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../core/format/parse.ts';
import { printChat } from '../../../core/format/print.ts';
import { additions } from '../../../core/import/additions.ts';
import { formats } from '../../../core/import/formats.ts';
import { input } from '../../../core/import/input.ts';
import { data, hasData, readText, recorded } from './read.ts';

const recordings = readdirSync(recorded('')).flatMap((name) =>
  readdirSync(recorded(name))
    .filter((file) =>
      /^(?:conversations|export|messages|v4-messages|import\.messages|session|chat|rollout.*)\.jsonl?$/.test(
        file,
      ),
    )
    .map((file) => `${name}/${file}`),
);
const folders = [
  'claude-code',
  'claude-code-fixtures',
  'chatgpt',
  'claude-ai',
  'codex',
  'open-webui',
  'synthetic/ai-sdk',
  'synthetic/codex',
  'synthetic/openai-messages',
  'synthetic/sillytavern',
  'synthetic/lm-studio',
  'gemini-cli',
  'librechat',
  'chatbot-ui',
  'other-cli',
  'specstory',
  'synthetic/obsidian-copilot',
];

describe('whatever another program wrote', () => {
  it('is read without an exception when any of its values is something else', () => {
    expect(recordings.length).toBeGreaterThan(15);
    const strange = fc.oneof(
      fc.constantFrom(
        null,
        true,
        -1,
        1e300,
        '',
        'text',
        '\ud800',
        [],
        [null],
        [[1]],
        {},
        { type: 'text' },
        { parts: 7 },
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...recordings),
        fc.array(fc.tuple(fc.nat(), strange), { minLength: 1, maxLength: 4 }),
        (file, changes) => {
          const text = readFileSync(recorded(file), 'utf8');
          const isLines = file.endsWith('l');
          const values = isLines ? input('x', text).lines.map(({ value }) => value) : [JSON.parse(text)];
          const changed = changes.reduce<unknown[]>(
            (all, [at, value]) => all.map((one) => replaced(one, at, value)),
            values,
          );
          const given = input(basename(file), changed.map((value) => JSON.stringify(value)).join('\n'));
          for (const format of formats) {
            for (const conversation of format.read(given)) {
              for (const part of conversation.messages.flatMap(({ parts }) => parts)) {
                for (const field of ['text', 'output', 'id', 'name']) {
                  if (field in part) expect(typeof part[field as never]).toBe('string');
                }
              }
              expect(typeof conversation.title).toBe('string');
              expect(conversation.id === undefined).toBe(false);
            }
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is read without an exception when it is nested deeper than a stack', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(() => readText('x.json', deep)).toThrow('not known here');
    const args = `[{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":${JSON.stringify(deep)}}}]}]`;
    const [chat] = readText('x.json', args);
    expect(chat!.messages).toHaveLength(1);
    expect(() => roundTrip(chat!)).not.toThrow();
  });
});

describe('an imported chat', () => {
  it.each(recordings)('%s is the same when its file is read back', (file) => {
    for (const conversation of readText(basename(file), readFileSync(recorded(file), 'utf8')))
      roundTrip(conversation);
  });

  it.skipIf(!hasData)(
    'of real conversations is the same when its file is read back (needs ../shared/data)',
    () => {
      let messages = 0;
      for (const folder of folders) {
        for (const name of readdirSync(new URL(folder, data))) {
          if (!/\.(?:jsonl?|md)$/.test(name) || name === 'expected-counts.json' || name === 'SCHEMA.md')
            continue;
          for (const conversation of readText(
            name,
            readFileSync(new URL(`${folder}/${name}`, data), 'utf8'),
          )) {
            messages += roundTrip(conversation);
          }
        }
      }
      expect(messages).toBeGreaterThan(450);
    },
  );
});

function roundTrip(conversation: ReturnType<typeof readText>[number]): number {
  const { messages } = additions(conversation, { uids: new Set(), lastId: 0 });
  const { title, id } = conversation;
  const back = parse(Buffer.from(printChat({ title, sessionId: id, messages })));
  expect(back.problems).toEqual([]);
  expect(back.meta.title).toBe(title);
  const plain = back.messages.map(({ id, uid, role, createdAt, parts }) => ({
    id,
    uid,
    role,
    createdAt,
    parts: [...parts],
  }));
  expect(JSON.parse(JSON.stringify(plain))).toEqual(JSON.parse(JSON.stringify(messages)));
  return messages.length;
}

/** The value with its `at`-th place (counted modulo all of them) replaced. */
function replaced(value: unknown, at: number, by: unknown): unknown {
  const places = count(value);
  let left = at % places;
  const walk = (one: unknown): unknown => {
    if (left-- === 0) return by;
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + count(inner), 1);
}
