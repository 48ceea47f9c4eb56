import type { Conversation, Earlier, Message } from '../../conversation.ts';
import type { Edit, Span } from '../../format/edits.ts';
import { earlierVersion } from '../../format/grammar.ts';
import type { NewEarlier } from '../../format/print.ts';
import { covered } from './covered.ts';
import { exchangeStarts } from './exchanges.ts';
import type { AccountPlan } from './plan.ts';
import { type AccountKind, type AccountNumbers, accountNumbers } from './rules.ts';
import { isOwn, rowLabel, type Told } from './told.ts';

/**
 * The changes that put an account of these pieces into the file, in place of the ones we wrote before; none when it
 * stands there already. `now` in milliseconds since 1970.
 */
export function accountEdits(
  { earlier, messages }: Conversation,
  { kind, recipe, numbers = accountNumbers }: Made,
  pieces: readonly Told[],
  now: number,
): readonly Edit[] {
  const sorted = pieces.toSorted((a, b) => a.start - b.start);
  const runs =
    kind === 'range'
      ? sorted.map((row) => [row])
      : unbroken(kind === 'bullets' ? newest(sorted, numbers.bullets_characters) : sorted, messages);
  const blocks = runs.map((run) => block(messages, kind, recipe, run, now));
  // while nothing could be made, an account of another kind or model stays
  const own = earlier.filter(
    (account) =>
      isOwn(account) && (pieces.length > 0 || (account.kind === kind && account.recipe === recipe)),
  );
  const wanted = new Set(blocks.map(saying));
  const standing = new Set(own.map(saying));
  const fresh = blocks.filter((one) => !standing.has(saying(one)));
  const replaces = own.filter((account) => !wanted.has(saying(account))).map(span);
  if (fresh.length > 0)
    return fresh.map((one, at) => ({ kind: 'earlier', earlier: one, ...(at === 0 ? { replaces } : {}) }));
  return replaces.length > 0 ? [{ kind: 'drop-earlier', spans: replaces }] : [];
}

/** What the pieces are of; the default numbers where they are missing. */
type Made = Pick<AccountPlan, 'kind' | 'recipe'> & { readonly numbers?: AccountNumbers };

/** As many of the last bullets as fit so many characters: what is newer corrects what is older, so the oldest go. */
export function newest(pieces: readonly Told[], most: number): readonly Told[] {
  let room = most;
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

/** Pieces that follow each other without a gap, each run without what would begin or end it inside an exchange. */
function unbroken(pieces: readonly Told[], messages: readonly Message[]): readonly (readonly Told[])[] {
  const runs: Told[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    if (run?.at(-1)?.end === piece.start) run.push(piece);
    else runs.push([piece]);
  }
  const starts = new Set(exchangeStarts(messages));
  return runs
    .map((run) => {
      const from = run.findIndex(({ start }) => starts.has(start));
      const to = run.findLastIndex(({ end }) => starts.has(end) || end === messages.length);
      return from < 0 ? [] : run.slice(from, to + 1);
    })
    .filter((run) => run.length > 0);
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

/** Everything of an account that matters to whether it is written again: not when it was made. */
function saying({ kind, from, to, recipe, pieces, text }: NewEarlier): string {
  return JSON.stringify([
    kind,
    from,
    to,
    recipe,
    pieces.map((piece) => [piece.to, piece.source]),
    text.trim(),
  ]);
}

function span({ kind, from, to }: Earlier): Span {
  return { kind, from, to };
}
