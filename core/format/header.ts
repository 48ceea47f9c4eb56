import type { Part, Role, Segment } from '../conversation.ts';
import { wellFormed } from '../text/hash.ts';
import type { Encoding, Source } from './body.ts';
import { withOutput, withText } from './lazy.ts';
import type { Block } from './scan.ts';
import { readUsualHeader } from './usual-header.ts';

/** A header line as JSON gave it. */
export type Header = Readonly<Record<string, unknown>>;

/** The header of a block, or undefined when there is none or it is not one JSON object on one line. */
export function readHeader(bytes: Buffer, block: Block): Header | undefined {
  if (block.headerEnd === block.headerStart) return undefined;
  try {
    const { headerStart, headerEnd } = block;
    const usual = readUsualHeader(bytes, headerStart, headerEnd);
    if (usual !== undefined) return usual;
    const value: unknown = JSON.parse(bytes.toString('utf8', headerStart, headerEnd));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Header)
      : undefined;
  } catch {
    return undefined;
  }
}

/** How the body below a header is written. */
export function headerEncoding(header: Header): Encoding {
  return header.enc === 'json' ? 'json' : 'lines';
}

/** A message header that can be understood. */
export interface MessageHeader {
  readonly id: number;
  readonly uid: string | undefined;
  readonly role: Role;
  readonly createdAt: string;
  readonly simple: boolean | undefined;
}

/** The keys of a message header, or what is wrong with them. */
export function readMessageHeader(header: Header): MessageHeader | { readonly trouble: string } {
  const { id, uid, role, created_at: createdAt, simple } = header;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) {
    return { trouble: `its id is ${shown(id)}; expected a positive whole number` };
  }
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    return { trouble: `its role is ${shown(role)}; expected "user", "assistant" or "system"` };
  }
  return {
    id,
    uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
    role,
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    simple: typeof simple === 'boolean' ? simple : undefined,
  };
}

/** A part by its header; its text is decoded each time it is asked for. */
export function readPart(source: Source, header: Header, { bodyStart, bodyEnd }: Block): Part {
  const encoding = headerEncoding(header);
  switch (header.type) {
    case 'text':
    case 'reasoning':
      return withText({ type: header.type }, source, bodyStart, bodyEnd, encoding);
    case 'tool_call':
      return { type: 'tool_call', id: asText(header.id), name: asText(header.name), args: header.args };
    case 'tool_result': {
      const { id, name, status } = header;
      const fields = {
        type: 'tool_result' as const,
        id: asText(id),
        name: asText(name),
        status: typeof status === 'string' ? status : 'completed',
      };
      return withOutput(fields, source, bodyStart, bodyEnd, encoding);
    }
    case 'image':
    case 'file':
      return {
        type: header.type,
        path: asText(header.path),
        mediaType: asText(header.media_type),
        sha256: asText(header.sha256),
        ...(typeof header.name === 'string' ? { name: header.name } : {}),
      };
    default:
      return { type: 'unknown', name: asText(header.type) };
  }
}

/** A segment by its header; its text is decoded each time it is asked for. */
export function readSegment(
  source: Source,
  header: Header | undefined,
  { bodyStart, bodyEnd }: Block,
): Segment {
  const encoding = header === undefined ? 'lines' : headerEncoding(header);
  const type = header?.type;
  if (type === 'text' || type === 'marker' || type === 'anchors') {
    return withText({ type }, source, bodyStart, bodyEnd, encoding);
  }
  return withText({ type: 'unknown' as const, name: asText(type) }, source, bodyStart, bodyEnd, encoding);
}

/** A value of a header as text: strings as they are, missing ones '', everything else as its JSON text. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : wellFormed(JSON.stringify(value));
}

/** A value as a problem shows it, cut after 40 characters. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
