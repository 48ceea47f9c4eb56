import type { Conversation, Earlier, Message } from '../../conversation.ts';
import type { Edit, Span } from '../../format/edits.ts';
import { earlierVersion } from '../../format/grammar.ts';
import type { NewEarlier } from '../../format/print.ts';
import { covered } from './covered.ts';
import type { AccountPlan } from './plan.ts';
import { type AccountKind, bulletRules } from './rules.ts';
import { isOwn, rowLabel, type Told } from './told.ts';

/**
 * The changes that put an account of these pieces into the file, in place of the ones we wrote before; none when it
 * stands there already. `now` in milliseconds since 1970.
 */
export function accountEdits(
  { earlier, messages }: Conversation,
  { kind, recipe }: Pick<AccountPlan, 'kind' | 'recipe'>,
  pieces: readonly Told[],
  now: number,
): readonly Edit[] {
  const sorted = pieces.toSorted((a, b) => a.start - b.start);
  const runs =
    kind === 'range' ? sorted.map((row) => [row]) : unbroken(kind === 'bullets' ? newest(sorted) : sorted);
  const blocks = runs.map((run) => block(messages, kind, recipe, run, now));
  // while nothing could be made, an account of another kind or model stays
  const own = earlier.filter(
    (account) =>
      isOwn(account) && (pieces.length > 0 || (account.kind === kind && account.recipe === recipe)),
  );
  const standing = own.filter((account) => blocks.some((one) => same(one, account)));
  const fresh = blocks.filter((one) => !standing.some((account) => same(one, account)));
  const replaces = own.filter((account) => !standing.includes(account)).map(span);
  if (fresh.length > 0)
    return fresh.map((one, at) => ({ kind: 'earlier', earlier: one, ...(at === 0 ? { replaces } : {}) }));
  return replaces.length > 0 ? [{ kind: 'drop-earlier', spans: replaces }] : [];
}

/** As many of the last bullets as fit 2,000 characters: what is newer corrects what is older, so the oldest go. */
export function newest(pieces: readonly Told[]): readonly Told[] {
  let room: number = bulletRules.account;
  const kept: Told[] = [];
  for (const piece of pieces.toReversed()) {
    const lines: string[] = [];
    for (const line of piece.text.split('\n').reverse()) {
      room -= line.length + 1;
      if (room < 0) break;
      lines.unshift(line);
    }
    if (lines.length > 0) kept.unshift({ ...piece, text: lines.join('\n') });
    if (room < 0) break;
  }
  return kept;
}

function unbroken(pieces: readonly Told[]): readonly (readonly Told[])[] {
  const runs: Told[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    if (run?.at(-1)?.end === piece.start) run.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function block(
  messages: readonly Message[],
  kind: AccountKind,
  recipe: string,
  run: readonly Told[],
  now: number,
): NewEarlier {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? start;
  const [first, last] = [messages[start], messages[end - 1]];
  const uids = first?.uid === undefined || last?.uid === undefined ? [] : [first.uid, last.uid];
  return {
    version: earlierVersion,
    kind,
    from: first?.id ?? 0,
    to: last?.id ?? 0,
    uids,
    pieces: run.map((piece) => ({ to: messages[piece.end - 1]?.id ?? 0, source: piece.source })),
    recipe,
    methods: [...new Set(run.flatMap(({ methods }) => methods))].sort(),
    createdAt: now,
    covered: covered(messages.slice(start, end)),
    text: run.map(({ text }) => text).join(kind === 'bullets' ? '\n' : '\n\n'),
  };
}

/** A row with the messages it tells of in front. */
export function labelled(stretch: readonly Message[], text: string): string {
  return `${rowLabel(stretch)} ${text}`;
}

function same(one: NewEarlier, other: Earlier): boolean {
  const says = ({ kind, from, to, recipe, pieces, text }: NewEarlier): string =>
    JSON.stringify([kind, from, to, recipe, pieces.map((piece) => [piece.to, piece.source]), text.trim()]);
  return says(one) === says(other);
}

function span({ kind, from, to }: Earlier): Span {
  return { kind, from, to };
}
