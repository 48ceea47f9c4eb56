import { type Encoding, readBody, type Source } from './body.ts';

/** The fields with a `text` that is decoded from the file each time it is asked for. */
export function withText<Fields extends object>(
  fields: Fields,
  source: Source,
  start: number,
  end: number,
  encoding: Encoding,
): Fields & { readonly text: string } {
  const placed = new Place(fields, source, start, end, encoding);
  return Object.defineProperty(placed, 'text', text) as unknown as Fields & { readonly text: string };
}

/** The fields with an `output` that is decoded from the file each time it is asked for. */
export function withOutput<Fields extends object>(
  fields: Fields,
  source: Source,
  start: number,
  end: number,
  encoding: Encoding,
): Fields & { readonly output: string } {
  const placed = new Place(fields, source, start, end, encoding);
  return Object.defineProperty(placed, 'output', text) as unknown as Fields & { readonly output: string };
}

/** The fields with a `line` that is counted each time it is asked for. */
export function withLine<Fields extends object>(
  fields: Fields,
  source: Source,
  start: number,
): Fields & { readonly line: number } {
  const placed = new Place(fields, source, start, start, 'lines');
  return Object.defineProperty(placed, 'line', line) as unknown as Fields & { readonly line: number };
}

/**
 * A constructor that gives back what it is given: a class that extends it puts private fields onto any object, where
 * nobody sees, copies or compares them.
 */
export const Same = function same(this: object, value: object): object {
  return value;
} as unknown as new (
  value: object,
) => object;

/**
 * Puts the place in the file onto a plain object, where nobody sees it, copies it or compares it. A getter in an object
 * literal would do, but V8 gives each of those a shape of its own: 400 bytes a text instead of 80, and eight times the time.
 */
class Place extends Same {
  readonly #source: Source;
  readonly #start: number;
  /** Negative for a JSON body, because each field costs eight bytes in every text. */
  readonly #end: number;

  constructor(fields: object, source: Source, start: number, end: number, encoding: Encoding) {
    super(fields);
    this.#source = source;
    this.#start = start;
    this.#end = encoding === 'json' ? -end : end;
  }

  static text(self: Place): string {
    const encoding = self.#end < 0 ? 'json' : 'lines';
    return readBody(self.#source, { start: self.#start, end: Math.abs(self.#end) }, encoding);
  }

  static line(self: Place): number {
    return self.#source.lineOf(self.#start);
  }
}

const text = {
  enumerable: true,
  configurable: true,
  get(this: Place) {
    return Place.text(this);
  },
};
const line = {
  enumerable: true,
  configurable: true,
  get(this: Place) {
    return Place.line(this);
  },
};
