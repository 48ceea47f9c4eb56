/** A text as one word of a shell's command line: quoted where it holds more than letters, digits and `._/:#@+-`. */
export function shellWord(text: string): string {
  return /^[\w./:@+-][\w./:#@+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
