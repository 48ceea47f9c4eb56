import { shown } from './tool.ts';

/** A checked argument, or the sentence that says what was found, what was expected and what to do. */
export type Checked<Value> = { readonly value: Value } | { readonly refused: string };

/** The arguments of a call as a mapping; models also send their JSON text. */
export function record(args: unknown): Checked<Readonly<Record<string, unknown>>> {
  let value = args;
  if (typeof args === 'string') {
    try {
      value = JSON.parse(args);
    } catch {
      return { refused: `The arguments are not JSON: ${shown(args)}. Send one JSON object.` };
    }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { refused: `The arguments are ${shown(value)}. Send one JSON object.` };
  }
  return { value: value as Record<string, unknown> };
}

/** A text that is not blank; `undefined` only where it may be missing. */
export function text(args: Readonly<Record<string, unknown>>, name: string): Checked<string | undefined> {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined || value === null) return { value: undefined };
  if (typeof value !== 'string') return { refused: `${name} is ${shown(value)}; send a text.` };
  return { value };
}

/** A whole number between two borders; numbers written as text are taken too. */
export function whole(
  args: Readonly<Record<string, unknown>>,
  name: string,
  [least, most]: readonly [number, number],
  missing: number,
): Checked<number> {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined || value === null) return { value: missing };
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < least) {
    return { refused: `${name} is ${shown(value)}; send a whole number from ${least} to ${most}.` };
  }
  return { value: Math.min(number, most) };
}

/** Message ids: a list of positive whole numbers, or one of them, at most `most`. */
export function ids(args: Readonly<Record<string, unknown>>, name: string, most: number): Checked<number[]> {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  const numbers: number[] = [];
  for (const one of list.slice(0, most + 1)) {
    const number = typeof one === 'string' && /^#?\d{1,15}$/.test(one) ? Number(one.replace('#', '')) : one;
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {
      return { refused: `${name} holds ${shown(one)}; send message numbers, for example [12, 13].` };
    }
    numbers.push(number);
  }
  if (numbers.length === 0)
    return { refused: `${name} is empty; send message numbers, for example [12, 13].` };
  if (numbers.length > most)
    return { refused: `${name} holds more than ${most} numbers; ask for fewer at a time.` };
  return { value: [...new Set(numbers)] };
}
