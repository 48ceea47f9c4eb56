import type { Compaction, Message, Part, ProblemCode } from '../conversation.ts';
import { isJsonString, type Source } from './body.ts';
import { type CompactionBlocks, compactionsOf, type Frame } from './frame.ts';
import { compactionVersion, markerLine, messageVersion } from './grammar.ts';
import {
  asText,
  type Header,
  headerEncoding,
  type MessageHeader,
  readHeader,
  readMessageHeader,
  readPart,
  readSegment,
  shown,
} from './header.ts';
import { withLine, withText } from './lazy.ts';
import { isBlank } from './lines.ts';
import type { Findings } from './problems.ts';
import type { Block } from './scan.ts';

/** A compaction with the bytes it stands in. */
export interface PlacedCompaction extends CompactionBlocks {
  readonly compaction: Compaction;
}

/** A message with the bytes it stands in. */
export interface PlacedMessage {
  readonly message: Message;
  readonly frame: Frame;
  /** Readable compactions in file order; `message.compaction` is one of theirs. */
  readonly compactions: readonly PlacedCompaction[];
}

/**
 * The message of a frame, or undefined when its header cannot be understood (then that is in the findings). `blocked`:
 * a problem of the file or of what stands beside the message that keeps it from being written to.
 */
export function readMessage(
  frame: Frame,
  source: Source,
  findings: Findings,
  blocked: ProblemCode | undefined,
): PlacedMessage | undefined {
  const head = frame.blocks[0]!;
  const header = readHeader(source.bytes, head);
  const keys = header === undefined ? { trouble: expectedJson } : readMessageHeader(header);
  if (header === undefined || 'trouble' in keys) {
    findings.add('unreadable-header', head.start, 'trouble' in keys ? keys.trouble : expectedJson);
    return undefined;
  }
  if (header.version !== undefined && header.version !== messageVersion) {
    const detail = `Message ${keys.id} has version ${shown(header.version)}; this program knows ${messageVersion}`;
    findings.add('unknown-version', head.start, detail, keys.id);
    return undefined;
  }
  const troubles: Troubles = { findings, id: keys.id, blocked };
  const parts = readParts(source, frame, header, keys, troubles);
  const compactions = readCompactions(source, frame, keys.id, troubles);
  noteStrays(frame, source, troubles);
  if (!frame.ended)
    note(troubles, 'missing-end', frame.start, `Message ${keys.id} has no ${markerLine('end-message')}`);
  const compaction = choose(compactions, keys.id);
  const { id, role, createdAt } = keys;
  // Two literals, because a key that comes later costs each message a list of its own.
  const fields: Writable<Omit<Message, 'line'>> =
    compaction === undefined ? { id, role, createdAt, parts } : { id, role, createdAt, parts, compaction };
  if (compactions.length > 1)
    fields.others = compactions.flatMap((one) => (one.compaction === compaction ? [] : [one.compaction]));
  if (keys.uid !== undefined) fields.uid = keys.uid;
  if (!frame.ended) fields.open = true;
  if (troubles.blocked !== undefined) fields.blocked = troubles.blocked;
  const message = withLine(fields, source, frame.start);
  return { message, frame, compactions };
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

const expectedJson = 'expected one JSON object on one line below the marker';
const harmless: ReadonlySet<ProblemCode> = new Set([
  'unknown-block',
  'unknown-part',
  'unknown-segment',
  'text-before-part',
  'parts-in-simple',
  'duplicate-compaction',
  'wrong-message',
]);

/** Problems of one message, and the first of them that keeps it from being written to. */
interface Troubles {
  readonly findings: Findings;
  readonly id: number;
  blocked: ProblemCode | undefined;
}

function note(troubles: Troubles, code: ProblemCode, at: number, detail?: string): void {
  troubles.findings.add(code, at, detail, troubles.id);
  if (!harmless.has(code)) troubles.blocked ??= code;
}

function readParts(
  source: Source,
  frame: Frame,
  header: Header,
  { simple }: MessageHeader,
  troubles: Troubles,
): Part[] {
  const head = frame.blocks[0]!;
  const { bodyStart, bodyEnd } = head;
  const found = frame.blocks.find((block) => block.kind === 'part' || block.kind === 'compacted');
  const first = found?.kind === 'part' ? found : undefined;
  let parts: Part[] = [];
  if ((simple === true && first === undefined) || !isBlank(source.bytes, bodyStart, bodyEnd)) {
    parts = [withText({ type: 'text' as const }, source, bodyStart, bodyEnd, headerEncoding(header))];
    checkEncoding(source, header, head, troubles);
    const odd = simple === false || (simple === undefined && first !== undefined);
    if (odd) note(troubles, 'text-before-part', bodyStart);
  }
  if (simple === true && first !== undefined) note(troubles, 'parts-in-simple', first.start);
  let behind = false;
  for (const block of frame.blocks) {
    if (block.kind === 'compacted') behind = true;
    else if (block.kind === 'unknown') note(troubles, 'unknown-block', block.start, block.name);
    else if (block.kind !== 'part') continue;
    else if (behind) {
      note(troubles, 'misplaced-block', block.start, 'A part stands behind the short form of its message');
    } else if (parts.length > 0) parts.push(readOnePart(source, block, troubles));
    else parts = [readOnePart(source, block, troubles)];
  }
  // A list that has grown by push keeps room for sixteen more, in every message of the file.
  return parts.length > 1 ? parts.slice() : parts;
}

function readOnePart(source: Source, block: Block, troubles: Troubles): Part {
  const header = readHeader(source.bytes, block);
  if (header === undefined) {
    note(troubles, 'unreadable-header', block.start, expectedJson);
    return { type: 'unknown', name: '' };
  }
  checkEncoding(source, header, block, troubles);
  const part = readPart(source, header, block);
  if (part.type === 'unknown') note(troubles, 'unknown-part', block.start, shown(header.type));
  return part;
}

const none: readonly PlacedCompaction[] = [];

function readCompactions(
  source: Source,
  frame: Frame,
  id: number,
  troubles: Troubles,
): readonly PlacedCompaction[] {
  const all = compactionsOf(frame);
  if (all.length === 0) return none;
  const found: PlacedCompaction[] = [];
  all.forEach((blocks, index) => {
    if (index > 0) note(troubles, 'duplicate-compaction', blocks.start);
    const header = readHeader(source.bytes, blocks.head);
    if (header === undefined) {
      note(troubles, 'unreadable-header', blocks.start, expectedJson);
      return;
    }
    const { version, messageId } = header;
    if (version !== compactionVersion) {
      const detail = `The short form has version ${shown(version)}; this program knows ${compactionVersion}`;
      note(troubles, 'unknown-version', blocks.start, detail);
    } else if (messageId !== id) {
      const detail = `The short form of message ${id} says that it belongs to message ${shown(messageId)}`;
      note(troubles, 'wrong-message', blocks.start, detail);
    }
    found.push({ ...blocks, compaction: readCompaction(source, header, blocks, troubles) });
  });
  return found;
}

function readCompaction(
  source: Source,
  header: Header,
  blocks: CompactionBlocks,
  troubles: Troubles,
): Compaction {
  const { version, messageId, methods, createdAt, anchors_left: anchorsLeft } = header;
  const segments = blocks.segments.map((block) => {
    const own = readHeader(source.bytes, block);
    const segment = readSegment(source, own, block);
    if (segment.type === 'unknown') note(troubles, 'unknown-segment', block.start, shown(own?.type));
    else checkEncoding(source, own!, block, troubles);
    return segment;
  });
  const compaction: Writable<Compaction> = {
    version: typeof version === 'number' ? version : 0,
    source: asText(header.source),
    recipe: asText(header.recipe),
    messageId: typeof messageId === 'number' ? messageId : 0,
    methods: Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [],
    createdAt: typeof createdAt === 'number' ? createdAt : 0,
    text: typeof header.text === 'string' ? header.text : '',
    segments,
  };
  if (header.pinned === true) compaction.pinned = true;
  if (typeof anchorsLeft === 'number') compaction.anchorsLeft = anchorsLeft;
  return compaction;
}

/** The pinned one; else the first that can belong here; else the first. */
function choose(compactions: readonly PlacedCompaction[], id: number): Compaction | undefined {
  if (compactions.length < 2) return compactions[0]?.compaction;
  const all = compactions.map((placed) => placed.compaction);
  return (
    all.find((one) => one.pinned === true) ??
    all.find((one) => one.version === compactionVersion && one.messageId === id) ??
    all[0]
  );
}

function checkEncoding(source: Source, header: Header, block: Block, troubles: Troubles): void {
  if (headerEncoding(header) === 'lines') return;
  if (isJsonString(source, { start: block.bodyStart, end: block.bodyEnd })) return;
  note(
    troubles,
    'unreadable-header',
    block.start,
    'it says "enc":"json", but its body is not one JSON string',
  );
}

function noteStrays(frame: Frame, source: Source, troubles: Troubles): void {
  for (const { strays } of frame.blocks) {
    for (const { name, at } of strays) {
      const line = source.bytes.toString('utf8', at, at + 20 + name.length).split(/\r?\n/, 1)[0]!;
      note(troubles, 'pasted-marker', at, line.trimEnd());
    }
  }
}
