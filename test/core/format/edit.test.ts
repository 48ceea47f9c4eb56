import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Compaction, Message } from '../../../core/conversation.ts';
import { edit } from '../../../core/format/edit.ts';
import type { Edit, Edited } from '../../../core/format/edits.ts';
import { parse } from '../../../core/format/parse.ts';
import { type NewEarlier, type NewMessage, printMessage } from '../../../core/format/print.ts';
import { applySplices, slices } from '../../../core/format/splice.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { anyFile, anyMessages, anyText } from './arbitrary.ts';
import { file, simple, texts, troubles } from './reading.ts';

const sourceOf = (message: Message): string => sha256(texts(message).join('\n'));

function form(text: string, more: Partial<Compaction> = {}): Compaction {
  return {
    version: 4,
    source: 's',
    recipe: 'r',
    messageId: 1,
    methods: ['model'],
    createdAt: 1,
    text: sha256(text),
    segments: [{ type: 'text', text }],
    ...more,
  };
}

function change(
  bytes: Uint8Array,
  ...edits: Edit[]
): Edited & { readonly text: string; readonly bytes: Buffer } {
  const edited = edit(bytes, edits, sourceOf);
  const after = Buffer.from(applySplices(bytes, edited.splices));
  return { ...edited, bytes: after, text: after.toString() };
}

const compact = (messageId: number, said: string, compaction: Compaction): Edit => ({
  kind: 'compact',
  messageId,
  source: sha256(said),
  compaction,
});
const message = (id: number, text: string): NewMessage => ({
  id,
  role: 'user',
  createdAt: '',
  parts: [{ type: 'text', text }],
});
const one = ['@message', simple(1), 'said', '@end-message'];
const two = ['@message', simple(2), 'answer', '@end-message'];

describe('compact', () => {
  test('puts the short form right before the end line', () => {
    const { text, outcomes, replaced } = change(file(...one, '', ...two), compact(1, 'said', form('short')));
    expect(outcomes).toEqual(['done']);
    expect(replaced).toEqual([]);
    expect(text.split('\n').slice(2, 9)).toEqual([
      'said',
      '<!-- clara:compacted -->',
      `{"version":4,"source":"s","recipe":"r","messageId":1,"methods":["model"],"createdAt":1,"text":"${sha256('short')}"}`,
      '<!-- clara:segment -->',
      '{"type":"text"}',
      'short',
      '<!-- clara:end-message -->',
    ]);
  });

  test('does nothing where the words changed, the message went, or the same already stands', () => {
    const bytes = file(...one);
    expect(change(bytes, compact(1, 'other', form('x')))).toMatchObject({ outcomes: ['stale'], splices: [] });
    expect(change(bytes, compact(7, 'said', form('x')))).toMatchObject({ outcomes: ['gone'], splices: [] });
    const done = change(bytes, compact(1, 'said', form('x'))).bytes;
    expect(change(done, compact(1, 'said', form('x')))).toMatchObject({ outcomes: ['same'], splices: [] });
  });

  test('leaves a pinned short form alone, unless a person pins another', () => {
    const pinned = change(file(...one), compact(1, 'said', form('mine', { pinned: true }))).bytes;
    expect(change(pinned, compact(1, 'said', form('x'))).outcomes).toEqual(['pinned']);
    const again = change(pinned, compact(1, 'said', form('new', { pinned: true })));
    expect(again.outcomes).toEqual(['done']);
    expect(again.replaced).toHaveLength(1);
  });

  test('hands out a short form that a person edited before it replaces it, not one of our own', () => {
    const ours = change(file(...one), compact(1, 'said', form('short'))).bytes;
    expect(change(ours, compact(1, 'said', form('new'))).replaced).toEqual([]);
    const edited = Buffer.from(ours.toString().replace('\nshort\n', '\nshorter\n'));
    const { replaced } = change(edited, compact(1, 'said', form('new')));
    expect(
      replaced.map(({ messageId, bytes }) => [messageId, Buffer.from(bytes).toString().split('\n').at(-2)]),
    ).toEqual([[1, 'shorter']]);
  });

  test('writes into no open, damaged or foreign file', () => {
    for (const bytes of [
      file('@message', simple(1), 'said'),
      file('<<<<<<< a', ...one, '=======', '>>>>>>> b'),
      Buffer.concat([file(...one), Buffer.from([0xff])]),
      file('---', 'type: kanban', '---', ...one),
      file(
        '@message',
        '{"id":1,"role":"user","version":2}',
        '@part',
        '{"type":',
        '@part',
        '{"type":"text"}',
        'said',
        '@end-message',
      ),
    ]) {
      expect(change(bytes, compact(1, 'said', form('x')))).toMatchObject({
        outcomes: ['blocked'],
        splices: [],
      });
    }
  });

  test('several results go into one file together, each where it belongs', () => {
    const { outcomes, bytes } = change(
      file(...one, '', ...two),
      compact(2, 'answer', form('b', { messageId: 2 })),
      compact(1, 'said', form('a')),
      compact(1, 'said', form('twice')),
    );
    expect(outcomes).toEqual(['done', 'done', 'stale']);
    expect(parse(bytes).messages.map(({ compaction }) => compaction?.messageId)).toEqual([1, 2]);
  });

  test('of two messages with one id the one with the right words is shortened', () => {
    const { bytes } = change(
      file(...one, '@message', simple(1), 'other', '@end-message'),
      compact(1, 'other', form('x')),
    );
    expect(parse(bytes).messages.map(({ compaction }) => compaction !== undefined)).toEqual([false, true]);
  });
});

