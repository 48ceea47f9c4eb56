import type { Compaction } from '../conversation.ts';
import { sha256 } from '../text/hash.ts';
import type { Desk } from './desk.ts';
import { dropOwnEarlier } from './edit-earlier.ts';
import type { Outcome, Replaced } from './edits.ts';
import { printCompaction } from './print.ts';
import type { PlacedCompaction, PlacedMessage } from './read-message.ts';

/** Puts a short form into each message of this id whose words still have this source. */
export function compact(desk: Desk, messageId: number, source: string, compaction: Compaction): Outcome {
  const named = desk.reading.messages.filter((placed) => placed.message.id === messageId);
  if (named.length === 0) return 'gone';
  const writable = named.filter(({ message }) => message.open !== true && message.blocked === undefined);
  if (writable.length === 0) return 'blocked';
  const fitting = writable.filter(
    (placed) => !desk.changed.has(placed) && desk.sourceOf(placed.message) === source,
  );
  return strongest(
    fitting.map((placed) => put(desk, placed, compaction)),
    'stale',
  );
}

/** Takes short forms out; see the Edit of this name. */
export function uncompact(desk: Desk, messageId: number | undefined, restore: readonly Replaced[]): Outcome {
  const { messages } = desk.reading;
  if (messageId === undefined) {
    const outcomes = messages.map((placed) => takeOut(desk, placed, isOurs, restore));
    return strongest([...outcomes, dropOwnEarlier(desk)], 'same');
  }
  const named = messages.filter((placed) => placed.message.id === messageId);
  if (named.length === 0) return 'gone';
  return strongest(
    named.map((placed) => takeOut(desk, placed, () => true, restore)),
    'same',
  );
}

/** Whether we wrote a compaction and nobody changed it: its segments have the hash that its header says. */
export function isUntouched({ text, segments }: Compaction): boolean {
  return text !== '' && text === sha256(segments.map((segment) => segment.text).join('\n'));
}

/** Ours to take out without being named: written by us, perhaps changed by a person, but not pinned. */
function isOurs({ pinned, text }: Compaction): boolean {
  return pinned !== true && text !== '';
}

function put(desk: Desk, placed: PlacedMessage, compaction: Compaction): Outcome {
  const old = placed.compactions.find((one) => one.compaction === placed.message.compaction);
  if (old?.compaction.pinned === true && compaction.pinned !== true) return 'pinned';
  const insert = Buffer.from(printCompaction({ ...compaction, messageId: placed.message.id }, desk.eol));
  if (old !== undefined && desk.bytes.subarray(old.start, old.end).equals(insert)) return 'same';
  const at = old?.start ?? placed.frame.blocks.at(-1)!.start;
  if (old !== undefined) backUp(desk, placed, old);
  desk.changed.add(placed);
  desk.splices.push({ at, remove: old === undefined ? 0 : old.end - old.start, insert, rank: 0 });
  return 'done';
}

function takeOut(
  desk: Desk,
  placed: PlacedMessage,
  which: (compaction: Compaction) => boolean,
  restore: readonly Replaced[],
): Outcome {
  const { message, compactions } = placed;
  const chosen = compactions.filter((one) => which(one.compaction));
  if (chosen.length === 0) return compactions.some((one) => one.compaction.pinned) ? 'pinned' : 'same';
  if (message.open === true || message.blocked !== undefined || desk.changed.has(placed)) return 'blocked';
  const back = restore.find((one) => one.messageId === message.id)?.bytes ?? new Uint8Array();
  chosen.forEach((one, index) => {
    backUp(desk, placed, one);
    const insert = index === 0 ? back : new Uint8Array();
    desk.splices.push({ at: one.start, remove: one.end - one.start, insert, rank: 0 });
  });
  desk.changed.add(placed);
  return 'done';
}

function backUp(desk: Desk, placed: PlacedMessage, old: PlacedCompaction): void {
  if (isUntouched(old.compaction) && old.compaction.pinned !== true) return;
  desk.replaced.push({ messageId: placed.message.id, bytes: desk.bytes.subarray(old.start, old.end) });
}

/** Of the outcomes for several places the one that says most: done, then why not, then that nothing was to do. */
function strongest(outcomes: readonly Outcome[], otherwise: Outcome): Outcome {
  const order: readonly Outcome[] = ['done', 'blocked', 'pinned', 'same'];
  return order.find((outcome) => outcomes.includes(outcome)) ?? otherwise;
}
