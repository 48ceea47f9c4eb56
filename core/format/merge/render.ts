import { markerLine } from '../grammar.ts';
import { type Model, withLineEnd } from './model.ts';
import { printShort } from './short.ts';
import type { Merged } from './units.ts';

/** Everything that a result is put together from. */
export interface Result {
  readonly frame: Omit<Model, 'units' | 'accounts'>;
  readonly sorted: readonly Merged[];
  readonly ids: ReadonlyMap<string, number>;
  /** Accounts by the identity of the message they stand behind. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** The result as a text with LF. */
export function render({ frame, sorted, ids, accounts }: Result): string {
  const { byteOrderMark, head, before = '\n', note, between = '\n', draft, finalLineEnd } = frame;
  const blocks = sorted.length > 0 || note !== '';
  const pieces = [
    head,
    blocks ? before : before.trimEnd(),
    note,
    note !== '' && sorted.length > 0 ? between : '',
  ];
  sorted.forEach((merged, index) => {
    const next = sorted[index + 1];
    const account = accounts.get(merged.identity) ?? '';
    const last = next === undefined;
    const follows = account !== '' || (last ? draft === '' : next.unit.headerLine.startsWith('{'));
    pieces.push(printUnit(merged, ids.get(merged.identity)!, follows), account);
    if (merged.unit.message.open === true && follows) return;
    const { trailing = '\n' } = merged;
    // Blank lines that stood before a message that is gone now are no part of what follows.
    if (!last || trailing.trim() !== '') pieces.push(trailing);
  });
  const above = pieces.map(withLineEnd).join('');
  const gap = draft === '' || above === '' ? '' : '\n';
  const text = withLineEnd(above + gap + draft);
  return (byteOrderMark ? '\uFEFF' : '') + (finalLineEnd ? text : text.replace(/\n$/, ''));
}

/** A message under its id. `follows`: what comes next ends it even without an end line. */
function printUnit({ unit, uid, wanted, shorts }: Merged, id: number, follows: boolean): string {
  const { open, said, close, message } = unit;
  const missing = message.open === true && !follows ? `${markerLine('end-message')}\n` : '';
  const forms = shorts.map((short) => withLineEnd(printShort(short, id))).join('');
  const headerLine = printHeader(unit, id, wanted, uid);
  return open + headerLine + (forms === '' ? said : withLineEnd(said)) + forms + withLineEnd(close) + missing;
}

function printHeader(
  { header, headerLine, id: old }: Merged['unit'],
  id: number,
  wanted: number,
  uid?: string,
): string {
  const named = id === wanted || header.was === wanted;
  if (id === old && named && uid === undefined) return headerLine;
  const { was: _, ...rest } = header;
  const was = id === wanted ? (id === old ? header.was : undefined) : wanted;
  return JSON.stringify({
    ...rest,
    id,
    ...(uid === undefined ? {} : { uid }),
    ...(was === undefined ? {} : { was }),
  });
}
