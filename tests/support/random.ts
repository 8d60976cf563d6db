/** Pseudo-random numbers that are the same for the same seed. */
export interface Random {
  /** 0 <= it < 1 */
  next(): number;
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  /** A whole number between two bounds, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A selection: each item with this probability. */
  some<T>(from: readonly T[], probability: number): T[];
}

/** mulberry32: 32 bits of state, enough for choosing operations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  const chance = (probability: number) => next() < probability;
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    some: (from, probability) => from.filter(() => chance(probability)),
  };
}
