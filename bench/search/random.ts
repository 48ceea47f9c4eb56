/** A stream of chances that is the same for the same seed. */
export interface Random {
  /** From 0 up to, not with, 1. */
  next(): number;
  /** One of the list; small places come more often with a higher `skew`. */
  pick<Item>(list: readonly Item[], skew?: number): Item;
}

/** The mulberry32 generator (Tommy Ettinger, public domain): enough for made texts, not for secrets. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, pick: (list, skew = 1) => list[Math.floor(next() ** skew * list.length)]! };
}