describe('uncompact', () => {
  test('without an id takes out what we wrote, and leaves pinned and foreign ones', () => {
    const foreign = file(
      '@message',
      simple(3),
      'x',
      '@compacted',
      '{"version":4,"messageId":3}',
      '@end-message',
    );
    const before = Buffer.concat([file(...one, '', ...two), foreign]);
    const after = change(
      before,
      compact(1, 'said', form('a')),
      compact(2, 'answer', form('b', { pinned: true })),
    ).bytes;
    const undone = change(after, { kind: 'uncompact' });
    expect(undone.outcomes).toEqual(['done']);
    expect(parse(undone.bytes).messages.map(({ compaction }) => compaction?.pinned)).toEqual([
      undefined,
      true,
      undefined,
    ]);
    expect(
      change(undone.bytes, { kind: 'uncompact', messageId: 2 }, { kind: 'uncompact', messageId: 3 }).text,
    ).toBe(file(...one, '', ...two).toString() + file('@message', simple(3), 'x', '@end-message').toString());
    expect(change(file(...one), { kind: 'uncompact', messageId: 1 }).outcomes).toEqual(['same']);
    expect(change(file(...one), { kind: 'uncompact', messageId: 9 }).outcomes).toEqual(['gone']);
  });

  test('gives the bytes from before, whatever the line ends, accounts and the end of the file', () => {
    const ends = fc.constantFrom<'\n' | '\r\n'>('\n', '\r\n');
    fc.assert(
      fc.property(anyMessages, ends, fc.boolean(), anyText, (messages, eol, bare, draft) => {
        const printed = messages.map((each) => printMessage(each, eol)).join(eol);
        const before = Buffer.from(bare ? printed.replace(/\r?\n$/, '') : printed + draft);
        const ids = parse(before).messages.map(({ id }) => id);
        if (ids.length === 0) return;
        const edits: Edit[] = ids.map((id) => ({
          kind: 'compact',
          messageId: id,
          source: 's',
          compaction: form('x'),
        }));
        const account: Edit = { kind: 'earlier', earlier: earlier(ids[0]!, ids.at(-1)!) };
        const { splices } = edit(before, [...edits, account], () => 's');
        const after = applySplices(before, splices);
        const undo = edit(after, [{ kind: 'uncompact' }], () => 's');
        expect(Buffer.from(applySplices(after, undo.splices)).equals(before)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('append', () => {
  test('adds behind the last block, below a blank line and before the draft', () => {
    const { text, ids } = change(file(...one, '', 'draft'), {
      kind: 'append',
      messages: [message(2, 'a'), message(3, 'b')],
    });
    expect(ids).toEqual([2, 3]);
    expect(text).toBe(
      `${file(...one)}\n${printMessage(message(2, 'a'))}\n${printMessage(message(3, 'b'))}\ndraft\n`,
    );
  });

  test('gives an id that is taken the next free one', () => {
    const { ids, bytes } = change(file(...one, ...two), {
      kind: 'append',
      messages: [message(1, 'a'), message(0, 'b')],
    });
    expect(ids).toEqual([3, 4]);
    expect(troubles(bytes)).toEqual([]);
  });

  test('ends a last line that has no end, and uses the line ends of the file', () => {
    const crlf = Buffer.from(
      file(...one)
        .toString()
        .replaceAll('\n', '\r\n')
        .slice(0, -2),
    );
    expect(change(crlf, { kind: 'append', messages: [message(2, 'a\nb')] }).text).toBe(
      `${crlf}\r\n\r\n${printMessage(message(2, 'a\nb'), '\r\n')}`,
    );
  });

  test('begins an empty file, fills a chat that only has front matter, and leaves notes alone', () => {
    const messages = [message(1, 'a')];
    expect(change(Buffer.alloc(0), { kind: 'append', messages }).text).toBe(printMessage(messages[0]!));
    expect(change(file('---', 'type: chat', '---'), { kind: 'append', messages }).text).toBe(
      `---\ntype: chat\n---\n\n${printMessage(messages[0]!)}`,
    );
    expect(change(file('# A note'), { kind: 'append', messages }).outcomes).toEqual(['blocked']);
    expect(
      change(file('@message', simple(1), 'reply being streamed'), { kind: 'append', messages }).outcomes,
    ).toEqual(['blocked']);
  });
});

describe('note and draft', () => {
  test('the note stands before the first message, is replaced in place, and keeps its guard', () => {
    const first = change(file('---', 'title: x', '---', 'free', '', ...one), { kind: 'note', text: 'a' });
    expect(first.text).toBe(
      file('---', 'title: x', '---', 'free', '', '@note', 'a', '@end-note', '', ...one).toString(),
    );
    const next = change(first.bytes, { kind: 'note', text: '<!-- clara:end-note -->\r\nb' });
    expect(parse(next.bytes).note).toBe('<!-- clara:end-note -->\nb');
    expect(troubles(next.bytes)).toEqual([]);
    expect(change(next.bytes, { kind: 'note', text: 'a' }).text).toBe(first.text);
    expect(change(first.bytes, { kind: 'note', text: 'a' }).outcomes).toEqual(['same']);
    expect(parse(change(first.bytes, { kind: 'note', text: '' }).bytes).note).toBe('');
  });

  test('the draft becomes the message that was meant, and only that', () => {
    const bytes = file(...one, '', '<!-- clara:part --> draft', '<!-- clara:part -->', '');
    const draft = parse(bytes).draft!;
    const sent = change(bytes, { kind: 'send-draft', message: message(2, draft) });
    expect(sent.outcomes).toEqual(['done']);
    expect(texts(parse(sent.bytes).messages[1]!)).toEqual([draft]);
    expect(parse(sent.bytes).draft).toBeUndefined();
    expect(change(bytes, { kind: 'send-draft', message: message(2, 'other') })).toMatchObject({
      outcomes: ['stale'],
      splices: [],
    });
    expect(change(sent.bytes, { kind: 'send-draft', message: message(3, draft) }).outcomes).toEqual(['gone']);
  });
});

describe('accounts', () => {
  test('stand right behind the last message they cover, and replace those they extend', () => {
    const bytes = file(...one, '', ...two, '', 'draft');
    const first = change(bytes, { kind: 'earlier', earlier: earlier(1, 1) });
    expect(first.text).toContain(
      '<!-- clara:end-message -->\n<!-- clara:earlier -->\n{"version":1,"kind":"range","from":1,"to":1,',
    );
    const span = { kind: 'range', from: 1, to: 1 };
    const next = change(first.bytes, { kind: 'earlier', earlier: earlier(1, 2), replaces: [span] });
    expect(parse(next.bytes).earlier.map(({ from, to }) => [from, to])).toEqual([[1, 2]]);
    expect(change(next.bytes, { kind: 'drop-earlier', spans: [{ ...span, to: 2 }] }).text).toBe(
      bytes.toString(),
    );
    expect(
      change(next.bytes, { kind: 'earlier', earlier: earlier(1, 2), replaces: [{ ...span, to: 2 }] })
        .outcomes,
    ).toEqual(['same']);
    expect(change(bytes, { kind: 'earlier', earlier: earlier(1, 9) }).outcomes).toEqual(['gone']);
    expect(change(bytes, { kind: 'drop-earlier', spans: [span] }).outcomes).toEqual(['gone']);
  });

  test('an account and new messages behind the last message keep their order', () => {
    const { bytes } = change(
      file(...one),
      { kind: 'append', messages: [message(2, 'a')] },
      { kind: 'earlier', earlier: earlier(1, 1) },
    );
    expect(parse(bytes)).toMatchObject({ earlier: [{ line: 5 }], messages: [{ id: 1 }, { id: 2 }] });
    expect(troubles(bytes)).toEqual([]);
  });
});

test('whatever the file and the edits, only the splices differ and nothing throws', () => {
  const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
    fc
      .nat({ max: 3 })
      .map((id): Edit => ({ kind: 'compact', messageId: id, source: 's', compaction: form('x') })),
    fc
      .option(fc.nat({ max: 3 }), { nil: undefined })
      .map((id): Edit => ({ kind: 'uncompact', ...(id === undefined ? {} : { messageId: id }) })),
    anyMessages.map((messages): Edit => ({ kind: 'append', messages })),
    anyText.map((text): Edit => ({ kind: 'note', text })),
    anyText.map((text): Edit => ({ kind: 'send-draft', message: message(4, text) })),
    fc.nat({ max: 3 }).map(
      (to): Edit => ({
        kind: 'earlier',
        earlier: earlier(1, to),
        replaces: [{ kind: 'range', from: 1, to: 2 }],
      }),
    ),
  );
  fc.assert(
    fc.property(anyFile, fc.array(anyEdit, { maxLength: 4 }), (bytes, edits) => {
      const { splices, outcomes } = edit(bytes, edits, () => 's');
      expect(outcomes).toHaveLength(edits.length);
      let at = 0;
      for (const splice of splices) {
        expect(splice.at).toBeGreaterThanOrEqual(at);
        at = splice.at + splice.remove;
      }
      expect(at).toBeLessThanOrEqual(bytes.length);
      const after = applySplices(bytes, splices);
      const inserted = splices.reduce((sum, { insert, remove }) => sum + insert.length - remove, 0);
      expect(after.length).toBe(bytes.length + inserted);
      expect(Buffer.concat(slices(bytes, splices)).equals(after)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

function earlier(from: number, to: number): NewEarlier {
  return {
    version: 1,
    kind: 'range',
    from,
    to,
    uids: [],
    pieces: [{ to, source: 'p' }],
    recipe: 'r',
    methods: ['model'],
    createdAt: 1,
    covered: [],
    text: 'They talked.',
  };
}
