import { codeSpans, type Span } from './code-spans.ts';
import { type Fact, type FactKind, factKinds } from './fact.ts';
import { commandStart, factPatterns } from './fact-patterns.ts';
import { negatedClauses } from './negated-clauses.ts';
import { units } from './units.ts';

/**
 * The exact facts of a text in its order, each text once: numbers with their units, dates, versions, paths, addresses,
 * commands, error codes, code-like names, what stands in back-ticks or quotes, negated instructions. A fact inside
 * another is left out, except inside a negated instruction. Of fenced code only what is exact by itself counts, not
 * every name and number. Linear.
 */
export function facts(text: string): Fact[] {
  const found: Fact[] = [];
  const fences: Span[] = [];
  const take = (some: Iterable<Fact>) => {
    for (const fact of some) found.push(fact);
  };
  for (const unit of units(text)) {
    if (unit.kind === 'fence') fences.push(unit);
    take(unit.kind === 'fence' ? fencedCommands(text, unit) : ticked(text, unit));
  }
  take(negatedClauses(text));
  take(proseCommands(text));
  const isCode = within(fences);
  for (const { kind, pattern, inCode, accepts } of factPatterns) {
    for (const match of text.matchAll(pattern)) {
      if (inCode !== true && isCode(match.index)) continue;
      const fact = tidy(kind, match[0], match.index);
      if (fact === undefined || isListNumber(text, fact) || accepts?.(fact.text) === false) continue;
      found.push(fact);
    }
  }
  return outermost(found, isCode);
}

/** The longest fact (UTF-16 code units): what is longer is a text of its own. */
const longest = 160;

function tidy(kind: FactKind, raw: string, at: number): Fact | undefined {
  let text = raw.trimEnd();
  if (kind === 'url' || kind === 'path' || kind === 'identifier' || kind === 'date') {
    text = text.replace(/[.,;:!?*_'"”’]+$/, '');
    if (text.endsWith(')') && !text.includes('(')) text = text.replace(/\)+[.,;:!?]*$/, '');
  }
  const start = at + (text.length - text.trimStart().length);
  text = text.trimStart();
  return text === '' || text.length > longest ? undefined : { kind, text, start };
}

function isListNumber(text: string, fact: Fact): boolean {
  if (fact.kind !== 'number' || !/^\p{Nd}{1,9}$/u.test(fact.text)) return false;
  const after = text.slice(fact.start + fact.text.length, fact.start + fact.text.length + 2);
  return (
    /^[.)](?:\s|$)/.test(after) &&
    /(?:^|\n)[ \t>#*+-]*$/.test(text.slice(Math.max(0, fact.start - 12), fact.start))
  );
}

function* ticked(text: string, unit: Span): Iterable<Fact> {
  for (const span of codeSpans(text.slice(unit.start, unit.end))) {
    const raw = text.slice(unit.start + span.start, unit.start + span.end);
    const inner = raw.replace(/^`+|`+$/g, '');
    const start = unit.start + span.start + raw.indexOf(inner) + (inner.length - inner.trimStart().length);
    const words = inner.trim();
    if (words === '' || words.length > longest || words.includes('\n')) continue;
    yield { kind: isCommand(words) ? 'command' : 'code', text: words, start };
  }
}

function isCommand(words: string): boolean {
  commandStart.lastIndex = 0;
  return commandStart.exec(words)?.index === 0 || words.startsWith('$ ');
}

function* fencedCommands(text: string, fence: Span): Iterable<Fact> {
  const body = text.slice(fence.start, fence.end);
  const shell = /^[ \t>]*[`~]{3,}[ \t]*(?:sh|bash|zsh|shell|console|fish|powershell|ps1|cmd)\b/i.test(body);
  let at = fence.start;
  for (const line of body.split('\n')) {
    const found = /^[ \t]*(?:[$❯]|PS>)[ \t]+(?=\S)/.exec(line)?.[0];
    const start = found?.length ?? /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const words = line.slice(start).trimEnd();
    const isCall =
      found !== undefined || (shell && !/^(?:#|[`~]{3}|[{}|&;)]|$)/.test(words) && isCommand(words));
    if (isCall && words.length <= longest) yield { kind: 'command', text: words, start: at + start };
    at += line.length + 1;
  }
}

/** The most arguments of a command in prose. */
const mostArguments = 12;

function* proseCommands(text: string): Iterable<Fact> {
  for (const match of text.matchAll(commandStart)) {
    let end = match.index + match[0].trimEnd().length;
    let certain = false;
    const rest = text.slice(end, end + longest).split('\n', 1)[0] ?? '';
    for (const [index, argument] of [...rest.matchAll(/ +(\S+)/g)].slice(0, mostArguments).entries()) {
      const word = argument[1] ?? '';
      const telling = /^-{1,2}\w|[/=@]|\.\w|^["'$]/.test(word);
      if (!telling && !(index === 0 && /^[a-z][a-z-]*$/.test(word))) break;
      certain ||= telling;
      end = match.index + match[0].trimEnd().length + argument.index + argument[0].length;
      if (/[.,;:!?)`]$/.test(word)) break;
    }
    const fact = tidy('command', text.slice(match.index, end).replace(/[.,;:!?)`]+$/, ''), match.index);
    if (certain && fact !== undefined) yield fact;
  }
}

/** Sorted by place; what lies within an earlier, longer one is dropped, and so is a text that came before. */
function outermost(found: readonly Fact[], isCode: (at: number) => boolean): Fact[] {
  const rank = (fact: Fact) => factKinds.indexOf(fact.kind);
  const sorted = [...found].sort(
    (a, b) => a.start - b.start || b.text.length - a.text.length || rank(a) - rank(b),
  );
  const seen = new Set<string>();
  const out: Fact[] = [];
  let covered = 0;
  for (const fact of sorted) {
    const end = fact.start + fact.text.length;
    if (fact.kind !== 'negation') {
      if (end <= covered) continue;
      covered = end;
    } else if (isCode(fact.start)) continue;
    if (!seen.has(fact.text)) out.push(fact);
    seen.add(fact.text);
  }
  return out;
}

/** A question to ask with rising or falling offsets alike: is it inside one of the spans? */
function within(spans: readonly Span[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.end <= at) low = middle + 1;
      else high = middle;
    }
    return low < spans.length && spans[low]!.start <= at;
  };
}
