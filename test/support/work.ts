/** Methods that call a function for each item, and those that look at or move every item. */
const eachItem = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
];
const allItems = [
  'concat',
  'includes',
  'indexOf',
  'shift',
  'slice',
  'splice',
  'toReversed',
  'toSorted',
  'unshift',
];

/**
 * How many items of lists a synchronous piece of work looks at: what does not grow with the machine's speed. Items of
 * a `for … of` loop and of a spread count when it begins, as many as the list has.
 */
export function workOf(work: () => void): number {
  let looked = 0;
  const proto = Array.prototype as unknown as Record<string | symbol, (...args: unknown[]) => unknown>;
  const names = [...eachItem, ...allItems, Symbol.iterator];
  const before = names.map((name) => [name, proto[name]!] as const);
  for (const [name, original] of before) {
    const counts = eachItem.includes(String(name));
    const counted = function (this: unknown[], ...args: unknown[]): unknown {
      looked += counts ? 0 : this.length;
      // no destructuring: it would ask the list for its iterator, which is counted here
      const call = args.at(0);
      if (counts && typeof call === 'function')
        args[0] = function (this: unknown, ...given: unknown[]): unknown {
          looked += 1;
          return Reflect.apply(call, this, given);
        };
      return Reflect.apply(original, this, args);
    };
    Object.defineProperty(proto, name, { value: counted, configurable: true, writable: true });
  }
  try {
    work();
  } finally {
    for (const [name, value] of before)
      Object.defineProperty(proto, name, { value, configurable: true, writable: true });
  }
  return looked;
}
