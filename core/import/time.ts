/**
 * A moment as ISO 8601 UTC, from what programs write: ISO text, seconds (whole or with a fraction) or milliseconds since 1970.
 * Undefined, unreadable and impossible values give the empty string; a text without a zone is taken as UTC, so that every machine reads the same.
 */
export function moment(value: unknown): string {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string' || value.trim() === '') return '';
  if (/^\d{9,16}(\.\d+)?$/.test(value.trim())) return fromNumber(Number(value));
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/i.exec(
    value.trim(),
  );
  if (parts === null) return /^\d{4}-\d\d-\d\d$/.test(value.trim()) ? iso(Date.parse(value.trim())) : '';
  return iso(Date.parse(`${parts[1]}T${parts[2]!.replace(',', '.')}${(parts[3] ?? 'Z').toUpperCase()}`));
}

/** Whole seconds are written without a fraction. */
function iso(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return '';
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Seconds until the year 5138 are below 1e11; milliseconds since 1973 are above it. */
function fromNumber(value: number): string {
  return value <= 0 ? '' : iso(Math.round(Math.abs(value) < 1e11 ? value * 1000 : value));
}
