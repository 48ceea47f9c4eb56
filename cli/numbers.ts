import { ChatvaultError, grouped } from '../core/index.ts';

/**
 * The whole number that an option was given, undefined where it was not. Throws `usage`, with the option's name, for
 * what is none or lies outside of `least` and `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  [least, most]: readonly [number, number],
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const upTo = most === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${grouped(most)}`;
  throw new ChatvaultError(
    'usage',
    `${option} is ${JSON.stringify(text.slice(0, 60))}; expected a whole number, ${least}${upTo}`,
    `Give one, for example ${option} ${Math.max(least, 1)}.`,
  );
}

/** Message numbers as a person names them: one, or all from the first to the last of a range. */
export type Numbers = readonly [first: number, last: number];

/** Reads `12`, `#12` and `20-25`, in the order given. Throws `usage` for everything else. */
export function messageNumbers(texts: readonly string[]): Numbers[] {
  return texts.map((text) => {
    const [, one, end] = /^#?(\d{1,15})(?:-#?(\d{1,15}))?$/.exec(text) ?? [];
    const first = Number(one);
    const last = Number(end ?? one);
    if (first >= 1 && last >= first) return [first, last];
    throw new ChatvaultError(
      'usage',
      `${JSON.stringify(text.slice(0, 60))} is no message number and no range of them`,
      'Give numbers such as 12, or ranges such as 20-25.',
    );
  });
}
