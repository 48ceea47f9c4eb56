import type { Span } from './code-spans.ts';
import { sha256 } from './hash.ts';
import { isRandom } from './random-value.ts';
import { secretPatterns } from './secret-patterns.ts';
import { secretPlaces } from './secret-places.ts';

/**
 * The text with every secret that can be told by its form in place of a placeholder `[redacted:KIND:HASH]`: keys and
 * tokens of known services, private keys, passwords in addresses, connection strings and assignments, and long random
 * values. Equal secrets get equal placeholders, which hold no part of the secret (six digits of its hash).
 * `found` counts the places. Redacting again changes nothing. Linear.
 */
export function redact(text: string): { readonly text: string; readonly found: number } {
  const out: string[] = [];
  let from = 0;
  let found = 0;
  for (const secret of apart(secrets(text))) {
    if (secret.kind !== undefined) {
      out.push(
        text.slice(from, secret.start),
        placeholder(secret.kind, text.slice(secret.start, secret.end)),
      );
      from = secret.end;
      found++;
    }
  }
  out.push(text.slice(from));
  return { text: out.join(''), found };
}

interface Secret extends Span {
  /** Undefined: a placeholder that already stands there. */
  readonly kind: string | undefined;
  /** Of secrets that begin together the lowest wins. */
  readonly rank: number;
}

const written = /\[redacted:[a-z-]{1,40}:[0-9a-f]{6}\]/g;

function secrets(text: string): Secret[] {
  const out: Secret[] = [];
  if (text.includes('[redacted:'))
    for (const { index, 0: all } of text.matchAll(written))
      out.push({ kind: undefined, rank: -1, start: index, end: index + all.length });
  const { looked, words } = secretPlaces(text);
  for (const { start, end, rank } of looked) {
    const { kind, also, pattern, accepts } = secretPatterns[rank]!;
    const stretch = text.slice(start, end);
    if (also !== undefined && !stretch.includes(also)) continue;
    // Without matchAll, which copies the expression at each call.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
      const secret = Object.values(match.groups ?? {}).find((value) => value !== undefined) ?? match[0];
      if (accepts?.(secret) === false) continue;
      const at = start + match.index + match[0].lastIndexOf(secret);
      out.push({ kind, rank, start: at, end: at + secret.length });
    }
  }
  for (const { start, end } of words)
    if (isRandom(text.slice(start, end))) out.push({ kind: 'random-value', rank: Infinity, start, end });
  return out;
}

/** In order and without overlaps: a kind named earlier in the table wins, and goes on over what a later one adds. */
function apart(found: readonly Secret[]): Secret[] {
  const out: Secret[] = [];
  for (const secret of found.toSorted((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = out.at(-1);
    if (last === undefined || secret.start >= last.end) out.push(secret);
    else if (secret.end > last.end && last.kind !== undefined)
      out[out.length - 1] = { ...last, end: secret.end };
  }
  return out;
}

function placeholder(kind: string, secret: string): string {
  return `[redacted:${kind}:${sha256(secret).slice(0, 6)}]`;
}
