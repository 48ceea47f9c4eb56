import type { Learned } from '../core/index.ts';

/** What of a value read from outside can be taken as learned: each field that has its type and is within bounds. */
export function readLearned(value: unknown): Learned {
  if (!isRecord(value)) return {};
  const fine = Object.entries(checks).filter(
    ([name, check]) => Object.hasOwn(value, name) && check(value[name]),
  );
  return Object.fromEntries(fine.map(([name]) => [name, value[name]]));
}

const checks: { readonly [name in keyof Learned]-?: (value: unknown) => boolean } = {
  told: isWindow,
  named: isWindow,
  answered: isCount,
  omit: (value) =>
    Array.isArray(value) && value.length <= 32 && value.every((one) => isText(one) && /^\w{1,64}$/.test(one)),
  nameless: (value) => value === true,
  dialect: (value) => value === 'openai',
  corrections: (value) =>
    isRecord(value) && Object.values(value).length <= 64 && Object.values(value).every(isCorrection),
  cut: (value) =>
    isRecord(value) && isCount(value.sent) && isCount(value.counted) && isText(value.at) && isDate(value.at),
};

/** The windows of models that there are, in tokens, with room on both sides. */
function isWindow(value: unknown): boolean {
  return isCount(value) && Number(value) >= 512 && Number(value) <= 20_000_000;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isCorrection(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { factor, seen } = value;
  return typeof factor === 'number' && factor >= 0.5 && factor <= 3 && isCount(seen);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
