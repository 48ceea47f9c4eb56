/** A JSON object whose values are not known yet. */
export type Shape = Readonly<Record<string, unknown>>;

/** The value as an object with named fields, else undefined: lists, null and plain values are none. */
export function shape(value: unknown): Shape | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Shape) : undefined;
}

/** The value as text that holds something beside white space, else undefined. */
export function words(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The objects of a list, in order; what is no object is passed over, what is no list is an empty one. */
export function shapes(value: unknown): readonly Shape[] {
  return Array.isArray(value) ? value.filter((item) => shape(item) !== undefined) : [];
}

/** Text as it stands, anything else as its JSON; nothing at all is the empty string. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON text as its value where it is JSON, else the text itself: tool arguments need not be JSON. */
export function asValue(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
