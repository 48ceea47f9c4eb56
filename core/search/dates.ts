import { fold } from './fold.ts';

/**
 * The days, months and years that a text or a date names, as terms that no word can be: `@y2023`, `@m5`, `@d8`.
 * Reads ISO dates (`2023-05-08`), years from 1900 to 2099, and month names of several languages with a day beside them.
 */
export function dateTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const [, year, month, day] of text.matchAll(iso)) {
    terms.add(`@y${year}`).add(`@m${Number(month)}`);
    if (day !== undefined) terms.add(`@d${Number(day)}`);
  }
  const words = text.replace(iso, ' ').match(wordOrNumber) ?? [];
  for (const [index, each] of words.entries()) {
    if (/^(?:19|20)\d\d$/.test(each)) terms.add(`@y${each}`);
    const month = monthOf(each);
    if (month === undefined) continue;
    const near = [words[index - 1], words[index + 1], words[index - 2]].map(dayOf);
    const day = near.find((number) => number !== undefined);
    // `may` and `mars` are also words; beside a number, or with a capital, they are months.
    if (day === undefined && each[0] === each[0]!.toLowerCase()) continue;
    terms.add(`@m${month}`);
    if (day !== undefined) terms.add(`@d${day}`);
  }
  return [...terms];
}

const iso = /\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?(?![\d-])/g;
const wordOrNumber = /[\p{L}\p{M}]+|\d+(?:st|nd|rd|th)?/gu;

function dayOf(word: string | undefined): number | undefined {
  const match = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '');
  const day = Number(match?.[1]);
  return day >= 1 && day <= 31 ? day : undefined;
}

function monthOf(word: string): number | undefined {
  const folded = fold(word);
  return months.get(folded);
}

const months = new Map(
  [
    'january januar janvier enero gennaio janeiro januari tammikuu января jan',
    'february februar fevrier febrero febbraio fevereiro februari helmikuu февраля feb',
    'march marz mars marzo marco maart maaliskuu марта mar',
    'april avril abril aprile huhtikuu апреля apr',
    'may mai mayo maggio maio mei maj toukokuu мая',
    'june juni juin junio giugno junho kesakuu июня jun',
    'july juli juillet julio luglio julho heinakuu июля jul',
    'august aout agosto augustus augusti elokuu августа aug',
    'september septembre septiembre settembre setembro syyskuu сентября sep sept',
    'october oktober octobre octubre ottobre outubro lokakuu октября oct okt',
    'november novembre noviembre novembro marraskuu ноября nov',
    'december dezember decembre diciembre dicembre dezembro joulukuu декабря dec dez',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);
