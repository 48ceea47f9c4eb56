import type { Neighbour, SearchHit, SearchPage, SearchPlace } from './search-page.ts';
import { clip, pageSize, safeCut } from './tool.ts';

/**
 * Hits as a model reads them, at most 4,000 characters: each message's header, its best places in the order of the
 * message, and its neighbours' first lines. Every message keeps its best place before any gets a second one.
 */
export function searchText(page: SearchPage): string {
  const top = opening(page);
  const heads = page.hits.map((hit) => header(hit, page.scope));
  const tails = page.hits.map(surroundings);
  const shown: SearchPlace[][] = page.hits.map(() => []);
  let room = pageSize - top.length - footerRoom;
  const kept = page.hits.map((_, index) => {
    const cost = heads[index]!.length + tails[index]!.length + 4 + 200;
    if (room < cost) return false;
    room -= cost;
    return true;
  });
  // 200 characters are set aside for each message; its first place takes what it needs of the rest
  for (let round = 0; round < 3; round++) {
    for (const [index, hit] of page.hits.entries()) {
      const place = hit.places[round];
      if (!kept[index] || place === undefined) continue;
      const free = room + (round === 0 ? 200 : 0);
      if (free < 200) continue;
      const part = trimmedPlace(place, Math.min(free - 20, 700));
      shown[index]!.push(part);
      room = free - part.text.length - 20;
    }
  }
  const blocks = page.hits.flatMap((_, index) =>
    kept[index]
      ? [
          [heads[index]!, ...ordered(shown[index]!).map((place) => placeLine(place)), tails[index]!]
            .filter(Boolean)
            .join('\n'),
        ]
      : [],
  );
  return [top, ...blocks, footer].join('\n\n');
}

/**
 * A place on a line of its own: `> … words …`, the result id in square brackets before the words of a saved output.
 * `paint` gets each matched stretch, for terminals with colours.
 */
export function placeLine(
  { text, marks, more, result_id }: SearchPlace,
  paint: (text: string) => string = (text) => text,
): string {
  const from = result_id === undefined ? '' : `[${clip(result_id, 120)}] `;
  let words = '';
  let at = 0;
  for (const [start, end] of marks) {
    words += text.slice(at, start) + paint(text.slice(start, end));
    at = end;
  }
  words += text.slice(at);
  return `> ${from}${more[0] ? '… ' : ''}${words.trim()}${more[1] ? ' …' : ''}`;
}

/** The place cut to its room (characters) around the first thing that matched. */
export function trimmedPlace(place: SearchPlace, room: number): SearchPlace {
  const space = room - (place.result_id === undefined ? 0 : Math.min(122, place.result_id.length + 3));
  const { text, marks, more } = place;
  if (text.length <= space) return place;
  const [first = 0] = marks[0] ?? [];
  const start = safeCut(text, Math.max(0, Math.min(first - Math.floor(space / 3), text.length - space)));
  const end = safeCut(text, start + space);
  return {
    ...place,
    text: text.slice(start, end),
    at: place.at + start,
    marks: marks.flatMap(([from, to]) =>
      from >= start && to <= end ? [[from - start, to - start] as const] : [],
    ),
    more: [more[0] || start > 0, more[1] || end < text.length],
  };
}

const footer = 'read_chat_messages gives the whole words of a message and what stood around it.';
const footerRoom = footer.length + 10;

function opening({ total, hits, corrections }: SearchPage): string {
  const mended = corrections.slice(0, 5).map(({ from, to }) => `"${clip(from, 40)}" as "${clip(to, 40)}"`);
  const note = mended.length === 0 ? '' : ` Nothing matched exactly; read ${mended.join(', ')}.`;
  return `${total === 1 ? '1 message matches' : `${total} messages match`}; the best ${hits.length} first.${note}`;
}

function header(hit: SearchHit, scope: SearchPage['scope']): string {
  const { id, role, created_at, session_id, title } = hit;
  const date = created_at === '' ? '' : `, ${clip(created_at, 40)}`;
  const name = title === undefined ? '' : ` ${JSON.stringify(clip(title, 80))}`;
  const chat = scope === 'vault' ? `, session ${JSON.stringify(clip(session_id, 200))}${name}` : '';
  return `#${id} ${role}${date}${chat}`;
}

function surroundings({ before, after }: SearchHit): string {
  const line = (name: string, { id, role, line: words }: Neighbour) =>
    words === '' ? [] : [`(${name} it, #${id} ${role}: ${clip(words, 80)})`];
  return [
    ...(before === undefined ? [] : line('before', before)),
    ...(after === undefined ? [] : line('after', after)),
  ].join('\n');
}

function ordered(places: readonly SearchPlace[]): SearchPlace[] {
  return [...places].sort((a, b) => a.part - b.part || a.at - b.at);
}
