import type { Compaction, Conversation, Message, ProblemCode } from '../conversation.ts';
import { isUntouched } from './edit-compaction.ts';
import { markerLine } from './grammar.ts';
import { majorityLineEnd } from './lines.ts';
import { type Reading, read } from './parse.ts';
import type { PlacedMessage } from './read-message.ts';
import type { Block } from './scan.ts';
import { applySplices, type Splice } from './splice.ts';

/** One repair that was made. */
export interface Mended {
  readonly code: ProblemCode;
  /** 1-based line before the repair. */
  readonly line: number;
  /** What was done, a sentence. */
  readonly text: string;
}

/** Repairs as changes of bytes. */
export interface Mending {
  /** In order, not overlapping. */
  readonly splices: readonly Splice[];
  readonly mended: readonly Mended[];
}

/**
 * The repairs that are safe: ids given twice, second short forms, look-alike markers inside a body, wrong `simple`,
 * a missing end before the next message. No message, note or draft says another word afterwards than before, which is
 * checked; a repair that would change one is left out. `usable` gives the short form that may stand for a message
 * (core/compaction): of several it stays, and so does what a person pinned unless another pinned one stays. Nothing is
 * repaired in a file with a git conflict or not UTF-8.
 */
export function mend(bytes: Uint8Array, usable: Usable): Mending {
  const reading = read(bytes);
  if (!reading.chat || reading.locked !== undefined) return { splices: [], mended: [] };
  const words = wordsOf(bytes);
  const harmless = (some: readonly Repair[]) => wordsOf(applySplices(bytes, inOrder(some))) === words;
  const all = [...repairs(reading, usable)];
  const isHarmless = harmless(all);
  const made: Repair[] = isHarmless ? all : [];
  if (!isHarmless) for (const repair of all) if (harmless([...made, repair])) made.push(repair);
  return { splices: inOrder(made), mended: made.map(({ code, line, text }) => ({ code, line, text })) };
}

type Usable = (message: Message) => Compaction | undefined;

interface Repair extends Mended {
  readonly splices: readonly Splice[];
}

/** Two repairs may take out the same short form. */
function inOrder(all: readonly Repair[]): Splice[] {
  const sorted = all.flatMap(({ splices }) => splices).sort((a, b) => a.at - b.at || a.remove - b.remove);
  return sorted.filter(({ at, remove }, index) => remove === 0 || sorted[index - 1]?.at !== at);
}

/** Everything that was said, without ids and derived blocks. */
function wordsOf(bytes: Uint8Array): string {
  const { messages, note, draft }: Conversation = read(bytes).conversation;
  return JSON.stringify([
    messages.map(({ role, createdAt, uid, parts }) => [role, createdAt, uid, parts]),
    note,
    draft,
  ]);
}

function* repairs(reading: Reading, usable: Usable): Iterable<Repair> {
  yield* doubleIds(reading);
  const pasted = reading.conversation.problems.some(({ code }) => code === 'pasted-marker');
  for (const [index, placed] of reading.messages.entries()) {
    yield* secondCompactions(placed, usable);
    yield* strays(placed);
    yield* wrongSimple(reading, placed);
    if (!pasted && index < reading.messages.length - 1) yield* missingEnd(reading, placed);
  }
}

function* doubleIds({ messages, source }: Reading): Iterable<Repair> {
  const taken = new Set<number>();
  let highest = messages.reduce((most, { message }) => Math.max(most, message.id), 0);
  for (const placed of messages) {
    const { id, line } = placed.message;
    if (!taken.has(id)) {
      taken.add(id);
      continue;
    }
    highest += 1;
    const header = headerChange(source.bytes, placed.frame.blocks[0]!, 'id', id, highest);
    if (header === undefined) continue;
    const derived = placed.compactions.flatMap(({ compaction, head, start, end }) => {
      if (isDerived(compaction)) return [{ at: start, remove: end - start, insert: nothing }];
      return headerChange(source.bytes, head, 'messageId', id, highest) ?? [];
    });
    const text = `The second message ${id} is message ${highest} now.`;
    yield { code: 'duplicate-id', line, text, splices: [header, ...derived] };
  }
}

