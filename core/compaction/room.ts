/** How many code points a text has. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) count--;
  }
  return count;
}

/** The most code points that text and anchors together may have beside the words they stand for. */
export function roomFor(texts: readonly string[], minSaving: number): number {
  // a hair more than the product, so that 0.6 of 5 is 3
  return Math.floor(codePoints(texts.join('\n')) * (1 - minSaving) + 1e-6);
}
