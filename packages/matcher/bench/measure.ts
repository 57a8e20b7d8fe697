/** One thing to measure: does its work on a text and gives something that depends on it. */
export type Work = (text: string) => number;

export interface Measured {
  /** Million UTF-16 units a second, median. */
  readonly speed: number;
  /** Nanoseconds a unit in each round. */
  readonly rounds: readonly number[];
}

/** Keeps the compiler from leaving out work whose result nobody reads. */
export const sink = { value: 0 };

/**
 * Measures several works in turns, a short slice of each in every round, so that whatever else the machine
 * does falls on all of them alike. Each slice is run once untimed before, so that nobody pays for the cache
 * that the one before has filled.
 */
export function measure<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  texts: readonly string[],
  roundCount: number,
): Record<Name, Measured> {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  const names = Object.keys(works) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -WARM_UP; round < roundCount; round++) {
    for (const name of names) {
      for (const text of texts) sink.value ^= works[name](text);
      const started = performance.now();
      for (const text of texts) sink.value ^= works[name](text);
      if (round >= 0) rounds[name].push(((performance.now() - started) * 1e6) / units);
    }
  }
  const measured = (name: Name): Measured => ({ speed: 1000 / median(rounds[name]), rounds: rounds[name] });
  return Object.fromEntries(names.map((name) => [name, measured(name)])) as Record<Name, Measured>;
}

const WARM_UP = 5;

/** How many times as fast `one` is as `other`: the median of the ratios of each round. */
export const ratio = (one: Measured, other: Measured): number =>
  median(one.rounds.map((time, round) => (other.rounds[round] ?? 0) / time));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
