const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A moment as ISO 8601 UTC, from what programs write: ISO text, `2026-10-12 09:00`, `2026-10-12@09h00m00s`,
 * `October 12, 2026 9:00am`, seconds (whole or with a fraction), milli-, micro- or
 * nanoseconds since 1970.
 * Undefined, unreadable and impossible values give the empty string; a text without a zone is taken as UTC, so that every
 * machine reads the same.
 */
export function moment(value: unknown): string {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return fromNumber(Number(text));
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return iso(Date.parse(text));
  const plain = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (plain !== null) {
    return iso(Date.parse(`${plain[1]}T${plain[2]!.replace(',', '.')}${(plain[3] ?? 'Z').toUpperCase()}`));
  }
  return fromParts(text);
}

/** The two forms that only SillyTavern writes. */
function fromParts(text: string): string {
  const marked = /^(\d{4})-(\d\d?)-(\d\d?) ?@ ?(\d\d?)h ?(\d\d?)m ?(\d\d?)s(?: ?(\d+)ms)?$/.exec(text);
  if (marked !== null) {
    const [year, month, day, hour, minute, second, ms] = marked.slice(1).map((part) => Number(part ?? 0));
    return iso(Date.UTC(year!, month! - 1, day!, hour!, minute!, second!, ms!));
  }
  const spelt = /^([A-Za-z]{3})[a-z]* (\d\d?), (\d{4}) (\d\d?):(\d\d)(?::(\d\d))? ?([ap])m$/i.exec(text);
  if (spelt === null) return '';
  const [, name, day, year, hour, minute, second, half] = spelt;
  const month = months.indexOf(name!.toLowerCase());
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
  return month < 0
    ? ''
    : iso(Date.UTC(Number(year), month, Number(day), hours, Number(minute), Number(second ?? 0)));
}

/** Whole seconds are written without a fraction. */
function iso(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return '';
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Seconds until the year 5138 are below 1e11, milliseconds below 1e14, then come micro- and nanoseconds. */
function fromNumber(value: number): string {
  if (!(value > 0)) return '';
  const unit = value < 1e11 ? 1000 : value < 1e14 ? 1 : value < 1e17 ? 1e-3 : 1e-6;
  return iso(Math.round(value * unit));
}
