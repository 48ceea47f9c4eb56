/**
 * The same text with everything inside code fences, indented fences and back-ticks put as spaces: offsets and line
 * ends stay. An unclosed fence runs to the end; an unclosed back-tick is an ordinary character.
 */
export function outsideCode(text: string): string {
  const lines = text.split('\n');
  let fence: string | undefined;
  const kept = lines.map((line) => {
    const mark = fenceMark(line);
    if (fence === undefined) {
      if (mark === undefined) return line;
      fence = mark;
      return blank(line);
    }
    if (closes(line, fence)) fence = undefined;
    return blank(line);
  });
  return kept.join('\n').replace(/(`+)(?!`)[^`\n]*(?:(?!\1)`+[^`\n]+)*?\1(?!`)/g, blank);
}

/** Whether a code fence is still open at the end. */
export function endsInFence(text: string): boolean {
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    if (fence === undefined) fence = fenceMark(line);
    else if (closes(line, fence)) fence = undefined;
  }
  return fence !== undefined;
}

const opener = /^(?: {0,3}|[ \t]*(?:[-*+>]|\d+[.)])[ \t]+)*[ \t]*(`{3,}|~{3,})([^\n]*)$/;

function fenceMark(line: string): string | undefined {
  const found = opener.exec(line);
  if (!found) return undefined;
  const [, mark = '', rest = ''] = found;
  // a back-tick fence has no back-tick in its info string
  return mark.startsWith('`') && rest.includes('`') ? undefined : mark;
}

function closes(line: string, fence: string): boolean {
  const bare = line.trim();
  return bare.length >= fence.length && bare === fence[0]!.repeat(bare.length);
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
