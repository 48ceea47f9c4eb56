import { CORE_SCHEMA, dump, load } from 'js-yaml';

/** The value of a YAML text by the core schema: no dates, no tags that make objects. Throws what js-yaml throws. */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA });
}

/** A mapping as YAML, one line for each text without line ends. */
export function printYaml(data: Readonly<Record<string, unknown>>): string {
  return dump(data, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true });
}
