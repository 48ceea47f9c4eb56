/** A stretch of a text by UTF-16 offsets. */
export interface Passage {
  readonly at: number;
  readonly end: number;
}

/**
 * The text between two offsets in pieces of at most `size` characters that tile it, cut behind a paragraph, a line, a
 * sentence or a word where the last quarter of a piece has one; a surrogate pair is never split. Linear.
 */
export function passages(text: string, from = 0, to = text.length, size = 700): Passage[] {
  const list: Passage[] = [];
  let at = from;
  while (to - at > size) {
    const end = cut(text, at, at + size);
    list.push({ at, end });
    at = end;
  }
  list.push({ at, end: to });
  return list;
}

/** Where a piece of up to `limit` ends: one look at its last quarter, from behind. */
function cut(text: string, at: number, limit: number): number {
  const least = limit - ((limit - at) >> 2);
  let line = 0;
  let sentence = 0;
  let word = 0;
  for (let end = limit; end > least; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === 10) {
      if (text.charCodeAt(end - 2) === 10) return end;
      if (line === 0) line = end;
    } else if (code === 32) {
      if (word === 0) word = end;
      if (sentence === 0 && text.charCodeAt(end - 2) === 46) sentence = end;
    } else if (code === 0x3002 && sentence === 0) sentence = end;
  }
  const found = line || sentence || word;
  if (found !== 0) return found;
  const splits = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return splits ? limit - 1 : limit;
}
