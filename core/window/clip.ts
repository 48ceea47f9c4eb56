import { estimateTokens } from '../text/tokens.ts';

/**
 * The head and the tail of a text with one line between that says what is missing and how to read it; the whole text
 * when it fits. Never splits a character, prefers to cut at white space. The result has at most `tokens` tokens of the
 * estimate (the line between is given the room it needs, about 30); linear in the length of the text.
 * `instruction` says how to read the middle, e.g. `read_tool_result({"result_id":"…"})`.
 */
export function clip(text: string, tokens: number, instruction: string): string {
  const whole = estimateTokens(text);
  if (whole <= tokens) return text;
  const mark = (left: number) => `\n[… ${left} characters left out here; ${instruction} reads them …]\n`;
  const room = Math.max(0, tokens - estimateTokens(mark(text.length)));
  let keep = Math.floor((text.length * room) / whole);
  for (let attempt = 0; attempt < 8 && keep > 0; attempt++) {
    const clipped = headAndTail(text, keep, mark);
    const size = estimateTokens(clipped);
    if (size <= tokens) return clipped;
    keep = Math.floor(keep * Math.min(0.9, room / size));
  }
  return headAndTail(text, 0, mark).trim();
}

/** Two thirds of what is kept from the head, one third from the tail. */
function headAndTail(text: string, keep: number, mark: (left: number) => string): string {
  const head = cutBefore(text, Math.ceil((keep * 2) / 3));
  const tail = cutAfter(text, text.length - Math.floor(keep / 3));
  return `${text.slice(0, head)}${mark(Math.max(0, tail - head))}${text.slice(tail)}`;
}

/** The nearest place at or before `at` that splits no character, at white space where there is some near. */
function cutBefore(text: string, at: number): number {
  const from = Math.max(0, at - 60);
  const space = text.slice(from, at).search(/\s\S*$/);
  if (space >= 0 && at < text.length) return from + space;
  return whole(text, at);
}

function cutAfter(text: string, at: number): number {
  const space = text.slice(at, at + 60).search(/\s/);
  return space >= 0 && at > 0 ? at + space + 1 : whole(text, at);
}

/** Not between the halves of a surrogate pair. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
