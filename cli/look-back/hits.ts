import {
  type Neighbour,
  placeLine,
  type SearchHit,
  type SearchPage,
  trimmedPlace,
} from '../../core/index.ts';
import { count, type Style } from '../print.ts';
import { shellWord } from '../shell-word.ts';

/**
 * What a search found, as a person reads it, best first: where each message stands and when it was written, its places
 * in the order of the message, and its neighbours' first lines.
 */
export function printedHits(page: SearchPage, style: Style): string {
  return [opening(page), ...page.hits.map((hit) => printedHit(hit, page.scope, style))].join('\n\n');
}

/** The commands that show more of what was found. `most` is the greatest number of messages that can be asked for. */
export function readOn({ hits, total }: SearchPage, most: number): string {
  const [best] = hits;
  const result = hits.flatMap(({ places }) => places).find(({ result_id }) => result_id !== undefined);
  const ways = [
    ...(best === undefined
      ? []
      : [
          `\`chatvault read ${shellWord(best.path ?? best.session_id)} ${best.id} --before 1 --after 1\` prints ${hits.length === 1 ? 'it' : 'the first of them'} whole`,
        ]),
    ...(result?.result_id === undefined
      ? []
      : [`\`chatvault result ${shellWord(result.result_id)}\` prints a saved output`]),
    ...(total > hits.length && hits.length < most ? [`--limit ${most} shows more`] : []),
  ];
  return `${ways.join('; ')}.`;
}

/** The most characters of one place: about three lines of a terminal. */
const placeRoom = 300;

function printedHit(hit: SearchHit, scope: SearchPage['scope'], { bold, dim, yellow }: Style): string {
  const places = hit.places
    .map((place) => trimmedPlace(place, placeRoom))
    .toSorted((a, b) => a.part - b.part || a.at - b.at)
    .map((place) => placeLine(place, (text) => bold(yellow(text))));
  return [
    bold(heading(hit, scope)),
    ...places,
    ...neighbour('before', hit.before).map(dim),
    ...neighbour('after', hit.after).map(dim),
  ].join('\n');
}

function heading(
  { id, role, created_at, path, session_id, title }: SearchHit,
  scope: SearchPage['scope'],
): string {
  const date = created_at === '' ? '' : `, ${created_at.slice(0, 40)}`;
  if (scope === 'chat') return `#${id} ${role}${date}`;
  const name = title === undefined ? '' : ` (${title.replace(/\s+/g, ' ').slice(0, 80)})`;
  return `${path ?? session_id} #${id} ${role}${date}${name}`;
}

function neighbour(side: string, found: Neighbour | undefined): string[] {
  if (found === undefined || found.line === '') return [];
  const words = found.line.length > 80 ? `${found.line.slice(0, 79).toWellFormed()}…` : found.line;
  return [`  ${side}: #${found.id} ${found.role}: ${words}`];
}

function opening({ query, total, hits, corrections }: SearchPage): string {
  const mended = corrections.slice(0, 5).map(({ from, to }) => {
    const matched = hits.flatMap(({ places }) =>
      places.flatMap(({ text, marks }) => marks.map(([start, end]) => text.slice(start, end))),
    );
    return `"${whole(from, query.split(/[^\p{L}\p{N}]+/u))}" as "${whole(to, matched)}"`;
  });
  const note = mended.length === 0 ? '' : ` Nothing is written just so; read ${mended.join(', ')}.`;
  const matches = `${count(total, 'message')} ${total === 1 ? 'matches' : 'match'}`;
  if (total > hits.length) return `${matches}; the best ${hits.length} first.${note}`;
  if (total < hits.length)
    return `${matches}; ${hits.length - total} more beside ${total === 1 ? 'it' : 'them'} may answer too.${note}`;
  return `${matches}${total === 1 ? '' : ', the best first'}.${note}`;
}

/** A stem as a person wrote it, where one of these words begins with it. */
function whole(stem: string, words: readonly string[]): string {
  return words.find((word) => word.toLowerCase().startsWith(stem))?.toLowerCase() ?? stem;
}
