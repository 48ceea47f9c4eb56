import type { Message } from '../../conversation.ts';
import { asBuffer, type LineEnd, majorityLineEnd } from '../lines.ts';
import { printNote } from '../print.ts';
import { firstInvalidUtf8 } from '../utf8.ts';
import { mergeAccounts } from './accounts.ts';
import { mergeFrontMatter } from './front-matter.ts';
import { assignIds, placeOf } from './ids.ts';
import { type Model, readModel, type Unit } from './model.ts';
import { order } from './order.ts';
import { render } from './render.ts';
import { mergeUnits } from './units.ts';
import { byCodeUnits, mergeKnown, mergeText, threeWay } from './variants.ts';

/** What a merge gives. */
export interface MergeResult {
  readonly bytes: Uint8Array;
  /** Whether the bytes hold both sides between conflict marks, because a side is no chat, not UTF-8 or in conflict itself. */
  readonly undecided: boolean;
}

/**
 * Three versions of a chat as one: a pure function that treats both sides alike. Swapped sides give the same bytes; a
 * side that changed nothing gives the other side's bytes; what is merged again stays as it is; clones may be merged in
 * any order. No message and no text of a person's is lost; two different changes of one message become two messages, the
 * one with the new id marked with the old (`was`); short forms are merged on their own; accounts that no longer fit go.
 * Without a common version `base` is empty. `sourceOf` gives the source hash of a message (core/compaction).
 * `markSize` is the length of conflict marks (git's %L).
 */
export function merge(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  sourceOf: (message: Message) => string,
  markSize = 7,
): MergeResult {
  const [before, left, right] = [base, ours, theirs].map(asBuffer) as [Buffer, Buffer, Buffer];
  if (left.equals(right) || right.equals(before)) return { bytes: ours, undecided: false };
  if (left.equals(before)) return { bytes: theirs, undecided: false };
  const models = [before, left, right].map((bytes) => readModel(withLf(bytes)));
  const [old, mine, yours] = models;
  if (
    mine === undefined ||
    yours === undefined ||
    [before, left, right].some((bytes) => firstInvalidUtf8(bytes) >= 0)
  ) {
    return { bytes: bothSides(left, right, markSize), undecided: true };
  }
  const text = mergeModels(old ?? readModel(Buffer.alloc(0))!, mine, yours, sourceOf);
  const ends = [before, left, right].map(majorityLineEnd) as [LineEnd, LineEnd, LineEnd];
  const eol = threeWay(...ends, byCodeUnits);
  return { bytes: Buffer.from(eol === '\n' ? text : text.replaceAll('\n', eol)), undecided: false };
}

function mergeModels(
  base: Model,
  ours: Model,
  theirs: Model,
  sourceOf: (message: Message) => string,
): string {
  const units = mergeUnits(base.units, ours.units, theirs.units, sourceOf);
  const places = new Map([...units.all].map(([identity, merged]) => [identity, placeOf(merged)]));
  const sides = [base.units, ours.units, theirs.units] as const;
  const heirs = heirsOf(base.units, [...ours.units, ...theirs.units], units.all);
  const names = (side: readonly Unit[]): string[] =>
    side.map(({ identity }) => heirs.get(identity) ?? identity);
  const [before, left, right] = sides.map(names) as [string[], string[], string[]];
  const sorted = order(places, before, left, right, units.twins).map((identity) => units.all.get(identity)!);
  const ids = assignIds(sorted, sides);
  const accounts = mergeAccounts(base, ours, theirs, units, sorted, ids);
  return render({ frame: mergeFrame(base, ours, theirs), sorted, ids, accounts });
}

/**
 * For each message of the base that is gone the one that an edit made of it: without a uid a message with other words is
 * another message, but what stands behind the old one in the other clone stands behind the new one now.
 */
function heirsOf(
  base: readonly Unit[],
  sides: readonly Unit[],
  all: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const known = new Set(base.map(({ identity }) => identity));
  const fresh = sides.filter(({ identity }) => !known.has(identity) && all.has(identity));
  // Number, time and role stay through an edit; a number alone may have been given again after its message was taken out.
  const name = ({ id, message }: Unit): string => `${id} ${message.createdAt} ${message.role}`;
  const byName = new Map(fresh.map((unit) => [name(unit), unit.identity]));
  const gone = base.filter((unit) => !all.has(unit.identity) && byName.has(name(unit)));
  return new Map(gone.map((unit) => [unit.identity, byName.get(name(unit))!]));
}

/** Everything but the messages and accounts. */
function mergeFrame(base: Model, ours: Model, theirs: Model): Omit<Model, 'units' | 'accounts'> {
  const flag = (name: 'byteOrderMark' | 'finalLineEnd'): boolean =>
    threeWay(base[name], ours[name], theirs[name], (a, b) => Number(a) - Number(b));
  const zone = (name: 'before' | 'between'): string | undefined =>
    mergeZone(base[name], ours[name], theirs[name]);
  const draft = mergeText(base.draft, ours.draft, theirs.draft);
  return {
    byteOrderMark: flag('byteOrderMark'),
    finalLineEnd: flag('finalLineEnd'),
    head: mergeFrontMatter(base.head, ours.head, theirs.head),
    before: zone('before'),
    note: mergeNote(base, ours, theirs),
    noteText: '',
    between: zone('between'),
    draft,
  };
}

function mergeNote(base: Model, ours: Model, theirs: Model): string {
  if (ours.note === theirs.note || theirs.note === base.note) return ours.note;
  if (ours.note === base.note) return theirs.note;
  const text = mergeText(base.noteText, ours.noteText, theirs.noteText);
  return text === '' ? '' : printNote(text);
}

/** Free text: a person's, so both versions stay where both sides changed it. Blank lines alone are nobody's text. */
function mergeZone(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (
    ours === undefined ||
    theirs === undefined ||
    [ours, theirs].some((text) => text.trim() === '' || text === base)
  ) {
    return mergeKnown(base, ours, theirs);
  }
  const [before, left, right] = [base ?? '', ours, theirs].map((text) => text.replace(/^\n+|\n+$/g, ''));
  return `${mergeText(before!, left!, right!)}\n\n`;
}

/** The bytes with LF; left as they are where that would make a line end of somebody's own CR. */
function withLf(bytes: Buffer): Buffer {
  if (!bytes.includes('\r\n') || bytes.includes('\r\r\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

function bothSides(ours: Buffer, theirs: Buffer, markSize: number): Buffer {
  const [first, second] = [ours, theirs].sort(Buffer.compare) as [Buffer, Buffer];
  const mark = (sign: string, label: string): Buffer => Buffer.from(`${sign.repeat(markSize)}${label}\n`);
  const ended = (bytes: Buffer): Buffer[] => (bytes.at(-1) === 0x0a ? [bytes] : [bytes, Buffer.from('\n')]);
  return Buffer.concat([
    mark('<', ' one side'),
    ...ended(first),
    mark('=', ''),
    ...ended(second),
    mark('>', ' the other side'),
  ]);
}
