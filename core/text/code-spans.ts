/** A piece of a text by UTF-16 offsets, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the inline code of one paragraph stands, back-ticks included (CommonMark: a run of back-ticks is closed by the
 * next run of the same length; a run that nothing closes is text). Linear in the length of the paragraph.
 */
export function codeSpans(paragraph: string): Span[] {
  if (!paragraph.includes('`')) return [];
  const runs: Span[] = [];
  for (const found of paragraph.matchAll(/`+/g)) {
    runs.push({ start: found.index, end: found.index + found[0].length });
  }
  const nextOfLength = new Map<number, number>();
  const closer: (number | undefined)[] = new Array(runs.length);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]!.end - runs[index]!.start;
    closer[index] = nextOfLength.get(length);
    nextOfLength.set(length, index);
  }
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index++) {
    const escaped = isEscaped(paragraph, runs[index]!.start);
    const close = escaped ? undefined : closer[index];
    if (close === undefined) continue;
    spans.push({ start: runs[index]!.start, end: runs[close]!.end });
    index = close;
  }
  return spans;
}

function isEscaped(paragraph: string, at: number): boolean {
  let slashes = 0;
  while (paragraph.charAt(at - 1 - slashes) === '\\') slashes++;
  return slashes % 2 === 1;
}
