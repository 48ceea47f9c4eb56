import type { Span } from './code-spans.ts';
import { sha256 } from './hash.ts';
import { isRandom } from './random-value.ts';
import { secretPatterns } from './secret-patterns.ts';

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
}

/** What could be a random value: no blanks, nothing that paths, addresses or code are joined with. */
const longWord = /(?<![\w+/=.:@#-])[A-Za-z0-9+/=_-]{20,400}(?![\w+/=.:@-])/g;
const written = /\[redacted:[a-z-]{1,40}:[0-9a-f]{6}\]/g;

function secrets(text: string): Secret[] {
  const out: Secret[] = [];
  for (const match of text.matchAll(written)) out.push(span(undefined, match.index, match[0]));
  const lower = text.toLowerCase();
  for (const { kind, hints, pattern, accepts } of secretPatterns) {
    if (!hints.some((hint) => lower.includes(hint))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = Object.values(match.groups ?? {}).find((value) => value !== undefined) ?? match[0];
      if (accepts?.(secret) !== false)
        out.push(span(kind, match.index + match[0].lastIndexOf(secret), secret));
    }
  }
  for (const match of text.matchAll(longWord)) {
    if (isRandom(match[0])) out.push(span('random-value', match.index, match[0]));
  }
  return out;
}

function span(kind: string | undefined, start: number, secret: string): Secret {
  return { kind, start, end: start + secret.length };
}

/** In order and without overlaps: a kind named earlier in the table wins, and goes on over what a later one adds. */
function apart(found: readonly Secret[]): Secret[] {
  const out: Secret[] = [];
  for (const secret of found
    .map((value, rank) => ({ ...value, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank)) {
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
