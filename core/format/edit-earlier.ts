import { type Desk, lineEndBefore } from './desk.ts';
import type { Outcome, Span } from './edits.ts';
import { withoutLineEnd } from './lines.ts';
import { type NewEarlier, printEarlier } from './print.ts';
import type { PlacedEarlier } from './read-earlier.ts';

/** Puts an account right behind the last message it covers, without blank lines, and takes out what it replaces. */
export function putEarlier(desk: Desk, earlier: NewEarlier, replaces: readonly Span[]): Outcome {
  const { reading, bytes, eol } = desk;
  const last = reading.messages.findLast((placed) => placed.message.id === earlier.to);
  if (last === undefined) return 'gone';
  if (!last.frame.ended) return 'blocked';
  const old = reading.earlier.filter((placed) => names(replaces, placed));
  if (old.some((placed) => !placed.frame.ended)) return 'blocked';
  const at = last.frame.end;
  const missing = lineEndBefore(desk, at);
  const printed = printEarlier(earlier, eol);
  const same = old.length === 1 && old[0]!.frame.start === at;
  if (same && bytes.subarray(at, old[0]!.frame.end).equals(Buffer.from(printed))) return 'same';
  for (const placed of old) take(desk, placed);
  // Without a line end at the end of the file it stays so, and taking the account out again gives the same bytes.
  const insert = missing === '' ? printed : missing + printed.slice(0, -eol.length);
  desk.splices.push({ at, remove: 0, insert: Buffer.from(insert), rank: 0 });
  return 'done';
}

/** Takes accounts out. */
export function dropEarlier(desk: Desk, spans: readonly Span[]): Outcome {
  const old = desk.reading.earlier.filter((placed) => names(spans, placed));
  if (old.length === 0) return 'gone';
  if (old.some((placed) => !placed.frame.ended)) return 'blocked';
  for (const placed of old) take(desk, placed);
  return 'done';
}

/** Takes out every account that we wrote: ended, and with a recipe. */
export function dropOwnEarlier(desk: Desk): Outcome {
  const own = desk.reading.earlier.filter(({ earlier, frame }) => frame.ended && earlier.recipe !== '');
  for (const placed of own) take(desk, placed);
  return own.length > 0 ? 'done' : 'same';
}

function names(spans: readonly Span[], { earlier }: PlacedEarlier): boolean {
  return spans.some(
    ({ kind, from, to }) => kind === earlier.kind && from === earlier.from && to === earlier.to,
  );
}

function take(desk: Desk, { frame }: PlacedEarlier): void {
  const { bytes } = desk;
  const bare = frame.end === bytes.length && withoutLineEnd(bytes, frame.start, frame.end) === frame.end;
  const at = bare ? withoutLineEnd(bytes, 0, frame.start) : frame.start;
  desk.splices.push({ at, remove: frame.end - at, insert: new Uint8Array(), rank: 0 });
}
