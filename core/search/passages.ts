/** A stretch of a text by UTF-16 offsets. */
export interface Passage {
  readonly at: number;
  readonly end: number;
}

/**
 * The text between two offsets in pieces of at most `size` characters that tile it, cut behind a paragraph, a line, a
 * sentence or a word where the second half of a piece has one; a surrogate pair is never split. Linear.
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

function cut(text: string, at: number, limit: number): number {
  const least = at + ((limit - at) >> 1);
  const part = text.slice(least, limit);
  for (const breaking of ['\n\n', '\n', '. ', '。', ' ']) {
    const found = part.lastIndexOf(breaking);
    if (found !== -1) return least + found + breaking.length;
  }
  const splits = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return splits ? limit - 1 : limit;
}
