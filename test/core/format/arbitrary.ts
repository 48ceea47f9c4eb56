import fc from 'fast-check';
import type { Compaction, Part } from '../../../core/conversation.ts';
import type { NewMessage } from '../../../core/format/print.ts';
import { sha256 } from '../../../core/text/hash.ts';

/** Pieces that mean something to the scanner, so that random files hit its rules often. */
const pieces = [
  ...[
    'message',
    'part',
    'compacted',
    'segment',
    'end-message',
    'note',
    'end-note',
    'earlier',
    'end-earlier',
    'foo',
  ].map((name) => `<!-- clara:${name} -->`),
  '<!-- \\clara:part -->',
  '<!-- \\\\clara:end-message -->',
  '{"id":1,"role":"user","created_at":"2026-10-12T09:03:00Z","version":2,"simple":true}',
  '{"id":2,"role":"assistant","version":2,"simple":false}',
  '{"id":0,"role":"user"}',
  '{"type":"text"}',
  '{"type":"tool_result","id":7}',
  '{"version":4,"source":"a","recipe":"b","messageId":1,"methods":["m"],"createdAt":1,"text":"c"}',
  '{"version":1,"kind":"range","from":1,"to":2}',
  '{"enc":"json","type":"text"}',
  '"a\\r\\nb"',
  '{',
  '---',
  'type: chat',
  'title: x',
  'hello',
  ' ',
  '\t',
  '```',
  '<<<<<<< a',
  '=======',
  '>>>>>>> b',
  '',
  '\uFEFF',
  '\u2028',
  '\r',
  '🙂 漢字',
];

/** Any bytes, often ones that look like a chat. */
export const anyFile: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 5,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.oneof(
            { weight: 8, arbitrary: fc.constantFrom(...pieces).map((text) => Buffer.from(text)) },
            { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }) },
          ),
          fc.constantFrom('\n', '\n', '\n', '\r\n', '', ' \n', '\r'),
        ),
        { maxLength: 40 },
      )
      .map((lines) => Buffer.concat(lines.flatMap(([line, end]) => [line, Buffer.from(end)]))),
  },
);

/** Any text, often one with look-alike markers, line ends and halves of emoji. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...pieces, '\ud83d', '\udc00', '\n', '\n\n', '\r\n', '\0', '\\', '\u2029'),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 12 },
    )
    .chain((words) => fc.constantFrom('\n', '', ' ').map((glue) => words.join(glue))),
);

const key = fc.string({ maxLength: 12 });

export const anyPart: fc.Arbitrary<Part> = fc.oneof(
  anyText.map((text): Part => ({ type: 'text', text })),
  anyText.map((text): Part => ({ type: 'reasoning', text })),
  fc
    .tuple(key, key, fc.jsonValue())
    .map(
      ([id, name, args]): Part => ({ type: 'tool_call', id, name, args: JSON.parse(JSON.stringify(args)) }),
    ),
  fc
    .tuple(key, key, fc.constantFrom('completed', 'error', 'odd'), anyText)
    .map(([id, name, status, output]): Part => ({ type: 'tool_result', id, name, status, output })),
  fc.tuple(fc.constantFrom('image', 'file'), key, key, key, fc.option(key, { nil: undefined })).map(
    ([type, path, mediaType, sha256, name]): Part => ({
      type: type as 'image' | 'file',
      path,
      mediaType,
      sha256,
      ...(name === undefined ? {} : { name }),
    }),
  ),
);

/** A short form for a message of this id, with the right hash of its own text. */
export function anyCompaction(messageId: number): fc.Arbitrary<Compaction> {
  return fc
    .record({
      texts: fc.array(fc.tuple(fc.constantFrom('text', 'marker', 'anchors'), anyText), {
        minLength: 1,
        maxLength: 3,
      }),
      createdAt: fc.nat(),
      pinned: fc.boolean(),
    })
    .map(
      ({ texts, createdAt, pinned }): Compaction => ({
        version: 4,
        source: sha256(`source of ${messageId}`),
        recipe: sha256('recipe'),
        messageId,
        methods: ['extractive'],
        createdAt,
        text: sha256(texts.map(([, text]) => text.replace(/\p{Surrogate}/gu, '\uFFFD')).join('\n')),
        ...(pinned ? { pinned: true } : {}),
        segments: texts.map(([type, text]) => ({ type: type as 'text', text })),
      }),
    );
}

/** Messages with rising ids. */
export const anyMessages: fc.Arbitrary<NewMessage[]> = fc
  .array(
    fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
      uid: fc.option(fc.stringMatching(/^[a-z2-7]{12}$/), { nil: undefined }),
      createdAt: fc.constantFrom('', '2026-10-12T09:03:00Z'),
      parts: fc.array(anyPart, { maxLength: 4 }),
    }),
    { maxLength: 5 },
  )
  .map((list) =>
    list.map(({ uid, ...rest }, index) => ({
      id: index + 1,
      ...(uid === undefined ? {} : { uid }),
      ...rest,
    })),
  );

/** The same value with getters read and halves of surrogate pairs replaced, as UTF-8 would have it. */
export function plain<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD') as Value;
  if (Array.isArray(value)) return value.map(plain) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)])) as Value;
}
