/** A stream of numbers that a seed repeats. */
export interface Random {
  /** An integer of at least `min` and at most `max`. */
  readonly integer: (min: number, max: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** Throws a RangeError for an empty list. */
  readonly pick: <T>(items: readonly T[]) => T;
}

/** Mulberry32 (Tommy Ettinger): 32 bits of state, enough for choosing texts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
