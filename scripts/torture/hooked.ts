import { type Disk, disk as realDisk } from '../../vault/index.ts';

/** One call on a disk. */
export interface Call {
  readonly name: keyof Disk;
  readonly args: readonly unknown[];
  /** 1-based count of all calls so far. */
  readonly count: number;
}

/**
 * The real disk with a hook before and one after every call: it may throw in its place, change the world, or give
 * another answer (`{ answer }`).
 */
export function hooked(
  before: (call: Call) => undefined | { answer: unknown } | undefined,
  after: (call: Call) => void = () => {},
  below: Disk = realDisk,
): Disk {
  let count = 0;
  return new Proxy(below, {
    get(target, name: keyof Disk) {
      return (...args: unknown[]) => {
        count += 1;
        const call = { name, args, count };
        const instead = before(call);
        if (instead !== undefined) return instead.answer;
        const result: unknown = (target[name] as (...all: unknown[]) => unknown)(...args);
        if (!(result instanceof Promise)) {
          after(call);
          return result;
        }
        return result.then((value) => {
          after(call);
          return value;
        });
      };
    },
  });
}
