import { sentences } from '../../text/sentences.ts';
import { contentStems } from '../words.ts';
import type { Pair, Refused } from './pair.ts';

/**
 * Refuses a reply that turns a negation of the message round: a clause of the reply without any negation says what the
 * message says only in negated clauses ("do not delete the folder" become "delete the folder").
 */
export function turnedNegation({ text, original }: Pair): Refused | undefined {
  if (original.length > longest) return undefined;
  const clauses = clausesOf(original);
  const negated = clauses
    .filter(isNegated)
    .map(scopeOf)
    .filter((scope) => scope.length >= 2);
  if (negated.length === 0) return undefined;
  const affirmed = new Set(clauses.filter((clause) => !isNegated(clause)).flatMap((clause) => roots(clause)));
  for (const clause of clausesOf(text)) {
    if (isNegated(clause) || softened.test(clause)) continue;
    const said = new Set(roots(clause));
    if (negated.some((scope) => turns(scope, said, affirmed)))
      return { refused: 'changed-negation', detail: 'says as fact or instruction what the message negates' };
  }
  return undefined;
}

/** UTF-16 code units above which a message has too many clauses for any one to be told apart by its words. */
const longest = 20_000;

/** The verb, or what stands nearest to the negation, is said elsewhere only negated, and most of the rest is there. */
function turns(scope: readonly string[], said: ReadonlySet<string>, affirmed: ReadonlySet<string>): boolean {
  const [head] = scope;
  if (head === undefined || !said.has(head) || affirmed.has(head)) return false;
  const there = scope.filter((word) => said.has(word)).length;
  return there >= 2 && there >= scope.length * 0.6;
}

/** Stems without the ending that a verb changes with its mood: four letters, one Korean syllable. */
function roots(clause: string): readonly string[] {
  return contentStems(clause)
    .filter((word) => !negator.test(word))
    .map((word) => (/^\p{Script=Hangul}/u.test(word) ? word.slice(0, 1) : word.slice(0, 4)));
}

function clausesOf(text: string): readonly string[] {
  return sentences(text).flatMap((sentence) =>
    sentence
      .split(
        /[;:,،、，；：—–()\n]|\s-\s|(?<!\p{L})(?:but|and|because|so that|aber|sondern|und|weil|mais|et|car|pero|y|porque|mas|e|ma|perché|но|и|а|потому)(?!\p{L})/iu,
      )
      .filter((clause) => clause.trim() !== ''),
  );
}

function isNegated(clause: string): boolean {
  return negator.test(clause) || dense.test(clause);
}

/** The words that a negation reaches: behind it, or before it where the language puts it last. Nearest first. */
function scopeOf(clause: string): readonly string[] {
  const found = negator.exec(clause) ?? dense.exec(clause);
  if (!found) return [];
  const behind = roots(clause.slice(found.index + found[0].length));
  const before = roots(clause.slice(0, found.index));
  return (behind.length >= 2 ? behind : [...before.toReversed(), ...behind]).slice(0, 4);
}

/** Words that negate, of languages with spaces; what they reach stands behind them, in some languages before. */
const negators = `not no nor never neither none nobody nothing hardly cannot avoid without
  nicht nichts nie niemals niemand weder kaum kein keine keinen keinem keiner keines keinesfalls ohne
  pas jamais aucun aucune rien ni sans nunca jamás ningún ninguna ninguno nada nadie tampoco sin
  não nenhum nenhuma ninguém sem nem non mai nessun nessuno nessuna niente senza né
  не ни нет нельзя никогда ничего никто без niet niets niemand nooit geen zonder nie nic nigdy nikt bez değil yok
  لا لم لن ليس غير بدون नहीं मत न`;
const negator = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${negators.split(/\s+/u).join('|')})(?![\\p{L}\\p{M}])|(?<![\\p{L}])n(?:e |['’])(?=[^.;,]{0,40}(?<!\\p{L})(?:pas|jamais|aucune?|rien|plus|ni)(?!\\p{L}))|n['’]t(?![\\p{L}])|않|지 ?[마말]|못|없|안 `,
  'iu',
);
const dense =
  /[不没沒别別勿未无無非莫](?:要|能|得|可以?|许|許|应该?|该|会|用|必)?再?|(?:し?ないで|なく|なかっ|ません|ない|禁止)/u;

/** Words that carry a negation inside them. */
const softened =
  /(?<!\p{L})(?:un|non|dis)\p{L}{4}|imposs|incompl|invalid|\b(?:avoid|refus|declin|reject|den[iy]|fail|forbid|prohibit|prevent|stop|lack|miss|keep|instead|rather|except|without|only|vermeid|lehnt|weiger|verbiet|verbot|unterlass|scheiter|fehl|statt|évit|interdi|échou|manqu|refus|sans|evit|proh[ií]b|fall|falt|impid|deja|sin|rechaz|recus|rifiut|proib|vieta|manca|senza|избег|запре|отказ|отклон|откаж|без)/iu;
