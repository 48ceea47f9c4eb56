import fc from 'fast-check';
import type { Message, Role } from '../../../../core/conversation.ts';
import { edit } from '../../../../core/format/edit.ts';
import { merge } from '../../../../core/format/merge/merge.ts';
import { parse } from '../../../../core/format/parse.ts';
import { type NewMessage, printChat, printMessage } from '../../../../core/format/print.ts';
import { applySplices } from '../../../../core/format/splice.ts';
import { sha256 } from '../../../../core/text/hash.ts';
import { texts } from '../reading.ts';

/** What was said, hashed: enough of a source for the merge. */
export const sourceOf = (message: Message): string => sha256(`${message.role} ${texts(message).join('\n')}`);

export const join = (base: Buffer, ours: Buffer, theirs: Buffer): Buffer =>
  Buffer.from(merge(base, ours, theirs, sourceOf).bytes);

/** One thing that happens to a clone of a chat. Numbers point into the chat, modulo what is there. */
export type Step =
  | {
      readonly do: 'add';
      readonly role: Role;
      readonly text: string;
      readonly minutes: number;
      readonly uid: boolean;
    }
  | { readonly do: 'edit'; readonly at: number; readonly text: string }
  | { readonly do: 'delete'; readonly at: number }
  | {
      readonly do: 'compact';
      readonly at: number;
      readonly text: string;
      readonly createdAt: number;
      readonly pinned: boolean;
    }
  | { readonly do: 'note'; readonly text: string }
  | { readonly do: 'draft'; readonly text: string }
  | { readonly do: 'title'; readonly text: string };

const word = fc.constantFrom(
  'blue',
  'green',
  'red <!-- clara:part -->',
  'a\n\nb',
  '<!-- clara:message -->',
  'x\ry',
  '漢字 🙂',
  'end',
);
const at = fc.nat({ max: 20 });

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      text: word,
      minutes: fc.nat({ max: 3 }),
      uid: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at, text: word }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('compact' as const),
      at,
      text: word,
      createdAt: fc.integer({ min: 1, max: 9 }),
      pinned: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('note' as const, 'draft' as const, 'title' as const),
      text: word,
    }),
  },
);

/** A chat after these steps. Clones number their messages one after the other, so they give the same numbers. */
export function run(start: Buffer, steps: readonly Step[], clone: string): Buffer {
  let bytes = start;
  let minute = 10 * parse(start).messages.length;
  steps.forEach((one, index) => {
    if (one.do === 'add') minute += one.minutes;
    bytes = take(bytes, one, `${clone}${index}`, minute);
  });
  return bytes;
}

/** A chat that nobody has written to yet. */
export const emptyChat = Buffer.from(
  printChat({ title: 'Chat', sessionId: 's', data: { type: 'chat' }, messages: [] }),
);

function take(bytes: Buffer, one: Step, name: string, minute: number): Buffer {
  const { messages, note, draft } = parse(bytes);
  const text = 'text' in one ? `${one.text} ${name}` : '';
  const change = (...edits: Parameters<typeof edit>[1]): Buffer =>
    Buffer.from(applySplices(bytes, edit(bytes, edits, sourceOf).splices));
  if (one.do === 'add') {
    const createdAt = new Date(Date.UTC(2026, 10, 2, 8, minute)).toISOString();
    const uid = one.uid
      ? {
          uid: sha256(name)
            .replaceAll(/[0189]/g, 'z')
            .slice(0, 12),
        }
      : {};
    const id = Math.max(0, ...messages.map((message) => message.id)) + 1;
    return change({
      kind: 'append',
      messages: [{ id, ...uid, role: one.role, createdAt, parts: [{ type: 'text', text }] }],
    });
  }
  if (one.do === 'note') return change({ kind: 'note', text: `${note ?? ''}${text}` });
  if (one.do === 'title')
    return Buffer.from(bytes.toString().replace(/title: .*/, `title: ${JSON.stringify(text)}`));
  if (one.do === 'draft')
    return draft === undefined
      ? Buffer.concat([bytes, Buffer.from(`\n${text.replaceAll('\r', '')}\n`)])
      : bytes;
  const message = messages[one.at % Math.max(1, messages.length)];
  if (message === undefined) return bytes;
  if (one.do === 'compact') {
    const { id } = message;
    const marker = `{"kind":"tool_result","result_id":"message:${id}:result:c"}`;
    const compaction = {
      version: 4,
      source: sourceOf(message),
      recipe: 'r',
      messageId: id,
      methods: ['model'],
      createdAt: one.createdAt,
      text: sha256(`${marker}\n${text}`),
      ...(one.pinned ? { pinned: true as const } : {}),
      segments: [
        { type: 'marker' as const, text: marker },
        { type: 'text' as const, text },
      ],
    };
    return change({ kind: 'compact', messageId: id, source: compaction.source, compaction });
  }
  const next = messages[messages.indexOf(message) + 1];
  const lines = bytes.toString().split('\n');
  const end = next?.line ?? lines.lastIndexOf('<!-- clara:end-message -->') + 2;
  const { line, open: _open, blocked: _blocked, compaction: _compaction, ...rest } = message;
  const edited: NewMessage = { ...rest, parts: [{ type: 'text', text }] };
  const now = one.do === 'edit' ? printMessage(edited).trimEnd().split('\n') : [];
  if (now.length > 0 && next !== undefined) now.push('');
  return Buffer.from([...lines.slice(0, line - 1), ...now, ...lines.slice(end - 1)].join('\n'));
}
