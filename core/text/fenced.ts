/**
 * A text between two fixed lines of a prompt, so that what is said in it is not taken for words to the model. A line of
 * the text that reads like one of the two is moved in by one space.
 */
export function fenced(text: string, opening: string, closing: string): string {
  const inside = text
    .split('\n')
    .map((line) => (line === opening || line === closing ? ` ${line}` : line))
    .join('\n');
  return [opening, inside, closing].join('\n');
}
