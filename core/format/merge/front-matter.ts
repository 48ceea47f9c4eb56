import { byCodeUnits, mergeSets } from './variants.ts';

/**
 * Front matter after a merge, key by key, each with its lines as they stand; keys of the base keep their order, new ones
 * follow by name. Where both sides changed one key differently the smaller value stands and the other below it as a
 * comment, so that nothing is lost and the result is still YAML.
 */
export function mergeFrontMatter(base: string, ours: string, theirs: string): string {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const [before, left, right] = [base, ours, theirs].map(readEntries);
  const names = [...before!.keys(), ...[...left!.keys(), ...right!.keys()].sort(byCodeUnits)];
  const lines = [...new Set(names)].map((name) => {
    const [values = [], mine = [], yours = []] = [before!.get(name), left!.get(name), right!.get(name)];
    return printEntry(mergeSets(values, mine, yours));
  });
  const inner = lines.join('');
  return inner === '' ? '' : `---\n${inner}---\n`;
}

const other = '# or: ';

/** The lines of each top-level key, with its other values; '' names what stands before the first key. */
function readEntries(text: string): Map<string, string[]> {
  const entries = new Map<string, string[]>();
  let name = '';
  for (const line of text.split('\n').slice(1, -2)) {
    const key = /^([^\s#:'"[\]{}-][^:]*|"[^"]*"|'[^']*'):(?:\s|$)/.exec(line)?.[1];
    if (key !== undefined) name = key;
    const values = entries.get(name) ?? [];
    entries.set(name, values);
    if (key !== undefined || values.length === 0) values.push(`${line}\n`);
    else if (line.startsWith(other)) values.push(`${JSON.parse(line.slice(other.length))}`);
    else values[values.length - 1] += `${line}\n`;
  }
  return entries;
}

function printEntry([value = '', ...others]: readonly string[]): string {
  return value + others.map((text) => `${other}${JSON.stringify(text)}\n`).join('');
}
