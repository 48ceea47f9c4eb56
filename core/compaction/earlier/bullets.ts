/** The message a bullet is about: `- (#12) …`; undefined for any other line. */
export function bulletNumber(line: string): number | undefined {
  const found = /^- \(#(\d{1,15})\)/.exec(line)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * The bullets of a reply, one line each, as `- (#12) …`, in the order of their numbers; a bullet without a number has
 * undefined. Lines that are no bullet are left out; indented ones go on the bullet before.
 */
export function bulletsOf(
  reply: string,
): readonly { readonly id: number | undefined; readonly text: string }[] {
  const lines: string[] = [];
  for (const line of reply.split('\n')) {
    if (/^\s*(?:[-*•–]|\d{1,2}[.)])\s+\S/.test(line) || numbered.test(line)) lines.push(line.trim());
    else if (/^\s+\S/.test(line) && lines.length > 0) lines.push(`${lines.pop()} ${line.trim()}`);
  }
  const bullets = lines.map((line) => {
    const bare = line.replace(/^(?:[-*•–]|\d{1,2}[.)])\s+/, '');
    const found = numbered.exec(bare);
    const number = found?.[1] ?? found?.[2];
    const id = number === undefined ? undefined : Number(number);
    return { id, text: bare.replace(numbered, '').trim() };
  });
  return bullets
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.id ?? Number.POSITIVE_INFINITY) - (b.id ?? Number.POSITIVE_INFINITY));
}

/** `(#12)`, `[12]`, `#12:`, also of a range, `(#12–#13)`, of which the first number counts. */
const numbered =
  /^(?:\*\*)?(?:[([]#?(\d{1,15})(?:\s*[-–,]\s*#?\d{1,15})*[)\]]|#(\d{1,15})\b)(?:\*\*)?[\s:.–-]*/;
