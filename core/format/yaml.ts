import { parseYaml } from './yaml-parser.ts';

/**
 * The value of a YAML text by the core schema: no dates, no tags that make objects; an empty text is undefined.
 * Throws what js-yaml throws for a text that is not YAML.
 */
export function readYaml(text: string): unknown {
  if (!/\S/.test(text.replace(/^\s*#.*$/gm, ''))) return undefined;
  return usualYaml(text) ?? parseYaml(text);
}

/**
 * The mapping in a text of the few shapes that heads and settings mostly have, equal to what js-yaml reads; undefined
 * for any other text, which may be YAML all the same. Most files are read by it, so that no parser need be loaded.
 */
export function usualYaml(text: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {};
  let list: unknown[] | undefined;
  for (const line of text.split('\n')) {
    if (/^(?:#[\x20-\x7e]*)?$/.test(line)) continue;
    const [, key, value = '', item] = /^(?:([A-Za-z]\w*):(?: (.*))?| {2}- (.*))$/.exec(line) ?? [];
    if (key === undefined) {
      const entry = item === undefined ? undefined : scalar(item);
      if (list === undefined || entry === undefined) return undefined;
      list.push(entry);
      continue;
    }
    if (Object.hasOwn(data, key) || list?.length === 0) return undefined;
    list = value === '' ? [] : undefined;
    const found = list ?? scalar(value);
    if (found === undefined) return undefined;
    data[key] = found;
  }
  return list?.length === 0 || Object.keys(data).length === 0 ? undefined : data;
}

/** Letters first and nothing that means anything to YAML, a text in quotes without escapes, a time, a whole number. */
function scalar(text: string): string | number | undefined {
  if (/^[A-Za-z][\w ./-]*$/.test(text)) return /^(?:true|false|null)$|[ ]$/i.test(text) ? undefined : text;
  if (/^"[\x20\x21\x23-\x5b\x5d-\x7e]*"$/.test(text)) return text.slice(1, -1);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return text;
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}
