export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** One of them. */
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: the same numbers for the same seed everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return { next, pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number] };
}
