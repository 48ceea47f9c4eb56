import { type Fact, factKinds } from './fact.ts';
import { facts } from './facts.ts';

/** Facts looked at in one text, in its order; more are counted as left. */
const mostFacts = 4000;
/** Lines that are kept. */
const mostLines = 1000;

/**
 * The exact facts that the original has and the shortened text has not, one a line, in the order of the original.
 * Each line is an exact piece of the original and lies within no other line. Joined by LF they take at most `room`
 * code points: when not all fit, the kinds that hurt most when lost come first (see `factKinds`), and `left` counts
 * the others.
 */
export function anchors(
  original: string,
  shortened: string,
  room: number,
): { readonly lines: string[]; readonly left: number } {
  const all = facts(original);
  const missing = all.slice(0, mostFacts).flatMap((fact) => lineOf(original, shortened, fact) ?? []);
  const byKind = factKinds.flatMap((kind) => missing.filter((line) => line.kind === kind));
  const kept = new Map<string, Line>();
  let text = '\n';
  let used = -1;
  let left = Math.max(0, all.length - mostFacts);
  for (const line of byKind) {
    if (text.includes(line.text)) continue;
    const inside = [...kept.values()].filter((other) => line.text.includes(other.text));
    const freed = inside.reduce((sum, other) => sum + other.size + 1, 0);
    if (used + line.size + 1 - freed > room || kept.size >= mostLines) {
      left++;
      continue;
    }
    for (const other of inside) kept.delete(other.text);
    kept.set(line.text, line);
    used += line.size + 1 - freed;
    text = inside.length === 0 ? `${text}${line.text}\n` : `\n${[...kept.keys()].join('\n')}\n`;
  }
  return { lines: [...kept.values()].sort((a, b) => a.start - b.start).map((line) => line.text), left };
}

interface Line extends Fact {
  /** Code points. */
  readonly size: number;
}

/**
 * The fact as a line, or undefined when the shortened text carries it. A short number that stands there only as a part
 * of another (`10` in `2010`) is widened by the words around it, so that it is not lost.
 */
function lineOf(original: string, shortened: string, fact: Fact): Line | undefined {
  if (!shortened.includes(fact.text)) return { ...fact, size: points(fact.text) };
  if (fact.text.length > 4 || isCarried(shortened, fact.text)) return undefined;
  const after = original.slice(fact.start, fact.start + fact.text.length + 40);
  const wider = /^\S+[ \t]+\S+/
    .exec(after)?.[0]
    .replace(/[.,;:!?)\]*_`]+$/, '')
    .trimEnd();
  if (wider === undefined || wider.length <= fact.text.length || shortened.includes(wider)) return undefined;
  return wider.startsWith(fact.text) ? { ...fact, text: wider, size: points(wider) } : undefined;
}

/** Does the text stand there on its own, not as a part of a longer word or number? */
function isCarried(shortened: string, text: string): boolean {
  for (let at = shortened.indexOf(text); at !== -1; at = shortened.indexOf(text, at + 1)) {
    const around = `${shortened.charAt(at - 1)} ${shortened.charAt(at + text.length)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

function points(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
