const open = '<think>';
const close = '</think>';

/**
 * Parts an assistant's text into the thinking that opens it and what a reader sees. Only `<think>…</think>` blocks at
 * the very beginning count (white space may stand before and between them); an unclosed one reaches to the end.
 * Everywhere else the tags are content. `visible` is the rest as it stands, untrimmed; several blocks are joined by LF.
 */
export function splitReasoning(text: string): { readonly reasoning: string; readonly visible: string } {
  const blocks: string[] = [];
  let rest = 0;
  for (let at = skipWhite(text, 0); text.startsWith(open, at); at = skipWhite(text, rest)) {
    const end = text.indexOf(close, at + open.length);
    blocks.push(text.slice(at + open.length, end === -1 ? undefined : end));
    rest = end === -1 ? text.length : end + close.length;
  }
  return { reasoning: blocks.join('\n'), visible: text.slice(rest) };
}

function skipWhite(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}
