import type { Fact } from './fact.ts';
import { type Negations, negations } from './negations.ts';
import { languageOf } from './script.ts';

/** The longest clause that is kept (UTF-16 code units); a longer one is cut between words. */
const longestClause = 120;

/** What must not be done, as its clause says it, in the order of the text. Linear: looks at most one clause far. */
export function negatedClauses(text: string): Fact[] {
  const language = languageOf(text);
  const found: Fact[] = [];
  for (const { table, how, pattern } of searches) {
    if (table.onlyHere === true && table.language !== language) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (table.language === 'en' && statement.test(text.slice(Math.max(0, match.index - 8), match.index)))
        continue;
      const matchEnd = match.index + match[0].length;
      const start = how === 'opens' ? match.index : clauseStart(text, match.index);
      const end = how === 'closes' ? matchEnd : clauseEnd(text, start, matchEnd, table.dense === true);
      pattern.lastIndex = Math.max(end, matchEnd);
      const raw = text.slice(start, end);
      const clause = raw.trim();
      if (clause.length <= match[0].length && how !== 'closes') continue;
      found.push({ kind: 'negation', text: clause, start: start + raw.indexOf(clause) });
    }
  }
  return separate(found);
}

/** `I do not know` instructs nobody. */
const statement = /(?:^|\s)(?:I|we|they|We|They|who|which)\s$/;

const searches = negations.flatMap((table) =>
  (['opens', 'closes', 'within'] as const).flatMap((how) =>
    table[how] === undefined ? [] : [{ table, how, pattern: compile(table, table[how]) }],
  ),
);

function compile(table: Negations, phrases: readonly string[]): RegExp {
  const body = phrases.join('|').replace(/\* /g, "[\\p{L}\\p{N}'’-]{1,30} ").replace(/ /g, '[ \\u00A0]');
  return table.dense === true
    ? new RegExp(body, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${body})(?![\\p{L}\\p{N}_-])`, 'giu');
}

const breaks = '\n;:!?。！？；，、「」';

function clauseStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < longestClause / 2) {
    const before = text.charAt(start - 1);
    if (breaks.includes(before) || (before === ',' && /\s/.test(text.charAt(start)))) break;
    if (before === '.' && /\s/.test(text.charAt(start))) break;
    start--;
  }
  if (at - start >= longestClause / 2) {
    const space = text.indexOf(' ', start);
    if (space !== -1 && space < at) return space + 1;
    return isLow(text, start) ? start + 1 : start;
  }
  return start;
}

function clauseEnd(text: string, start: number, from: number, dense: boolean): number {
  let end = from;
  for (; end < text.length && end - start < longestClause; end++) {
    const mark = text.charAt(end);
    if ('\n;!?。！？；'.includes(mark)) return end;
    if ((mark === '.' || mark === ':') && !/\S/.test(text.charAt(end + 1))) return end;
    if (
      (mark === ',' || mark === '，' || mark === '、' || mark === '(') &&
      isSaid(text.slice(from, end), dense)
    )
      return end;
  }
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  if (!dense && space > from) return space;
  return isLow(text, end) ? end - 1 : end;
}

/** Does the clause say something before its comma? */
function isSaid(words: string, dense: boolean): boolean {
  return dense ? words.length > 1 : /\p{L}{2,}/u.test(words);
}

/** Would a cut here part a pair of surrogates? */
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Clauses that begin inside an earlier one are part of it. */
function separate(found: readonly Fact[]): Fact[] {
  const out: Fact[] = [];
  let covered = -1;
  for (const fact of [...found].sort((a, b) => a.start - b.start || b.text.length - a.text.length)) {
    if (fact.start < covered) continue;
    out.push(fact);
    covered = fact.start + fact.text.length;
  }
  return out;
}
