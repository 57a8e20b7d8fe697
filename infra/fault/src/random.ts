/** A seeded random generator: a run can be repeated, though not to the millisecond. */
export interface Random {
  /** Returns a number of at least `min` and below `max`. */
  readonly between: (min: number, max: number) => number;
  /** Returns true with this probability. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly shuffled: <T>(items: readonly T[]) => T[];
}

/** Mulberry32 (Tommy Ettinger): 32 bits of state, enough for choosing faults and texts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  };
  return {
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
    shuffled(items) {
      const rest = [...items];
      const taken = [];
      while (rest.length > 0) taken.push(...rest.splice(Math.floor(next() * rest.length), 1));
      return taken;
    },
  };
}
