import { canonicalJson, sha256 } from '../text/hash.ts';
import { readBody, type Source } from './body.ts';
import { headerEncoding, readHeader } from './header.ts';
import type { PlacedMessage } from './read-message.ts';
import type { Block } from './scan.ts';

/**
 * Who each message is, the same in every clone: its uid, or without one the SHA-256 of the canonical JSON of role,
 * created_at and parts (headers, LF bodies); behind a `#` the count of equal ones before it, where there are some.
 */
export function identities(messages: readonly PlacedMessage[], source: Source): string[] {
  const seen = new Map<string, number>();
  return messages.map((placed) => {
    const own = placed.message.uid ?? contentHash(placed, source);
    const before = seen.get(own) ?? 0;
    seen.set(own, before + 1);
    return before === 0 ? own : `${own}#${before}`;
  });
}

/** The identity of a message without uid, before equal ones are counted. */
export function contentHash({ message, frame }: PlacedMessage, source: Source): string {
  const behind = frame.blocks.findIndex((block) => block.kind === 'compacted');
  const before = behind < 0 ? frame.blocks : frame.blocks.slice(0, behind);
  const blocks = before.filter((block) => block.kind === 'part');
  const parts = blocks.map((block) => contentOf(block, source));
  const first = message.parts[0];
  // Text right below the message's header is a part without a block of its own.
  if (message.parts.length > blocks.length && first?.type === 'text') {
    parts.unshift({ header: { type: 'text' }, body: first.text });
  }
  return sha256(canonicalJson({ role: message.role, created_at: message.createdAt, parts }));
}

function contentOf(block: Block, source: Source) {
  const header = readHeader(source.bytes, block);
  const encoding = header === undefined ? 'lines' : headerEncoding(header);
  const { enc: _, ...rest } = header ?? {};
  const range = { start: block.bodyStart, end: block.bodyEnd };
  return { header: rest, body: readBody(source, range, encoding) };
}
