import type { Message } from '../conversation.ts';
import type { Desk, RankedSplice } from './desk.ts';
import { append, sendDraft, setNote } from './edit-append.ts';
import { compact, uncompact } from './edit-compaction.ts';
import { dropEarlier, putEarlier } from './edit-earlier.ts';
import type { Edit, Edited, Outcome } from './edits.ts';
import { isBlank, majorityLineEnd } from './lines.ts';
import { type Reading, read } from './parse.ts';

/**
 * The splices that make the edits true of the file as it is. No byte outside of them changes; inserted lines end as
 * most lines of the file do. `sourceOf` gives the source hash of a message (core/compaction). Nothing is written to a
 * file that is no chat (blank files may get messages), has a git conflict or is not UTF-8.
 */
export function edit(
  bytes: Uint8Array,
  edits: readonly Edit[],
  sourceOf: (message: Message) => string,
): Edited {
  const reading = read(bytes);
  const buffer = reading.source.bytes;
  const ids = reading.messages.map((placed) => placed.message.id);
  const desk: Desk = {
    reading,
    bytes: buffer,
    eol: majorityLineEnd(buffer),
    sourceOf,
    splices: [],
    replaced: [],
    ids: [],
    changed: new Set(),
    taken: new Set(ids),
    highest: ids.reduce((most, id) => Math.max(most, id), 0),
  };
  const outcomes = edits.map((one) => (mayWrite(reading, one) ? apply(desk, one) : 'blocked'));
  const splices = [...desk.splices].sort(inOrder).map(({ at, remove, insert }) => ({ at, remove, insert }));
  return { splices, outcomes, replaced: desk.replaced, ids: desk.ids };
}

function mayWrite(reading: Reading, one: Edit): boolean {
  if (reading.locked !== undefined) return false;
  const { bytes } = reading.source;
  return reading.chat || (one.kind === 'append' && isBlank(bytes, 0, bytes.length));
}

function apply(desk: Desk, one: Edit): Outcome {
  switch (one.kind) {
    case 'compact':
      return compact(desk, one.messageId, one.source, one.compaction);
    case 'uncompact':
      return uncompact(desk, one.messageId, one.restore ?? []);
    case 'append':
      return append(desk, one.messages);
    case 'note':
      return setNote(desk, one.text);
    case 'send-draft':
      return sendDraft(desk, one.message);
    case 'earlier':
      return putEarlier(desk, one.earlier, one.replaces ?? []);
    case 'drop-earlier':
      return dropEarlier(desk, one.spans);
  }
}

/** At one offset what only inserts comes first: a splice that removes moves on. */
function inOrder(a: RankedSplice, b: RankedSplice): number {
  return a.at - b.at || Math.sign(a.remove) - Math.sign(b.remove) || a.rank - b.rank;
}
