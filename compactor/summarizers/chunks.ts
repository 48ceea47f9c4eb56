/** The fewest tokens a piece may have: below, a window is taken for one that nobody works with. */
export const minPieceTokens = 128;

/**
 * Cuts a text that is larger than a model's window into pieces of at most `room` tokens each (as `estimate` counts
 * them), at the largest borders that fit: blank lines, lines, sentences, characters as people see them. The pieces
 * joined are the text, to the character. `sentences` splits a line the same way.
 */
export function pieces(
  text: string,
  room: number,
  estimate: (text: string) => number,
  sentences: (text: string) => readonly string[],
): string[] {
  const most = Math.max(room, minPieceTokens);
  return gather(
    text,
    [paragraphs, lines, (line) => covering(line, sentences(line)), graphemes],
    most,
    estimate,
  );
}

type Cut = (text: string) => readonly string[];

/** Fills pieces in order; what is too large by itself is cut by the next finer border. */
function gather(
  text: string,
  cuts: readonly Cut[],
  most: number,
  estimate: (text: string) => number,
): string[] {
  const [cut, ...finer] = cuts;
  if (cut === undefined || estimate(text) <= most) return text === '' ? [] : [text];
  const done: string[] = [];
  let open = '';
  let used = 0;
  for (const part of cut(text)) {
    const size = estimate(part);
    if (open !== '' && used + size > most) {
      done.push(open);
      open = '';
      used = 0;
    }
    if (size > most) {
      const inner = gather(part, finer, most, estimate);
      for (const one of inner.slice(0, -1)) done.push(one);
      open = inner.at(-1) ?? '';
      used = estimate(open);
    } else {
      open += part;
      used += size;
    }
  }
  return open === '' ? done : [...done, open];
}

function paragraphs(text: string): string[] {
  return text.split(/(?<=\n[ \t]*\n)(?!\s*\n)/);
}

function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Sentences with the white space between them put back, so that nothing is lost. */
function covering(text: string, found: readonly string[]): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const sentence of found) {
    const at = text.indexOf(sentence, from);
    if (at < 0 || sentence === '') continue;
    parts.push(text.slice(from, at + sentence.length));
    from = at + sentence.length;
  }
  return from < text.length ? [...parts, text.slice(from)] : parts;
}

/** In slices, because a segmenter's time grows with the square of what it is given on Node 20. */
function graphemes(text: string): string[] {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const all: string[] = [];
  let held = '';
  for (let at = 0; at < text.length; at += sliceLength) {
    const found = [...segmenter.segment(held + text.slice(at, at + sliceLength))].map(
      ({ segment }) => segment,
    );
    // the last one may go on in the next slice
    held = found.pop() ?? '';
    for (const one of found) all.push(one);
  }
  return held === '' ? all : [...all, held];
}

const sliceLength = 512;
