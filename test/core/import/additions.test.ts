import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../core/conversation.ts';
import { additions } from '../../../core/import/additions.ts';
import { readImport } from '../../../core/import/formats.ts';
import type { Imported, ImportedMessage } from '../../../core/import/imported.ts';
import { data, hasData, readFile } from './read.ts';

describe('importing again', () => {
  it('adds nothing when nothing is new', () => {
    const first = additions(chat(3), none);
    expect(first.messages.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(additions(chat(3), present(first.messages))).toEqual({ messages: [], known: 3, missing: 0 });
  });

  it('adds what is new behind the last message, and gives two clones the same uids', () => {
    const first = additions(chat(2), none).messages;
    const then = additions(chat(4), present(first)).messages;
    expect(then.map(({ id }) => id)).toEqual([3, 4]);
    expect(additions(chat(4), none).messages.map(({ uid }) => uid)).toEqual(
      [...first, ...then].map(({ uid }) => uid),
    );
  });

  it('loses nothing and doubles nothing when an older, shorter export comes later', () => {
    const first = additions(chat(4), none).messages;
    expect(additions(chat(2), present(first))).toEqual({ messages: [], known: 2, missing: 0 });
    const long = additions(chat(2, 5), none).messages;
    expect(additions(chat(2, 3), present(long)).messages).toEqual([]);
  });

  it('does not bring back what a person deleted, and says so', () => {
    const [, second] = additions(chat(2), none).messages;
    const again = additions(chat(3), present([second!]));
    expect(again.messages.map(({ parts }) => parts)).toEqual([chat(3).messages[2]!.parts]);
    expect(again.missing).toBe(1);
    const all = additions(chat(3), { ...present([second!]), wantsMissing: true });
    expect(all.messages.map(({ id, parts }) => [id, parts])).toEqual([
      [3, chat(3).messages[0]!.parts],
      [4, chat(3).messages[2]!.parts],
    ]);
  });

  it('adds a result that came late as a message of its own, once', () => {
    const first = additions(chat(1, 2), none).messages;
    const second = additions(chat(1, 4), present(first)).messages;
    expect(second.map(({ parts }) => parts)).toEqual([chat(1, 4).messages[0]!.parts.slice(2)]);
    const both = present([...first, ...second]);
    expect(additions(chat(1, 4), both).messages).toEqual([]);
    expect(additions(chat(1, 5), both).messages.map(({ parts }) => parts.length)).toEqual([1]);
  });

  it('gives all parts once, in whatever steps they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))),
        (steps) => {
          let messages: ReturnType<typeof additions>['messages'] = [];
          for (const [count, parts] of steps)
            messages = [...messages, ...additions(chat(count, parts), present(messages)).messages];
          const texts = messages.flatMap(({ parts }) =>
            parts.map((part) => (part.type === 'text' ? part.text : '')),
          );
          expect(new Set(texts).size).toBe(texts.length);
          expect(new Set(messages.map(({ uid }) => uid)).size).toBe(messages.length);
        },
      ),
    );
  });
});

describe.skipIf(!hasData)('a session that grows (needs ../shared/data)', () => {
  const at = (moment: number) => readFile(new URL(`claude-code/growing-${moment}.jsonl`, data))[0]!;

  it('has the same messages after three imports as after one', () => {
    let messages = additions(at(1), none).messages;
    for (const moment of [2, 3])
      messages = [...messages, ...additions(at(moment), present(messages)).messages];
    expect(messages).toEqual(additions(at(3), none).messages);
  });

  it('has every part once, wherever the log was cut between two imports', () => {
    const text = readFileSync(new URL('claude-code/growing-3.jsonl', data), 'utf8');
    const whole = additions(at(3), none).messages.flatMap(({ parts }) => parts);
    const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
    fc.assert(
      fc.property(fc.subarray(ends, { minLength: 1, maxLength: 5 }), (cuts) => {
        let messages: ReturnType<typeof additions>['messages'] = [];
        for (const end of [...cuts, text.length]) {
          const reading = readImport('growing.jsonl', text.slice(0, end));
          if ('refused' in reading) continue;
          messages = [...messages, ...additions(reading.conversations[0]!, present(messages)).messages];
        }
        const parts = messages.flatMap((message) => message.parts);
        expect(parts.map((part) => JSON.stringify(part)).sort()).toEqual(
          whole.map((part) => JSON.stringify(part)).sort(),
        );
      }),
      { numRuns: 30 },
    );
  });
});

const none = { uids: new Set<string>(), lastId: 0 };

function present(messages: ReturnType<typeof additions>['messages']) {
  return {
    uids: new Set(messages.map(({ uid }) => uid!)),
    lastId: Math.max(0, ...messages.map(({ id }) => id)),
  };
}

/** `count` messages of `parts` parts each. */
function chat(count: number, parts = 1): Imported {
  const messages = Array.from({ length: count }, (_, index): ImportedMessage => {
    const role = index % 2 === 0 ? 'user' : 'assistant';
    const made = Array.from(
      { length: parts },
      (_, part): Part => ({ type: 'text', text: `${index}.${part}` }),
    );
    return { key: `m${index}`, role, createdAt: '2026-10-12T09:00:00Z', parts: made };
  });
  const report = { left: {}, broken: [], mended: 0, remarks: [] };
  return { kind: 'claude-code', id: 'c', title: 'A chat', createdAt: '', messages, attachments: [], report };
}