/** A short form that says what we wrote and can be made again, its records citing another id by then. */
function isDerived(compaction: Compaction): boolean {
  return isUntouched(compaction) && compaction.pinned !== true;
}

const nothing = new Uint8Array();

function* secondCompactions({ message, compactions }: PlacedMessage, usable: Usable): Iterable<Repair> {
  if (compactions.length < 2) return;
  // a missing end may be mended in the same pass
  const { open: _, ...ended } = message;
  const kept = usable(ended) ?? message.compaction;
  const stays = (one: Compaction) => one === kept || (one.pinned === true && kept?.pinned !== true);
  const others = compactions.filter(({ compaction }) => !stays(compaction));
  if (others.length === 0) return;
  const left = compactions.length - others.length;
  yield {
    code: 'duplicate-compaction',
    line: message.line,
    text:
      left === 1
        ? `Message ${message.id} has one short form now.`
        : `Message ${message.id} has the short form that is used and what a person pinned; the others are out.`,
    splices: others.map(({ start, end }) => ({ at: start, remove: end - start, insert: nothing })),
  };
}

/** Inside a body a guarded look-alike reads as the same words. */
function* strays({ message, frame }: PlacedMessage): Iterable<Repair> {
  const found = frame.blocks
    .filter(({ kind }) => kind === 'message' || kind === 'part')
    .flatMap((block) => block.strays);
  if (found.length === 0) return;
  const behindOpening = '<!-- '.length;
  yield {
    code: 'pasted-marker',
    line: message.line,
    text: `${found.length} look-alike line${found.length === 1 ? '' : 's'} in message ${message.id} guarded with a backslash.`,
    splices: found.map(({ at }) => ({ at: at + behindOpening, remove: 0, insert: Buffer.from('\\') })),
  };
}

function* wrongSimple({ source }: Reading, { message, frame }: PlacedMessage): Iterable<Repair> {
  const head = frame.blocks[0]!;
  if (!frame.blocks.some(({ kind }) => kind === 'part')) return;
  const change = headerChange(source.bytes, head, 'simple', true, false);
  if (change === undefined) return;
  const text = `Message ${message.id} says "simple":false now.`;
  yield { code: 'parts-in-simple', line: message.line, text, splices: [change] };
}

function* missingEnd({ source, frames }: Reading, { message, frame }: PlacedMessage): Iterable<Repair> {
  if (frame.ended || frames[frames.indexOf(frame) + 1]?.kind !== 'message') return;
  const eol = majorityLineEnd(source.bytes);
  yield {
    code: 'missing-end',
    line: message.line,
    text: `Message ${message.id} has its end line now.`,
    splices: [{ at: frame.end, remove: 0, insert: Buffer.from(markerLine('end-message') + eol) }],
  };
}

/** One value of a header changed in place, every other byte of the line kept; undefined where that cannot be done safely. */
function headerChange(
  bytes: Buffer,
  block: Block,
  key: string,
  from: number | boolean,
  to: number | boolean,
): Splice | undefined {
  const line = bytes.toString('utf8', block.headerStart, block.headerEnd);
  const found = new RegExp(`"${key}"\\s*:\\s*(?=${from}\\s*[,}])`).exec(line);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const changed = line.slice(0, start) + String(to) + line.slice(start + String(from).length);
  const wanted = { ...(JSON.parse(line) as object), [key]: to };
  if (JSON.stringify(JSON.parse(changed)) !== JSON.stringify(wanted)) return undefined;
  const at = block.headerStart + Buffer.byteLength(line.slice(0, start));
  return { at, remove: String(from).length, insert: Buffer.from(String(to)) };
}
