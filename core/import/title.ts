import type { ImportedMessage } from './imported.ts';

/**
 * The title a program gave, on one line; without one the first words (at most 60 characters, cut at a space)
 * of what the person said first, of any message, or `Untitled`.
 */
export function title(given: string | undefined, messages: readonly ImportedMessage[]): string {
  // a title keeps its line break: the front matter can hold it
  if (given !== undefined && given.trim() !== '') return given;
  const texts = [...messages.filter(({ role }) => role === 'user'), ...messages].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
  const first = texts.map(firstWords).find((text) => text !== '');
  return first ?? 'Untitled';
}

function firstWords(text: string): string {
  const line = text
    .slice(0, 2000)
    // the mark of an attachment says less than what stands behind it
    .replace(/^\s*\[[a-z ]+: [^\]]*\](?=\s*\S)/, '')
    .replace(/(?<=^|\s)[#>*_`~-]+|[*_`~]+(?=\s|$)|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > 20 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/, '')} …`;
}
