import type { Earlier } from '../conversation.ts';
import { readBody, type Source } from './body.ts';
import type { Frame } from './frame.ts';
import { earlierVersion, markerLine } from './grammar.ts';
import { asText, type Header, headerEncoding, readHeader, shown } from './header.ts';
import type { Findings } from './problems.ts';

/** An account with the bytes it stands in. */
export interface PlacedEarlier {
  readonly earlier: Earlier;
  readonly frame: Frame;
}

/** The account of a frame, or undefined when its header cannot be understood (then that is in the findings). */
export function readEarlier(frame: Frame, source: Source, findings: Findings): PlacedEarlier | undefined {
  const block = frame.blocks[0]!;
  const header = readHeader(source.bytes, block);
  const trouble =
    header === undefined ? 'expected one JSON object on one line below the marker' : misfit(header);
  if (header === undefined || trouble !== undefined) {
    findings.add('unreadable-header', frame.start, trouble);
    return undefined;
  }
  if (header.version !== earlierVersion) {
    const detail = `The account has version ${shown(header.version)}; this program knows ${earlierVersion}`;
    findings.add('unknown-version', frame.start, detail);
    return undefined;
  }
  if (!frame.ended) {
    findings.add('missing-end', frame.start, `The account has no ${markerLine('end-earlier')}`);
  }
  const encoding = headerEncoding(header);
  const earlier: Earlier = {
    version: earlierVersion,
    kind: asText(header.kind),
    from: header.from as number,
    to: header.to as number,
    uids: strings(header.uids),
    pieces: list(header.pieces).filter(isPiece),
    recipe: asText(header.recipe),
    methods: strings(header.methods),
    createdAt: typeof header.createdAt === 'number' ? header.createdAt : 0,
    covered: list(header.covered),
    get text() {
      return readBody(source, { start: block.bodyStart, end: block.bodyEnd }, encoding);
    },
    get line() {
      return source.lineOf(frame.start);
    },
  };
  return { earlier, frame };
}

function misfit({ from, to }: Header): string | undefined {
  const fits = Number.isSafeInteger(from) && Number.isSafeInteger(to);
  return fits ? undefined : `it covers messages ${shown(from)} to ${shown(to)}; expected two whole numbers`;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): string[] {
  return list(value).filter((item) => typeof item === 'string');
}

function isPiece(value: unknown): value is { to: number; source: string } {
  const piece = value as { to?: unknown; source?: unknown } | null;
  return typeof piece === 'object' && typeof piece?.to === 'number' && typeof piece.source === 'string';
}
