/** Tags that open a line which a command wrote, not the person. */
const echo =
  /^\s*<(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|user-prompt-submit-hook)\b/;

/** Whether a `user` line is the echo of a slash command, a shell command or a notice. */
export function echoes(text: string): boolean {
  return echo.test(text);
}

/**
 * What the person said of a prompt: `<system-reminder>` blocks, which the program adds at the beginning of a line,
 * are taken out. A tag inside a line, or one that is never closed, is the person's own words.
 */
export function spoken(text: string): string {
  if (!text.includes(open)) return text;
  let rest = text;
  let kept = '';
  for (;;) {
    const start = nextOpen(rest);
    const end = start < 0 ? -1 : rest.indexOf(close, start);
    if (end < 0) return (kept + rest).trim();
    kept += rest.slice(0, start);
    rest = rest.slice(end + close.length);
  }
}

const open = '<system-reminder>';
const close = '</system-reminder>';

function nextOpen(text: string): number {
  if (text.startsWith(open)) return 0;
  const at = text.indexOf(`\n${open}`);
  return at < 0 ? -1 : at + 1;
}
