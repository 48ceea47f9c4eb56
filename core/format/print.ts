import type { Compaction, Earlier, Message, Part, Segment } from '../conversation.ts';
import { wellFormed } from '../text/hash.ts';
import { encodingOf, writeBody } from './body.ts';
import { compactionVersion, earlierVersion, type MarkerName, markerLine, messageVersion } from './grammar.ts';
import type { LineEnd } from './lines.ts';
import { printYaml } from './yaml-parser.ts';

/** A message to be written; what only a file can know of it is left out. */
export type NewMessage = Omit<Message, 'line' | 'open' | 'blocked' | 'compaction'> & {
  readonly compaction?: Compaction;
};

/** An account to be written. */
export type NewEarlier = Omit<Earlier, 'line'>;

/** A chat to be written. */
export interface NewChat {
  readonly sessionId?: string;
  readonly title?: string;
  readonly createdAt?: string;
  /** More front matter; the keys above win over the same keys here. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly note?: string;
  readonly messages: readonly NewMessage[];
}

/**
 * One message as its lines. Read back it is equal, whatever its texts hold (lone surrogates become U+FFFD, because
 * UTF-8 has no bytes for them). An `open` one has no end line, so that more text can follow.
 */
export function printMessage(message: NewMessage, eol: LineEnd = '\n', open = false): string {
  const { id, uid, role, createdAt, parts } = message;
  const only = parts.length === 1 && parts[0]!.type === 'text' ? parts[0] : undefined;
  const header = {
    id,
    ...(uid === undefined ? {} : { uid }),
    role,
    ...(createdAt === '' ? {} : { created_at: createdAt }),
    version: messageVersion,
    simple: only !== undefined,
  };
  const body =
    only === undefined
      ? printBlock('message', header, '', eol) + parts.map((part) => printPart(part, eol)).join('')
      : printBlock('message', header, only.text, eol);
  const compaction = message.compaction === undefined ? '' : printCompaction(message.compaction, eol);
  return body + compaction + (open ? '' : markerLine('end-message') + eol);
}

/** A compaction as its lines, the header first, to stand right before the end line of its message. */
export function printCompaction(compaction: Compaction, eol: LineEnd = '\n'): string {
  const { source, recipe, messageId, methods, createdAt, text, pinned, anchorsLeft, segments } = compaction;
  const header = {
    version: compactionVersion,
    source,
    recipe,
    messageId,
    methods,
    createdAt,
    ...(text === '' ? {} : { text }),
    ...(pinned ? { pinned } : {}),
    ...(anchorsLeft === undefined ? {} : { anchors_left: anchorsLeft }),
  };
  return (
    printBlock('compacted', header, '', eol) + segments.map((segment) => printSegment(segment, eol)).join('')
  );
}

/** An account as its lines. */
export function printEarlier(earlier: NewEarlier, eol: LineEnd = '\n'): string {
  const { kind, from, to, uids, pieces, recipe, methods, createdAt, covered, text } = earlier;
  const header = {
    version: earlierVersion,
    kind,
    from,
    to,
    uids,
    pieces,
    recipe,
    methods,
    createdAt,
    covered,
  };
  return printBlock('earlier', header, text, eol) + markerLine('end-earlier') + eol;
}

/** The conversation note as its lines. A note has no header, so a CR of its own becomes a line end. */
export function printNote(note: string, eol: LineEnd = '\n'): string {
  const text = note.replaceAll(/\r\n?/g, '\n');
  return markerLine('note') + eol + writeBody(text, 'lines', eol) + markerLine('end-note') + eol;
}

/** A whole chat file. One without messages says `type: chat`, so that it is one. */
export function printChat(chat: NewChat): string {
  const { sessionId, title, createdAt, data = {}, note, messages } = chat;
  const meta = {
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(title === undefined ? {} : { title }),
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
  };
  const type = messages.length === 0 ? { type: 'chat' } : {};
  const blocks = [
    printFrontMatter({ ...type, ...data, ...meta }),
    ...(note === undefined ? [] : [printNote(note)]),
    ...messages.map((message) => printMessage(message)),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

/** A mapping as front matter, its two lines --- included; nothing for an empty one. Undefined values are left out. */
export function printFrontMatter(data: Readonly<Record<string, unknown>>): string {
  const plain = JSON.parse(JSON.stringify(data, wellFormedStrings)) as Record<string, unknown>;
  if (Object.keys(plain).length === 0) return '';
  return `---\n${printYaml(plain)}---\n`;
}

function printBlock(name: MarkerName, header: object, text: string, eol: LineEnd): string {
  const encoding = encodingOf(text);
  const full = encoding === 'json' ? { ...header, enc: 'json' } : header;
  const json = JSON.stringify(full, wellFormedStrings);
  return markerLine(name) + eol + json + eol + writeBody(text, encoding, eol);
}

function printPart(part: Part, eol: LineEnd): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return printBlock('part', { type: part.type }, part.text, eol);
    case 'tool_call': {
      const { type, id, name, args } = part;
      return printBlock('part', { type, id, name, args }, '', eol);
    }
    case 'tool_result': {
      const { type, id, name, status } = part;
      const header = { type, id, name, ...(status === 'completed' ? {} : { status }) };
      return printBlock('part', header, part.output, eol);
    }
    case 'unknown':
      return printBlock('part', { type: part.name }, '', eol);
    default: {
      const { type, mediaType, path, sha256, name } = part;
      const header = { type, media_type: mediaType, path, sha256, ...(name === undefined ? {} : { name }) };
      return printBlock('part', header, '', eol);
    }
  }
}

function printSegment(segment: Segment, eol: LineEnd): string {
  const type = segment.type === 'unknown' ? segment.name : segment.type;
  return printBlock('segment', { type }, segment.text, eol);
}

function wellFormedStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}
