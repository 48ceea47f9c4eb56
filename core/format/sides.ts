import type { Conversation, Message } from '../conversation.ts';
import { openSource, type Source } from './body.ts';
import type { Conflict } from './conflict.ts';
import { type Contents, type Kept, noteText, readContents } from './contents.ts';
import { readDraft } from './draft.ts';
import { contentHash } from './identity.ts';
import { endOfLine } from './lines.ts';
import { readMeta } from './meta.ts';
import { type Findings, silent } from './problems.ts';

/** Which version of a file in conflict: one of the two sides, or what diff3 style shows as their common version. */
export type Side = 'ours' | 'theirs' | 'base';

/** One side of a file in conflict: everything outside of the marks, and this side's lines between them. */
export function sideOf(source: Source, conflicts: readonly Conflict[], side: Side): Source {
  const { bytes } = source;
  const pieces: { readonly from: number; readonly to: number }[] = [];
  let behind = 0;
  for (const conflict of conflicts) {
    const [mark, to] = linesOf(conflict, side);
    pieces.push({ from: behind, to: conflict.ours }, { from: endOfLine(bytes, mark), to });
    behind = conflict.end;
  }
  pieces.push({ from: behind, to: bytes.length });
  const joined = Buffer.concat(pieces.map(({ from, to }) => bytes.subarray(from, to)));
  return {
    ...openSource(joined),
    lineOf(offset) {
      let rest = offset;
      const piece = pieces.find(({ from, to }) => {
        if (rest < to - from) return true;
        rest -= to - from;
        return false;
      });
      return source.lineOf(piece === undefined ? bytes.length : piece.from + rest);
    },
  };
}

/**
 * What a file in conflict holds, both sides of it: nobody's words are hidden while the conflict is there. Messages that
 * are the same on both sides come once; the others stand behind one another, in the order of the file.
 */
export function readSides(
  source: Source,
  conflicts: readonly Conflict[],
  found: Findings,
): Omit<Conversation, 'problems'> {
  const [ours, theirs] = (['ours', 'theirs'] as const).map((side, index) => {
    const own = sideOf(source, conflicts, side);
    const kept: Kept = { frames: [], messages: [], earlier: [] };
    const contents = readContents(own, 'git-conflict', index === 0 ? found : silent, kept);
    return { source: own, kept, contents };
  }) as [ReadSide, ReadSide];
  const seen = new Map<string, Message>();
  for (const side of [ours, theirs]) {
    for (const placed of side.kept.messages) {
      const key = `${placed.message.line} ${placed.message.id} ${contentHash(placed, side.source)}`;
      if (!seen.has(key)) seen.set(key, placed.message);
    }
  }
  const notes = both(
    ours,
    theirs,
    ({ contents, source: own }) => contents.note && noteText(own, contents.note),
  );
  const drafts = both(ours, theirs, ({ contents, source: own }) =>
    contents.last?.kind === 'text' ? readDraft(own, contents.last) : undefined,
  );
  return {
    meta: readMeta(ours.source.bytes, silent),
    messages: [...seen.values()].sort((a, b) => a.line - b.line),
    earlier: ours.contents.earlier,
    ...(notes === '' ? {} : { note: notes }),
    ...(drafts === '' ? {} : { draft: drafts }),
  };
}

interface ReadSide {
  readonly source: Source;
  readonly kept: Kept;
  readonly contents: Contents;
}

function both(ours: ReadSide, theirs: ReadSide, text: (side: ReadSide) => string | undefined): string {
  const found = [text(ours) ?? '', text(theirs) ?? ''].filter((one) => one !== '');
  return [...new Set(found)].join('\n\n');
}

/** The mark above a side's lines and the offset behind them. */
function linesOf({ ours, base, between, theirs }: Conflict, side: Side): readonly [number, number] {
  if (side === 'ours') return [ours, base ?? between];
  return side === 'base' ? [base ?? between, between] : [between, theirs];
}
